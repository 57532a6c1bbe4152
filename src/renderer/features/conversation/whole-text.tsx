import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AppClient } from '../../../shared/contract/index.ts';
import type { TextPart } from '../../../shared/contract/conversation.ts';
import { useClient } from '../../api/client-context.tsx';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { LongText } from './long-text.tsx';
import css from './whole-text.module.css';
import { useFold } from './reader-context.tsx';

const SLICE = 500_000;
/** Longer texts are shown up to here; copying takes the whole. */
const MOST_SHOWN = 8_000_000;
const KEPT_MS = 30_000;

async function readText(client: AppClient, messageId: number, part: TextPart, signal: AbortSignal): Promise<string> {
  let text = '';
  for (let done = false; !done && text.length < MOST_SHOWN;) {
    const slice = await client.conversation.text({ messageId, part, offset: text.length, length: SLICE }, { signal });
    text += slice.text;
    done = slice.done || slice.text === '';
  }
  return text;
}

interface WholeTextProps {
  readonly messageId: number;
  readonly part: TextPart;
  /** Length of the whole in UTF-8 bytes. */
  readonly bytes: number;
  /** What is shown until the whole was asked for. */
  readonly preview: ReactNode;
  readonly prepare?: (text: string) => string;
}

/** A clipped text with a button that says how long the whole is; the whole in its place once it was asked for. */
export function WholeText({ messageId, part, bytes, preview, prepare = asItIs }: WholeTextProps) {
  const [open, toggle] = useFold(`text ${messageId} ${part.kind} ${part.kind === 'arguments' ? part.index : ''}`);
  const { text, isLoading, error } = useWholeText(messageId, part, open);
  const words = texts.conversation;
  return (
    <div className={css['whole']}>
      {text === null ? preview : <LongText text={prepare(text)} label={words.wholeText} />}
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

function asItIs(text: string): string {
  return text;
}

/** The whole text as long as it is wanted. */
function useWholeText(messageId: number, part: TextPart, wanted: boolean) {
  const client = useClient();
  const { data, isLoading, error } = useQuery({
    queryKey: ['conversation', 'text', messageId, part],
    queryFn: ({ signal }) => readText(client, messageId, part, signal),
    enabled: wanted,
    gcTime: KEPT_MS,
    structuralSharing: false,
    meta: { still: true },
  });
  return { text: wanted ? (data ?? null) : null, isLoading: wanted && isLoading, error: wanted ? error : null };
}
