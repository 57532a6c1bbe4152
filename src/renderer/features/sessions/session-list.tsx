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
import { Chips } from './chips.tsx';
import { EmptyList } from './empty-list.tsx';
import { HiddenLine } from './hidden-line.tsx';
import { ListBar } from './list-bar.tsx';
import type { ItemSizes } from './list-layout.ts';
import { asksForSamePages, useShownSessions } from './queries.ts';
import type { WantedRows } from './queries.ts';
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
  const { isSelected, open } = useOpenSession();
  const data = shown?.data;

  return (
    <section className={css['pane']} aria-label={texts.sessions.list}>
      <ListBar scopes={data?.scopes} />
      <Chips />
      <ColumnHeads sort={data?.view.sort ?? 'activity'} />
      {error === null ? null : <ListFailure error={error} retry={retry} />}
      {error === null ? <EmptyList data={data} /> : null}
      <SessionRows shown={shown} sizes={sizes} now={now} isSelected={isSelected} onOpen={open} onRange={onRange} />
      <p className="visually-hidden" role="status">
        {data === undefined ? texts.sessions.loading : texts.sessions.shown(data.total)}
      </p>
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

/** Which row is open beside the list. The root is remembered as well, because a compression gives the tip a new id. */
function useOpenSession() {
  const sessionId = useUiStore(store => store.place.sessionId);
  const navigate = useUiStore(store => store.navigate);
  const [opened, setOpened] = useState<{ sessionId: string; rootId: string } | null>(null);
  const rootId = opened !== null && opened.sessionId === sessionId ? opened.rootId : sessionId;
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
  return { isSelected, open };
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
