import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { errorWords } from '../../api/error-text.ts';
import { clock, shortDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { useNow } from '../../ui/use-now.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { outlineHeight, outlineRows } from './outline-rows.ts';
import { movedChoice } from './prompts-choice.ts';
import type { Prompt } from './prompts-choice.ts';
import { usePrompts } from './prompts-list.tsx';
import css from './prompts-outline.module.css';
import type { OpenConversation, ShownRows } from './queries.ts';
import type { ReadingWays } from './reading-ways.ts';
import { useOutlineScroll } from './use-outline-scroll.ts';

/** How often the outline looks where the reader is, in milliseconds. */
const LOOK_MS = 250;
const MINUTE_MS = 60_000;
const PAGE = 8;

interface PromptsOutlineProps {
  readonly sessionId: string;
  readonly open: OpenConversation;
  readonly shown: ShownRows;
  readonly ways: ReadingWays;
}

/** The prompts of the conversation, one below the other under their segments; where the reader is, is marked. */
export function PromptsOutline({ sessionId, open, shown, ways }: PromptsOutlineProps) {
  const { prompts, error } = usePrompts(sessionId, open, shown);
  const current = useCurrent(ways);
  const words = texts.conversation;
  const here = prompts?.findLastIndex(prompt => prompt.index <= current) ?? -1;
  return (
    <nav className={css['outline']} aria-label={words.prompts}>
      <h3>{words.promptCount(prompts?.length ?? 0)}</h3>
      {error === null ? null : (
        <p role="alert">
          {words.promptsFailed}: {errorWords(error).message}
        </p>
      )}
      {prompts === null ? null : <Outline prompts={prompts} segments={open.segments} here={here} onGo={ways.goTo} />}
    </nav>
  );
}

/** Index of the item that is looked at. */
function useCurrent(ways: ReadingWays): number {
  const [current, setCurrent] = useState(() => ways.current());
  useEffect(() => {
    const timer = setInterval(() => setCurrent(ways.current()), LOOK_MS);
    return () => clearInterval(timer);
  }, [ways]);
  return current;
}

interface OutlineProps {
  readonly prompts: readonly Prompt[];
  readonly segments: OpenConversation['segments'];
  /** Place of the prompt that the reader is at; -1 above the first. */
  readonly here: number;
  readonly onGo: (index: number) => void;
}

function Outline({ prompts, segments, here, onGo }: OutlineProps) {
  const rows = useMemo(() => outlineRows(prompts, segments), [prompts, segments]);
  const [chosen, setChosen] = useState<number | null>(null);
  const { scroller, drawn, look, show } = useOutlineScroll(rows);
  const now = useNow(MINUTE_MS);
  useLayoutEffect(() => {
    if (scroller.current?.matches(':hover, :focus-within') === false) show(here);
  }, [scroller, here, show]);
  const active = chosen ?? Math.max(0, here);
  useEffect(() => {
    if (chosen === null) return;
    show(chosen);
    scroller.current?.querySelector<HTMLElement>(`[data-at="${String(chosen)}"]`)?.focus({ preventScroll: true });
  }, [scroller, chosen, drawn, show]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = movedChoice(event.key, active, prompts.length, PAGE);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
  };
  return (
    <div
      ref={scroller}
      className={css['list']}
      tabIndex={-1}
      onScroll={look}
      onKeyDown={onKeyDown}
      onBlur={() => setChosen(null)}
    >
      <div className={css['space']} style={{ height: units(outlineHeight(rows)) }}>
        {drawn.map(row => {
          const prompt = prompts[row.at];
          const style = { top: units(row.top), height: units(row.height) };
          if (row.segment !== null || prompt === undefined) {
            return (
              <h4 key={`segment ${String(row.segment)}`} style={style}>
                {texts.conversation.segment((row.segment ?? 0) + 1, segments.length)}
              </h4>
            );
          }
          const { id, index, time } = prompt;
          const text = prompt.text === '' ? texts.conversation.promptWithoutWords : visibleText(prompt.text);
          return (
            <button
              key={id}
              type="button"
              className={css['prompt']}
              style={style}
              title={Number.isNaN(time) ? text : `${shortDay(time, now)} ${clock(time)}\n${text}`}
              data-at={row.at}
              tabIndex={row.at === active ? 0 : -1}
              aria-current={row.at === here ? 'location' : undefined}
              onClick={() => onGo(index)}
            >
              <time>{Number.isNaN(time) ? '' : clock(time)}</time>
              <span>{text}</span>
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Pixels at a text size of 100 %, as they are at the present one. */
function units(pixels: number): string {
  return `calc(${String(pixels)} * var(--u))`;
}
