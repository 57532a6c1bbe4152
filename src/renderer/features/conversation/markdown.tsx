import { memo, useMemo, useState } from 'react';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { exactText } from '../../ui/visible-text.ts';
import { useFormatting } from './formatting.ts';
import { LongText } from './long-text.tsx';
import { drawAll } from './markdown-drawn.tsx';
import type { Formatting } from './markdown-format.ts';
import type { DrawnText } from './markdown-nodes.ts';
import { MarkedText } from './marked-text.tsx';
import { useReader } from './reader-context.tsx';
import css from './text.module.css';

/** A longer rest has a scroll of its own. */
const LONG_REST = 24_000;

/**
 * GitHub-flavoured Markdown. Raw HTML is text, nothing is loaded, what cannot be formatted is shown as written.
 *
 * @param props.whole - the user asked for the whole of a long text: its beginning is formatted, however long it is.
 */
export const Markdown = memo(function Markdown({ text, whole = false }: { text: string; whole?: boolean }) {
  const { terms } = useReader();
  const [asked, setAsked] = useState(whole);
  const all = useMemo(() => exactText(text), [text]);
  const { shown, parts } = useParts(all);
  const formatting = useFormatting(shown, asked);
  const made = typeof formatting === 'string' ? null : formatting;
  const drawn = useMemo(() => (made === null ? null : drawAll(made.nodes, terms)), [made, terms]);
  const rest = made?.rest ?? shown;
  return (
    <>
      {drawn === null ? null : <div className={css['markdown']}>{drawn}</div>}
      {rest === '' ? null : <Rest text={rest} terms={terms} />}
      {asked ? <Parts {...parts} made={made} /> : <AsWritten formatting={formatting} onAsk={() => setAsked(true)} />}
    </>
  );
});

function AsWritten({ formatting, onAsk }: { formatting: Formatting | null; onAsk: () => void }) {
  if (formatting !== 'too-many') return null;
  return (
    <span className={css['unformatted']}>
      {texts.conversation.asWritten}
      <Button look="link" onClick={onAsk}>
        {texts.conversation.formatAnyway}
      </Button>
    </span>
  );
}

/** A text that takes too many elements is formatted a part at a time; what is shown is the part that was asked for. */
function useParts(all: string) {
  const [before, setBefore] = useState<{ all: string; sources: readonly string[] }>({ all, sources: [] });
  const sources = before.all === all ? before.sources : [];
  const go = (next: readonly string[]): void => setBefore({ all, sources: next });
  return {
    shown: sources.at(-1) ?? all,
    parts: {
      at: sources.length,
      onEarlier: () => go(sources.slice(0, -1)),
      onLater: (following: string) => go([...sources, following]),
    },
  };
}

interface PartsProps {
  readonly at: number;
  /** What is shown now; null where it could not be formatted. */
  readonly made: DrawnText | null;
  readonly onEarlier: () => void;
  readonly onLater: (following: string) => void;
}

function Parts({ at, made, onEarlier, onLater }: PartsProps) {
  const following = made?.following ?? '';
  if (at === 0 && following === '') return null;
  const words = texts.conversation;
  return (
    <span className={css['unformatted']}>
      {words.formattedPart(at + 1, following === '')}
      {at > 0 ? (
        <Button look="link" onClick={onEarlier}>
          {words.earlierPart}
        </Button>
      ) : null}
      {following === '' ? null : (
        <Button look="link" onClick={() => onLater(following)}>
          {words.laterPart}
        </Button>
      )}
    </span>
  );
}

/** What is not formatted. */
function Rest({ text, terms }: { text: string; terms: RegExp | null }) {
  if (text.length > LONG_REST) return <LongText text={text} label={texts.conversation.wholeText} />;
  return (
    <div className={css['written']}>
      <MarkedText text={text} terms={terms} />
    </div>
  );
}
