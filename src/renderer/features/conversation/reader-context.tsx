import { createContext, use, useState } from 'react';
import type { Found } from './sought.ts';

/** What the messages of one open conversation share. */
export interface ReaderShared {
  /** Any session of the conversation, for questions about it. */
  readonly sessionId: string;
  /** What is marked; null for nothing. */
  readonly terms: RegExp | null;
  /** The message that the reader was sent to. */
  readonly hitId: number | null;
  /** What was found last by looking through this conversation. */
  readonly found?: Found | null;
  /** Which folds are open, by key: a message that was scrolled away and back looks as it did. */
  readonly folds: Map<string, boolean>;
}

const NOTHING: ReaderShared = { sessionId: '', terms: null, hitId: null, folds: new Map() };

/** Shared by everything below the reader. */
export const ReaderContext = createContext<ReaderShared>(NOTHING);

/** What the messages of the open conversation share. */
export function useReader(): ReaderShared {
  return use(ReaderContext);
}

/** Whether a fold is open, remembered as long as the conversation is. It opens when `initially` becomes true. */
export function useFold(key: string, initially = false): readonly [boolean, () => void] {
  const { folds } = useReader();
  const [open, setOpen] = useState(() => folds.get(key) ?? initially);
  const [wasAsked, setAsked] = useState(initially);
  if (wasAsked !== initially) {
    setAsked(initially);
    if (initially) setOpen(true);
  }
  const toggle = (): void => {
    folds.set(key, !open);
    setOpen(!open);
  };
  return [open, toggle];
}
