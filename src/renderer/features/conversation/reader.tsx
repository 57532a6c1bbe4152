import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import { errorWords } from '../../api/error-text.ts';
import { AppError } from '../../../shared/errors.ts';
import { runCommand } from '../../app/commands.ts';
import { texts } from '../../app/messages.ts';
import { useUiStore } from '../../app/ui-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { StateText } from '../../ui/state-text.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ConversationPane } from './conversation-pane.tsx';
import { FindBar } from './find-bar.tsx';
import { useOpenConversation } from './queries.ts';
import { OutlineDock } from './outline-dock.tsx';
import { ReaderHead } from './reader-head.tsx';
import css from './reader.module.css';
import { ReaderTools } from './reader-tools.tsx';
import type { ReadingWays } from './reading-ways.ts';
import { useShownRows } from './use-shown-rows.ts';
import { useStandouts } from './use-standouts.ts';

/** What the tabs beside the conversation show of it. */
export interface ReaderPanels {
  readonly lineage: (row: ConversationRow) => ReactNode;
  readonly usage: (row: ConversationRow) => ReactNode;
  readonly details: (sessionIds: readonly string[]) => ReactNode;
}

export interface ReaderProps {
  /** Any session of the conversation. */
  readonly sessionId: string;
  /** The message to open at; null for the end. */
  readonly messageId: number | null;
  /** What is marked, one term a line; empty for nothing. */
  readonly highlight: string;
  readonly panels: ReaderPanels;
  /** Told when the first messages have been painted; never where there are none. */
  readonly onShown?: (() => void) | undefined;
}

/** One conversation: its head, and tabs with what was said, where it comes from, what it cost, and every column. */
export function Reader({ sessionId, messageId, highlight, panels, onShown: onFirst }: ReaderProps) {
  const { shown, isRevealed, onShown, onReveal, onHideAgain } = useShownRows(sessionId);
  const open = useOpenConversation(sessionId, messageId, shown);
  const tab = useUiStore(store => store.place.tab);
  const navigate = useUiStore(store => store.navigate);
  const sessionIds = useMemo(() => open.data?.segments.map(segment => segment.sessionId) ?? [], [open.data]);
  const [ways, setWays] = useState<ReadingWays | null>(null);
  const [foundItems, setFoundItems] = useState<readonly number[]>(NO_ITEMS);
  const { marked, failures, onFailure } = useStandouts(sessionId, open, ways);
  // Tools for the whole of a conversation need not come in one piece with its messages.
  const laterWays = useDeferredValue(open.isPart ? null : ways);

  if (open.data === undefined || isGone(open.error)) {
    return open.error === null ? (
      <StateText title={texts.conversation.loading} message="" role="status" />
    ) : (
      <Failure error={open.error} onRetry={() => void open.refetch()} />
    );
  }
  const { row } = open.data;
  const { tab: names } = texts.conversation;
  const conversation = (
    <>
      <FindBar
        key={`find ${sessionId}`}
        sessionId={sessionId}
        ways={open.isPart ? null : ways}
        isNothingShown={open.data.skeleton.ids.length === 0}
        onReveal={onReveal}
        onFound={setFoundItems}
      />
      {isRevealed ? <Revealed onHideAgain={onHideAgain} /> : null}
      <OutlineDock sessionId={sessionId} open={open.data} shown={shown} ways={laterWays}>
        <ConversationPane
          key={sessionId}
          open={open.data}
          sessionId={sessionId}
          messageId={messageId}
          highlight={highlight}
          shown={shown}
          isFresh={open.isFresh}
          isPart={open.isPart}
          isPrepared={open.isPrepared}
          entered={open.entered}
          marked={marked}
          foundItems={foundItems}
          onReveal={onReveal}
          onFailure={onFailure}
          onWays={setWays}
          onFirst={onFirst}
        />
      </OutlineDock>
    </>
  );
  const tools = (
    <ReaderTools
      sessionId={sessionId}
      open={open.data}
      shown={shown}
      onShown={onShown}
      ways={laterWays}
      failures={failures}
      onFailure={onFailure}
    />
  );
  return (
    <div className={css['reader']}>
      <ReaderHead row={row} />
      {open.error === null ? null : <NotRenewed error={open.error} onRetry={() => void open.refetch()} />}
      <Tabs
        label={texts.conversation.tabs}
        value={tab}
        onValue={next => navigate({ tab: next }, { replace: true })}
        tools={tab === 'conversation' ? tools : null}
        items={[
          { value: 'conversation', label: names.conversation, content: conversation },
          { value: 'lineage', label: names.lineage, content: panels.lineage(row) },
          { value: 'usage', label: names.usage, content: panels.usage(row) },
          { value: 'details', label: names.details, content: panels.details(sessionIds) },
        ]}
      />
    </div>
  );
}

const NO_ITEMS: readonly number[] = [];

/** What had the focus may have gone with the conversation. */
function useFreeFocusToList(): void {
  useEffect(() => {
    if (document.activeElement === document.body) runCommand('focus-list');
  }, []);
}

function isGone(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-found';
}

/** Rows that are hidden by choice are shown because one of them was asked for. */
function Revealed({ onHideAgain }: { onHideAgain: () => void }) {
  return (
    <Banner
      tone="info"
      actions={
        <Button small onClick={onHideAgain}>
          {texts.conversation.hideAgain}
        </Button>
      }
    >
      {texts.conversation.revealed}
    </Banner>
  );
}

/** What is on screen may be old: asking again failed. */
function NotRenewed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Banner
      tone="danger"
      actions={
        <Button small onClick={onRetry}>
          {texts.conversation.tryAgain}
        </Button>
      }
    >
      {texts.conversation.notRenewed}: {errorWords(error).message}
    </Banner>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  useFreeFocusToList();
  const navigate = useUiStore(store => store.navigate);
  const gone = isGone(error);
  const words = errorWords(error);
  const toList = (): void => {
    navigate({ sessionId: null, messageId: null, highlight: '' });
    runCommand('focus-list');
  };
  return (
    <StateText
      role="alert"
      title={gone ? texts.conversation.gone : words.title}
      message={gone ? texts.conversation.goneHint : [words.message, words.hint].filter(Boolean).join(' ')}
      actions={
        <>
          {gone ? null : <Button onClick={onRetry}>{texts.conversation.tryAgain}</Button>}
          <Button onClick={toList}>{texts.conversation.toList}</Button>
        </>
      }
    />
  );
}
