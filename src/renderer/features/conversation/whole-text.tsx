import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TextPart } from '../../../shared/contract/conversation.ts';
import { useClient } from '../../api/client-context.tsx';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { LongText } from './long-text.tsx';
import css from './whole-text.module.css';
import { useFold, useReader } from './reader-context.tsx';
import { readText } from './whole-text-read.ts';

/** Longer texts are shown up to here, in characters; copying takes the whole. */
export const MOST_SHOWN = 8_000_000;
const KEPT_MS = 30_000;

interface WholeTextProps {
  readonly messageId: number;
  readonly part: TextPart;
  /** Length of the whole in UTF-8 bytes. */
  readonly bytes: number;
  /** The reader was sent to something behind the cut: the whole is shown. */
  readonly isSought?: boolean;
  /** What is shown until the whole was asked for. */
  readonly preview: ReactNode;
  /** How the whole is shown; as lines in a scroll of its own unless given. */
  readonly render?: (text: string) => ReactNode;
}

/** A clipped text with a button that says how long the whole is; the whole in its place once it was asked for. */
export function WholeText(props: WholeTextProps) {
  const { messageId, part, bytes, preview, render, isSought = false } = props;
  const [open, toggle] = useFold(`text ${messageId} ${nameOf(part)}`, isSought);
  const { text, isLoading, error } = useWholeText(messageId, part, open);
  const words = texts.conversation;
  return (
    <div className={css['whole']}>
      {text === null ? preview : (render?.(text) ?? <LongText text={text} label={words.wholeText} />)}
      <div className={css['foot']}>
        <Button look="link" aria-expanded={open} onClick={toggle}>
          {open ? words.showLess : words.showAll(bytes)}
        </Button>
        {isLoading ? <span role="status">{words.readingText}</span> : null}
        {text !== null && text.length >= MOST_SHOWN ? <span>{words.cutAt(MOST_SHOWN)}</span> : null}
        {error === null ? null : <span role="alert">{errorWords(error).message}</span>}
      </div>
    </div>
  );
}

function nameOf(part: TextPart): string {
  return 'index' in part ? `${part.kind} ${part.index}` : part.kind;
}

/** The whole text as long as it is wanted; up to `most` characters of it. */
export function useWholeText(messageId: number, part: TextPart, wanted: boolean, most = MOST_SHOWN) {
  const client = useClient();
  const { sessionId } = useReader();
  const { data, isLoading, error } = useQuery({
    queryKey: ['conversation', 'text', sessionId, messageId, part],
    queryFn: ({ signal }) => readText(client, { messageId, part }, most, signal),
    enabled: wanted,
    gcTime: KEPT_MS,
    structuralSharing: false,
    meta: { still: true },
  });
  return { text: wanted ? (data ?? null) : null, isLoading: wanted && isLoading, error: wanted ? error : null };
}
