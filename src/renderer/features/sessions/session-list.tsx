import { memo, useCallback, useMemo, useState } from 'react';
import type { ConversationRow, SessionSort } from '../../../shared/contract/sessions.ts';
import type { Preferences } from '../../../shared/contract/app.ts';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { recallScroll, useUiStore } from '../../app/ui-store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StateText } from '../../ui/state-text.tsx';
import { useNow } from '../../ui/use-now.ts';
import { BulkBar } from './bulk-bar.tsx';
import { Chips } from './chips.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { EmptyList } from './empty-list.tsx';
import { HiddenLine } from './hidden-line.tsx';
import { ListBar } from './list-bar.tsx';
import type { ItemSizes } from './list-layout.ts';
import { asksForSamePages, usePlaceOf, useShownSessions } from './queries.ts';
import type { SessionViewData, ShownSessions, WantedRows } from './queries.ts';
import css from './session-list.module.css';
import { SessionRows } from './session-rows.tsx';
import type { Reveal } from './session-rows.tsx';
import { SCROLL_NAME } from './use-held-scroll.ts';

const SIZES = { compact: { row: 44, head: 26 }, comfortable: { row: 52, head: 30 } } as const;

/** The pane of all conversations, with its filters above it and what they hide below it. */
export function SessionList({ preferences }: { preferences: Pick<Preferences, 'density' | 'textSize'> }) {
  const [range, setRange] = useState<WantedRows>({ first: 0, last: 0, kept: -1 });
  const { shown, error, retry } = useShownSessions(range);
  const onRange = useCallback((next: WantedRows) => {
    setRange(old => (asksForSamePages(old, next) ? old : next));
  }, []);
  const now = useNow(30_000);
  const sizes = useItemSizes(preferences);
  const { isSelected, open, reveal } = useOpenSession(shown);

  return (
    <section className={css['pane']} aria-label={texts.sessions.list}>
      <ListBar scopes={shown?.data.scopes} />
      <Chips />
      <ColumnHeads sort={shown?.data.view.sort ?? 'activity'} />
      {error === null ? <EmptyList data={shown?.data} /> : <ListFailure error={error} retry={retry} />}
      <SessionRows {...{ shown, sizes, now, isSelected, reveal, onRange }} onOpen={open} />
      <ListFoot data={shown?.data} />
    </section>
  );
}

/** What the list leaves out and why, and what can be done with the rows that are picked. */
function ListFoot({ data }: { data: SessionViewData | undefined }) {
  if (data === undefined) return <Announcement>{texts.sessions.loading}</Announcement>;
  return (
    <>
      <Announcement>{texts.sessions.shown(data.total)}</Announcement>
      {data.total === 0 ? null : <Elsewhere data={data} />}
      <BulkBar data={data} />
      <HiddenLine hidden={data.hidden} />
    </>
  );
}

function Announcement({ children }: { children: string }) {
  return (
    <p className="visually-hidden" role="status">
      {children}
    </p>
  );
}

function useItemSizes({ density, textSize }: Pick<Preferences, 'density' | 'textSize'>): ItemSizes {
  return useMemo(() => {
    const { row, head } = SIZES[density];
    return { row: (row * textSize) / 100, head: (head * textSize) / 100 };
  }, [density, textSize]);
}

/**
 * Which row is open beside the list. The root is remembered as well, because a compression gives the tip a new id. A
 * conversation that was opened from elsewhere, or by one of its older segments, is looked for in the list; where the
 * list comes back to a place, it stays there.
 */
function useOpenSession(shown: ShownSessions | null) {
  const sessionId = useUiStore(store => store.place.sessionId);
  const navigate = useUiStore(store => store.navigate);
  const [opened, setOpened] = useState<Opened | null>(null);
  const known = opened !== null && opened.sessionId === sessionId;
  const index = usePlaceOf(known ? null : sessionId, shown?.data);
  const found = shown?.rowAt(index);
  if (!known && sessionId !== null && found !== undefined) setOpened({ sessionId, rootId: found.rootId, index });

  const rootId = known ? opened.rootId : sessionId;
  const isSelected = useCallback(
    (row: ConversationRow) => sessionId !== null && (row.id === sessionId || row.rootId === rootId),
    [sessionId, rootId],
  );
  const open = useCallback(
    (row: ConversationRow) => {
      setOpened({ sessionId: row.id, rootId: row.rootId, index: -1 });
      navigate({ screen: 'sessions', sessionId: row.id, messageId: null, highlight: '' });
    },
    [navigate],
  );
  const reveal = useReveal(sessionId, known ? opened.index : index);
  return { isSelected, open, reveal };
}

function useReveal(sessionId: string | null, index: number): Reveal {
  const [restored] = useState(recallScroll(SCROLL_NAME) === undefined ? null : sessionId);
  return useMemo(() => ({ sessionId, index: sessionId === restored ? -1 : index }), [sessionId, restored, index]);
}

/** The conversation that is open, and where in the list it was found; -1 where it was opened from there. */
interface Opened {
  readonly sessionId: string;
  readonly rootId: string;
  readonly index: number;
}

const ColumnHeads = memo(function ColumnHeads({ sort }: { sort: SessionSort }) {
  return (
    <div className={css['heads']} aria-hidden="true">
      <span className={css['sorted']}>
        {texts.sessions.sort[sort]}
        <Icon name={sort === 'title' ? 'down' : 'arrow-down'} size="tiny" />
      </span>
      <span className={css['modelColumn']}>{texts.sessions.columns.model}</span>
      <span className={css['messages']}>{texts.sessions.columns.messages}</span>
      <span className={css['tokens']}>{texts.sessions.columns.tokens}</span>
      <span className={css['cost']}>{texts.sessions.columns.cost}</span>
    </div>
  );
});

function ListFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const words = errorWords(error);
  return (
    <StateText
      role="alert"
      title={texts.sessions.failed}
      message={words.hint === null ? words.message : `${words.message} ${words.hint}`}
      actions={<Button onClick={retry}>{texts.sessions.tryAgain}</Button>}
    />
  );
}
