import { memo, Suspense, useEffect, useRef, useState } from 'react';
import { SessionList } from '../features/sessions/session-list.tsx';
import { Splitter } from '../ui/splitter.tsx';
import { StateText } from '../ui/state-text.tsx';
import { runCommand, useCommand } from './commands.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Reader } from './lazy-screens.tsx';
import type { ListTurn } from './list-turn.ts';
import { texts } from './messages.ts';
import css from './sessions-screen.module.css';
import { useUiStore } from './ui-store.ts';
import { useMedia } from './use-media.ts';
import { useSetPreferences } from './use-preferences.ts';
import type { AppInfo } from './window.tsx';

const LIST_MIN = 300;
const LIST_MAX = 640;
const NARROW_LIST = 340;
const WIDE_DEFAULT = { from: 456, to: 600 } as const;

interface SessionsScreenProps {
  readonly info: AppInfo;
  /** Whether it is the turn of the list, and who is told when it may be. */
  readonly turn: ListTurn;
}

/** The list and the conversation beside it; in a narrow window one of the two. */
export function SessionsScreen({ info, turn: { isListDue, onShown } }: SessionsScreenProps) {
  const sessionId = useUiStore(store => store.place.sessionId);
  const single = useMedia('(max-width: 759px)');
  const { width, setDragged } = useListWidth(info.preferences.listWidth);
  const setPreferences = useSetPreferences();
  const onAsked = useAskedList({ isListDue, onShown });
  return (
    <>
      {single && sessionId !== null ? null : (
        <div className={single ? css['only'] : css['list']} style={single ? undefined : { width }}>
          {isListDue ? <SessionList preferences={info.preferences} /> : <ComingList onAsked={onAsked} />}
        </div>
      )}
      {single ? null : (
        <Splitter
          label={texts.shell.resizeList}
          value={width}
          min={LIST_MIN}
          max={LIST_MAX}
          onMove={setDragged}
          onDone={chosen => {
            setPreferences({ listWidth: chosen });
          }}
        />
      )}
      {single && sessionId === null ? null : (
        <div className={css['reader']}>
          <OpenConversation sessionId={sessionId} onShown={onShown} />
        </div>
      )}
    </>
  );
}

/** Stands for the list before its turn: a key that leads to it is not lost. */
function ComingList({ onAsked }: { onAsked: () => void }) {
  useCommand('focus-list', onAsked);
  return null;
}

/** @returns has the list come at once, and gives it the focus. */
function useAskedList({ isListDue, onShown }: ListTurn): () => void {
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isListDue || !isAsked.current) return;
    isAsked.current = false;
    runCommand('focus-list');
  }, [isListDue]);
  return () => {
    isAsked.current = true;
    onShown();
  };
}

function useListWidth(preferred: number) {
  const narrow = useMedia('(max-width: 1100px)');
  const wide = useMedia('(min-width: 1800px)');
  const [dragged, setDragged] = useState<number | null>(null);
  const start = wide && preferred === WIDE_DEFAULT.from ? WIDE_DEFAULT.to : preferred;
  const width = dragged ?? (narrow ? Math.min(NARROW_LIST, start) : start);
  return { width, setDragged };
}

interface OpenConversationProps {
  readonly sessionId: string | null;
  readonly onShown: () => void;
}

/** It has nothing to do with the list that comes and goes beside it, and is not drawn again for that. */
const OpenConversation = memo(function OpenConversation({ sessionId, onShown }: OpenConversationProps) {
  const messageId = useUiStore(store => store.place.messageId);
  const highlight = useUiStore(store => store.place.highlight);
  if (sessionId === null) {
    return <StateText title={texts.shell.nothingOpen} message={texts.shell.nothingOpenHint} />;
  }
  return (
    <ErrorBoundary key={sessionId}>
      <Suspense>
        <Reader sessionId={sessionId} messageId={messageId} highlight={highlight} onShown={onShown} />
      </Suspense>
    </ErrorBoundary>
  );
});
