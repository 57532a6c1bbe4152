import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useCommand } from '../../app/commands.ts';
import { texts } from '../../app/messages.ts';
import { useUiStore } from '../../app/ui-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { usePaced } from '../../ui/use-paced.ts';
import css from './find-bar.module.css';
import type { ReadingWays } from './reading-ways.ts';
import { firstFinding, useFindings } from './use-find.ts';
import type { Finding, Findings } from './use-find.ts';

const GAP_MS = 150;

interface FindBarProps {
  readonly sessionId: string;
  /** Null as long as there is no scroll to move. */
  readonly ways: ReadingWays | null;
  /** All rows are hidden by choice: there is nothing to scroll before they are shown. */
  readonly isNothingShown: boolean;
  /** Has rows shown that are hidden by choice. */
  readonly onReveal: () => void;
  /** Told the items in which something is found, for as long as the bar is there. */
  readonly onFound: (itemIds: readonly number[]) => void;
}

/** Finds a text in the open conversation, in all of it and not only in what is drawn. There once it was asked for. */
export function FindBar(props: FindBarProps) {
  const [asked, setAsked] = useState(0);
  useCommand('find', () => {
    setAsked(times => times + 1);
  });
  return asked === 0 ? null : (
    <OpenBar
      {...props}
      asked={asked}
      onClose={() => {
        setAsked(0);
      }}
    />
  );
}

function OpenBar(props: FindBarProps & { asked: number; onClose: () => void }) {
  const { sessionId, asked, onClose } = props;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const text = usePaced(typed.trim(), GAP_MS);
  const findings = useFindings(sessionId, text);
  const { at, step } = useSteps(findings, props);
  useHighlight(text);
  useTold(findings, props.onFound);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [asked]);

  useFocusGivenBack();

  const words = texts.conversation.find;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const count = findings?.found.length ?? 0;
  const shownAt = findings?.found[at]?.place;
  return (
    <div className={css['bar']} role="search" aria-label={words.name}>
      <TextField
        ref={field}
        type="search"
        icon="search"
        className={css['field']}
        label={words.name}
        placeholder={words.placeholder}
        value={typed}
        maxLength={500}
        onValue={setTyped}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={css['count']}>
        {findings === null ? '' : words.place(at, count)}
        {shownAt === undefined || shownAt === 'shown' ? '' : ` · ${words.where[shownAt]}`}
        {findings?.isCut === true ? ` ${words.cut}` : ''}
      </span>
      <IconButton small icon="up" label={words.previous} disabled={count === 0} onClick={() => step(-1)} />
      <IconButton small icon="down" label={words.next} disabled={count === 0} onClick={() => step(1)} />
      <IconButton small icon="x" label={words.close} onClick={onClose} />
    </div>
  );
}

/** Who had the focus before the bar has it again when the bar goes. */
function useFocusGivenBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isFree = document.activeElement === null || document.activeElement === document.body;
      if (isFree && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}

/** What is found is told as long as the bar is there. */
function useTold(findings: Findings | null, onFound: FindBarProps['onFound']): void {
  useEffect(() => {
    onFound(findings?.found.map(({ itemId }) => itemId) ?? []);
    return () => onFound([]);
  }, [findings, onFound]);
}

/** Goes to the nearest finding of a new text, and from one to the next. */
function useSteps(findings: Findings | null, { ways, isNothingShown, onReveal }: FindBarProps) {
  const awaited = useRef<Finding | null>(null);
  const [at, setAt] = useState(-1);
  const gone = useRef<string | null>(null);
  const go = (to: number): void => {
    const finding = findings?.found[to];
    if (finding === undefined || (ways === null && !isNothingShown)) return;
    setAt(to);
    awaited.current = ways !== null && goToFinding(ways, finding) ? null : finding;
    // One that is hidden by choice is shown because it is gone to, as any message that a link leads to.
    if (awaited.current !== null) onReveal();
  };
  useEffect(() => {
    if (ways !== null && awaited.current !== null && goToFinding(ways, awaited.current)) awaited.current = null;
  }, [ways]);
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    if (findings === null || (ways === null && !isNothingShown) || gone.current === findings.text) return;
    gone.current = findings.text;
    setAt(-1);
    const first = ways === null ? 0 : firstFinding(findings.found, ways.current(), ways.indexOf);
    if (first >= 0) latest.current(first);
  }, [findings, ways, isNothingShown]);
  const count = findings?.found.length ?? 0;
  const step = (by: 1 | -1): void => {
    if (count > 0) go((at + by + count) % count);
  };
  return { at, step };
}

/** False where the finding is not among the rows that are shown. */
function goToFinding(ways: ReadingWays, { itemId, messageId, place }: Finding): boolean {
  const index = ways.indexOf(itemId);
  if (index >= 0) ways.goTo(index, messageId, { focus: false, found: place });
  return index >= 0;
}

/** What is looked for is marked while the bar is there; what was marked before is marked again afterwards. */
function useHighlight(text: string): void {
  const navigate = useUiStore(store => store.navigate);
  const before = useRef(useUiStore.getState().place.highlight);
  const marked = useRef('');
  useEffect(() => {
    if (text === '') return;
    marked.current = text;
    navigate({ highlight: text }, { replace: true });
  }, [text, navigate]);
  useEffect(() => {
    const { current } = before;
    return () => {
      // Another place has its own.
      const { place } = useUiStore.getState();
      if (place.highlight === marked.current) navigate({ highlight: current }, { replace: true });
    };
  }, [navigate]);
}
