import { memo, useCallback, useMemo, useState } from 'react';
import type { ConversationRow, SessionSort } from '../../../shared/contract/sessions.ts';
import type { Preferences } from '../../../shared/contract/app.ts';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { useUiStore } from '../../app/ui-store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StateText } from '../../ui/state-text.tsx';
import { useNow } from '../../ui/use-now.ts';
import { BulkBar } from './bulk-bar.tsx';
import { Chips } from './chips.tsx';
import { EmptyList } from './empty-list.tsx';
import { HiddenLine } from './hidden-line.tsx';
import { ListBar } from './list-bar.tsx';
import type { ItemSizes } from './list-layout.ts';
import { asksForSamePages, usePlaceOf, useShownSessions } from './queries.ts';
import type { ShownSessions, WantedRows } from './queries.ts';
import css from './session-list.module.css';
import { SessionRows } from './session-rows.tsx';

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
  const data = shown?.data;

  return (
    <section className={css['pane']} aria-label={texts.sessions.list}>
      <ListBar scopes={data?.scopes} />
      <Chips />
      <ColumnHeads sort={data?.view.sort ?? 'activity'} />
      {error === null ? null : <ListFailure error={error} retry={retry} />}
      {error === null ? <EmptyList data={data} /> : null}
      <SessionRows {...{ shown, sizes, now, isSelected, reveal, onRange }} onOpen={open} />
      <p className="visually-hidden" role="status">
        {data === undefined ? texts.sessions.loading : texts.sessions.shown(data.total)}
      </p>
      {data === undefined ? null : <BulkBar data={data} />}
      {data === undefined ? null : <HiddenLine hidden={data.hidden} />}
    </section>
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
 * conversation that was opened from elsewhere, or by one of its older segments, is looked for in the list.
 */
function useOpenSession(shown: ShownSessions | null) {
  const sessionId = useUiStore(store => store.place.sessionId);
  const navigate = useUiStore(store => store.navigate);
  const [opened, setOpened] = useState<{ sessionId: string; rootId: string } | null>(null);
  const known = opened !== null && opened.sessionId === sessionId;
  const index = usePlaceOf(known ? null : sessionId, shown?.data);
  const found = shown?.rowAt(index);
  if (!known && sessionId !== null && found !== undefined) setOpened({ sessionId, rootId: found.rootId });

  const rootId = known ? opened.rootId : sessionId;
  const isSelected = useCallback(
    (row: ConversationRow) => sessionId !== null && (row.id === sessionId || row.rootId === rootId),
    [sessionId, rootId],
  );
  const open = useCallback(
    (row: ConversationRow) => {
      setOpened({ sessionId: row.id, rootId: row.rootId });
      navigate({ screen: 'sessions', sessionId: row.id, messageId: null, highlight: '' });
    },
    [navigate],
  );
  return { isSelected, open, reveal: index };
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
