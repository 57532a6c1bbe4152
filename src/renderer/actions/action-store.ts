import { create } from 'zustand';
import type { DeletionUnit } from '../../shared/contract/organise.ts';
import type { ConversationRow } from '../../shared/contract/sessions.ts';

/** An action that needs an answer of the user before it happens. */
export type AskedAction =
  | { readonly kind: 'rename'; readonly row: ConversationRow; readonly inList: boolean }
  | { readonly kind: 'delete'; readonly ids: readonly string[]; readonly unit: DeletionUnit }
  | { readonly kind: 'export'; readonly ids: readonly string[] }
  /** What the session list shows. */
  | { readonly kind: 'export-view' }
  | { readonly kind: 'export-all' };

interface ActionStore {
  /** What is being asked; null for nothing. One question at a time. */
  readonly asked: AskedAction | null;
  readonly ask: (action: AskedAction) => void;
  readonly answer: () => void;
}

/** The question that is on screen. */
export const useActionStore = create<ActionStore>()(set => ({
  asked: null,
  ask: action => {
    set({ asked: action });
  },
  answer: () => {
    set({ asked: null });
  },
}));
