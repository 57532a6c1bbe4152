import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import type { HitGroup, SearchHit } from '../../../shared/contract/search.ts';
import { runCommand, useCommand } from '../../app/commands.ts';
import { shortDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { recallScroll, rememberScroll } from '../../app/ui-store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { sourceIcon } from '../../ui/source-icon.ts';
import { useNow } from '../../ui/use-now.ts';
import { useVirtualList } from '../../ui/virtual-list.tsx';
import { visibleName } from '../../ui/visible-name.ts';
import { HitRow } from './hit-row.tsx';
import { layOutResults } from './results-layout.ts';
import type { ResultItem, ResultsLayout } from './results-layout.ts';
import { useLikelyHit } from './use-likely-hit.ts';
import css from './results.module.css';

const MINUTE_MS = 60_000;
const OVERSCAN = 4;
const SCROLL = 'search results';
const SIDES = 130;
const MOST_WIDTH = 720;
const PAGE = 8;

interface ResultsProps {
  readonly groups: readonly HitGroup[];
  /** Changes with the question: a new one starts at the top. */
  readonly question: string;
  /** What is shown does not answer the question yet, or not in full. */
  readonly isBusy: boolean;
  readonly onOpen: (hit: SearchHit) => void;
  /** What stands above the hits and scrolls with them. */
  readonly children: ReactNode;
}

/** The hits, grouped by conversation; only those in sight are in the document. */
export function Results({ groups, question, isBusy, onOpen, children }: ResultsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const now = useNow(MINUTE_MS);
  const leadElement = useRef<HTMLDivElement>(null);
  const { width, scale, lead } = useTextSize(scroller, leadElement);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const layout = useMemo(
    () => layOutResults(groups, { expanded, width, scale, lead }),
    [groups, expanded, width, scale, lead],
  );
  const { range, reveal } = useVirtualList(scroller, layout, { name: 'results', overscan: OVERSCAN });
  const leaveTo = (hit: SearchHit): void => {
    // The browser lays the document out anew, in the middle of its change, for an element that leaves with the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onOpen(hit);
  };
  const cursor = useHitCursor({ scroller, layout, question, reveal, onOpen: leaveTo });
  const onPoint = useLikelyHit(cursor.current);
  useKeptScroll(scroller, question, layout.count > 0);

  return (
    <div
      ref={scroller}
      className={css['results']}
      role="region"
      aria-label={texts.search.region}
      aria-busy={isBusy}
      onKeyDown={cursor.onKeyDown}
    >
      <div ref={leadElement} className={css['lead']}>
        {children}
      </div>
      <div style={{ height: layout.height - lead, paddingTop: layout.offsetOf(range.first) - lead }}>
        {runsOf(layout.items.slice(range.first, range.last + 1)).map(run => (
          <Group
            key={run.group.conversationId}
            run={run}
            now={now}
            cursor={cursor}
            onOpen={leaveTo}
            onPoint={onPoint}
            onMore={id => setExpanded(new Set([...expanded, id]))}
          />
        ))}
      </div>
    </div>
  );
}

interface Run {
  readonly group: HitGroup;
  readonly items: ResultItem[];
}

function runsOf(items: readonly ResultItem[]): Run[] {
  const runs: Run[] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last?.group === item.group) last.items.push(item);
    else runs.push({ group: item.group, items: [item] });
  }
  return runs;
}

interface GroupProps {
  readonly run: Run;
  readonly now: number;
  readonly cursor: { readonly current: SearchHit | null; readonly onFocus: (hit: SearchHit) => void };
  readonly onOpen: (hit: SearchHit) => void;
  readonly onPoint: (hit: SearchHit | null, isPressed: boolean) => void;
  readonly onMore: (conversationId: string) => void;
}

function Group({ run: { group, items }, now, cursor, onOpen, onPoint, onMore }: GroupProps) {
  const more = items.find(item => item.kind === 'more');
  return (
    <section>
      {items.some(item => item.kind === 'head') ? <GroupHead group={group} now={now} /> : null}
      <div role="list" aria-label={visibleName(group.label)}>
        {items.map(item =>
          item.kind === 'hit' ? (
            <HitRow
              key={item.hit.messageId}
              hit={item.hit}
              lines={item.lines}
              isCursor={item.hit === cursor.current}
              now={now}
              onOpen={onOpen}
              onPoint={onPoint}
              onFocus={cursor.onFocus}
            />
          ) : null,
        )}
      </div>
      {more === undefined ? null : (
        <p className={css['more']}>
          {more.listed ? (
            <Button look="link" onClick={() => onMore(group.conversationId)}>
              {texts.search.more(more.count)}
            </Button>
          ) : (
            texts.search.notListed(more.count)
          )}
        </p>
      )}
    </section>
  );
}

function GroupHead({ group, now }: { group: HitGroup; now: number }) {
  const facts = [
    group.profile === undefined ? '' : visibleName(group.profile),
    visibleName(group.source),
    group.model === null ? '' : visibleName(group.model),
    group.lastActive === null ? '' : shortDay(group.lastActive, now),
    group.archived ? texts.search.archived : '',
  ].filter(fact => fact !== '');
  return (
    <h2 className={css['head']}>
      <Icon name={sourceIcon(group.source)} size="small" />
      <span className={css['title']}>{visibleName(group.label)}</span>
      <span className={css['facts']}>{texts.search.sourceAndModel(facts)}</span>
      <span className={css['count']}>{texts.search.hits(group.hitCount)}</span>
    </h2>
  );
}

/** Width of a snippet, size of the text and height of what stands above, for laying out without drawing. */
function useTextSize(scroller: RefObject<HTMLDivElement | null>, above: RefObject<HTMLDivElement | null>) {
  const [size, setSize] = useState({ width: MOST_WIDTH, scale: 1, lead: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    const lead = above.current;
    if (element === null || lead === null) return;
    const measure = (): void => {
      const scale = Number(getComputedStyle(document.documentElement).getPropertyValue('--text-scale')) || 1;
      const width = Math.max(160, Math.min(MOST_WIDTH * scale, element.clientWidth - SIDES * scale));
      const next = { width, scale, lead: lead.getBoundingClientRect().height };
      setSize(old => (old.width === width && old.scale === scale && old.lead === next.lead ? old : next));
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    resized.observe(lead);
    return () => resized.disconnect();
  }, [scroller, above]);
  return size;
}

function scrollTo(element: HTMLElement, top: number): void {
  element.scrollTop = top;
}

/** A new question starts at the top; Back finds the place again. */
function useKeptScroll(scroller: RefObject<HTMLDivElement | null>, question: string, ready: boolean): void {
  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || !ready || shown.current === question) return;
    scrollTo(element, shown.current === null ? (recallScroll(SCROLL) ?? 0) : 0);
    shown.current = question;
  }, [scroller, question, ready]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const remember = (): void => rememberScroll(SCROLL, element.scrollTop);
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [scroller]);
}

interface HitCursorInput {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly layout: ResultsLayout;
  readonly question: string;
  readonly reveal: (item: number) => void;
  readonly onOpen: (hit: SearchHit) => void;
}

/** Which hit has the tab stop, and the keys that move between hits. */
function useHitCursor({ scroller, layout, question, reveal, onOpen }: HitCursorInput) {
  const hits = useMemo(
    () => layout.items.flatMap((item, index) => (item.kind === 'hit' ? [{ hit: item.hit, index }] : [])),
    [layout],
  );
  const [chosen, setChosen] = useState<{ question: string; hit: SearchHit } | null>(null);
  const found = hits.findIndex(({ hit }) => chosen?.question === question && isSameHit(hit, chosen.hit));
  const at = Math.max(0, found);
  const current = hits[at]?.hit ?? null;
  const wantsFocus = useRef(false);

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const row = scroller.current?.querySelector('[role="listitem"][tabindex="0"]');
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
  });
  const moveTo = (next: number): void => {
    const target = hits[Math.max(0, Math.min(hits.length - 1, next))];
    if (target === undefined) return;
    wantsFocus.current = true;
    reveal(target.index);
    setChosen({ question, hit: target.hit });
  };
  useCommand('focus-results', () => moveTo(at));
  useCommand('open-result', () => {
    if (current !== null) onOpen(current);
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !isOnHit(event.target)) return;
    const next = nextHit(event.key, at, hits.length - 1);
    if (event.key === 'Enter' && current !== null) onOpen(current);
    else if (event.key === 'Escape' || next === -1) runCommand('focus-search');
    else if (next !== null) moveTo(next);
    else return;
    event.preventDefault();
  };
  const onFocus = (hit: SearchHit): void => setChosen({ question, hit });
  return { current, onKeyDown, onFocus };
}

/** In several files a message is known by its session only. */
function isSameHit(a: SearchHit, b: SearchHit): boolean {
  return a.messageId === b.messageId && a.sessionId === b.sessionId;
}

/** Where a key leads from a hit: -1 is above the first one, null for a key that leads nowhere. */
function nextHit(key: string, at: number, last: number): number | null {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return at + 1;
    case 'ArrowUp':
    case 'k':
      return at - 1;
    case 'PageDown':
      return at + PAGE;
    case 'PageUp':
      return Math.max(0, at - PAGE);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

function isOnHit(target: EventTarget): boolean {
  return target instanceof Element && target.getAttribute('role') === 'listitem';
}
