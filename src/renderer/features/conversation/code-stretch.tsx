import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import css from './code-block.module.css';
import { ColourRoom, estimatedHeight, LEAF_LINES, lineStarts, partsOf, textOfLines } from './code-lines.ts';
import type { LineRange } from './code-lines.ts';
import { useColouredLines } from './code-runs.ts';
import type { CodeRun } from './code-runs.ts';
import { MarkedText } from './marked-text.tsx';
import { useReader } from './reader-context.tsx';
import type { ColouredLines } from './text-jobs.ts';

/** What the stretches of one piece of code share. */
interface Shared {
  readonly code: string;
  readonly starts: Uint32Array;
  readonly colours: ColouredLines;
  readonly terms: RegExp | null;
  readonly room: ColourRoom;
}

/**
 * Code in the colours of its language, as soon as they are known. Whatever its length, only the lines in sight are
 * elements: what lies further away is one stretch of plain text, cut into smaller ones when it comes near.
 */
export function Code({ code, language }: { code: string; language: string }) {
  const { terms } = useReader();
  const colours = useColouredLines(code, language);
  const starts = useMemo(() => lineStarts(code), [code]);
  const [room] = useState(() => new ColourRoom());
  const shared: Shared = { code, starts, colours, terms, room };
  const whole = { from: 0, to: starts.length - 1 };
  if (whole.to <= LEAF_LINES) return <Lines shared={shared} range={whole} inSight />;
  return partsOf(whole).map(range => (
    <Stretch key={range.from} shared={shared} range={range} isFirst={range.from === 0} />
  ));
}

function Stretch({ shared, range, isFirst }: { shared: Shared; range: LineRange; isFirst: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const inSight = useInSight(box, isFirst);
  const isLeaf = range.to - range.from <= LEAF_LINES;
  const isLast = range.to === shared.starts.length - 1;
  return (
    <div ref={box} className={css['stretch']} style={{ containIntrinsicBlockSize: `auto ${estimatedHeight(range)}px` }}>
      {inSight && !isLeaf ? (
        partsOf(range).map(part => (
          <Stretch key={part.from} shared={shared} range={part} isFirst={isFirst && part.from === range.from} />
        ))
      ) : (
        <Lines shared={shared} range={range} inSight={inSight} />
      )}
      {isLast || (inSight && !isLeaf) ? null : '\n'}
    </div>
  );
}

function Lines({ shared, range, inSight }: { shared: Shared; range: LineRange; inSight: boolean }) {
  const { code, starts, colours, terms, room } = shared;
  const { from, to } = range;
  const runs = useMemo(
    () => (inSight && colours !== null ? runsOf(colours, { from, to }) : null),
    [inSight, colours, from, to],
  );
  const hasRoom = useRoom(room, runs);
  if (runs === null || !hasRoom) return <MarkedText text={textOfLines(code, starts, range)} terms={terms} />;
  return runs.map((run, at) =>
    run.kind === null ? (
      <MarkedText key={at} text={run.text} terms={terms} />
    ) : (
      <span key={at} className={css[run.kind]}>
        <MarkedText text={run.text} terms={terms} />
      </span>
    ),
  );
}

function runsOf(colours: readonly (readonly CodeRun[])[], { from, to }: LineRange): CodeRun[] {
  return colours
    .slice(from, to)
    .flatMap((line, at) => (from + at === to - 1 ? line : [...line, { text: '\n', kind: null }]));
}

/** Whether the colours have their elements; given back when they are gone. */
function useRoom(room: ColourRoom, runs: readonly CodeRun[] | null): boolean {
  const [granted, setGranted] = useState<readonly CodeRun[] | null>(null);
  useLayoutEffect(() => {
    const count = runs?.filter(run => run.kind !== null).length ?? 0;
    if (runs === null || !room.take(count)) return undefined;
    setGranted(runs);
    return () => {
      room.give(count);
      setGranted(null);
    };
  }, [room, runs]);
  return runs !== null && granted === runs;
}

/** True while an element is near what is seen of the page. */
function useInSight(box: RefObject<HTMLElement | null>, initially: boolean): boolean {
  const [inSight, setInSight] = useState(initially || typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const element = box.current;
    if (element === null || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(entries => setInSight(entries.at(-1)?.isIntersecting === true), {
      rootMargin: '80px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return inSight;
}
