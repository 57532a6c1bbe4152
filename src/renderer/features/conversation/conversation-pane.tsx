import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { texts } from '../../app/messages.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { StateText } from '../../ui/state-text.tsx';
import { ConversationScroll } from './conversation-scroll.tsx';
import { matchTerms } from './match-terms.ts';
import type { Found } from './sought.ts';
import { useLanding } from './use-landing.ts';
import { useSteadySkeleton } from './queries.ts';
import { EVERYTHING } from './reader-preferences.ts';
import type { MinimapItems } from './minimap-marks.ts';
import type { OpenConversation, OpeningConversation, ShownRows } from './queries.ts';
import { ReaderContext } from './reader-context.tsx';
import type { ReadingWays } from './reading-ways.ts';
import { useFreeFocus } from './use-free-focus.ts';
import type { OpeningPlace } from './use-opening-place.ts';

interface PaneProps {
  readonly open: OpenConversation;
  readonly sessionId: string;
  readonly messageId: number | null;
  readonly highlight: string;
  readonly shown: ShownRows;
  /** False while the answer for other shown rows is on its way. */
  readonly isFresh: boolean;
  readonly onReveal: () => void;
  readonly isPart: boolean;
  /** What is seen first has been fetched and formatted. */
  readonly isPrepared: boolean;
  /** What was found out on entering. */
  readonly entered: OpeningConversation['entered'];
  /** Indexes of the items that stand out. */
  readonly marked: Omit<MinimapItems, 'hits'>;
  /** Items in which something was found by looking through the conversation. */
  readonly foundItems: readonly number[];
  readonly onFailure: (step: 1 | -1) => void;
  readonly onWays: (ways: ReadingWays | null) => void;
  /** Told when the first messages have been painted. */
  readonly onFirst: (() => void) | undefined;
}

const AT_END: OpeningPlace = { itemId: null, messageId: null, isComing: false, resume: null };

/** What was said. Finds the message that was asked for before anything is drawn. */
export function ConversationPane(props: PaneProps) {
  const { open, sessionId, messageId, highlight, foundItems, onReveal, onWays } = props;
  const [folds] = useState(() => new Map<string, boolean>());
  const [found, setFound] = useFound(messageId);
  const skeleton = useSteadySkeleton(open);
  const { place, isLost } = useOpeningMessage(props);
  const terms = useMemo(() => matchTerms(highlight), [highlight]);
  const shared = useMemo(
    () => ({ sessionId, terms, hitId: messageId, found, folds }),
    [sessionId, terms, messageId, found, folds],
  );
  const onMissed = useCallback(
    (missed: Found) => {
      setFound(last => (last === missed ? { ...missed, isMissed: true } : last));
    },
    [setFound],
  );
  useLanding(useSoughtPlace(found, messageId), terms, onMissed);
  const onFindingWays = useCallback(
    (ways: ReadingWays | null) => {
      onWays(ways === null ? null : { ...ways, goTo: openingWhatIsFound(ways, folds, setFound) });
    },
    [onWays, folds, setFound],
  );
  const hit = place?.itemId ?? null;
  const marked = useMemo(() => {
    const at = hit === null ? -1 : skeleton.ids.indexOf(hit);
    return { ...props.marked, hits: foundItems.length > 0 ? indexesOf(foundItems, skeleton) : at === -1 ? [] : [at] };
  }, [props.marked, hit, skeleton, foundItems]);
  if (skeleton.ids.length === 0) return <NothingShown hidden={open.hidden} onShowAll={onReveal} />;
  if (place === null) return null;
  return (
    <ReaderContext value={shared}>
      {isLost ? <Banner tone="warn">{texts.conversation.messageGone}</Banner> : null}
      <ConversationScroll
        open={open}
        skeleton={skeleton}
        place={place}
        isPart={props.isPart}
        isPrepared={props.isPrepared}
        marked={marked}
        onFailure={props.onFailure}
        onWays={onFindingWays}
        onFirst={props.onFirst}
      />
    </ReaderContext>
  );
}

/** What was found last, until another message is asked for. */
function useFound(messageId: number | null) {
  const [asked, setAsked] = useState(messageId);
  const [found, setFound] = useState<Found | null>(null);
  if (asked !== messageId) {
    setAsked(messageId);
    setFound(null);
  }
  return [found, setFound] as const;
}

/** Says which message was found, wherever it is gone to; that its card was closed once does not count then. */
function openingWhatIsFound(
  ways: ReadingWays,
  folds: Map<string, boolean>,
  onFound: (found: Found) => void,
): ReadingWays['goTo'] {
  return (index, messageId, options) => {
    const { opens = false, found: place } = options ?? {};
    if ((opens || place !== undefined) && messageId !== undefined) {
      for (const [key, isOpen] of folds) if (!isOpen && isFoldOf(key, messageId)) folds.delete(key);
      onFound({ messageId, place: place ?? 'shown', isMatch: place !== undefined, isMissed: false });
    }
    ways.goTo(index, messageId, options);
  };
}

/** A fold that may hold what is found in a message: cards are named by the message that made the call. */
function isFoldOf(key: string, messageId: number): boolean {
  return key.startsWith('call ') || `${key} `.includes(` ${String(messageId)} `);
}

/** What was found last, else the message that was asked for; never shown as stored for that. */
function useSoughtPlace(found: Found | null, messageId: number | null): Found | null {
  const hit = useMemo(
    (): Found | null => (messageId === null ? null : { messageId, place: 'shown', isMatch: true, isMissed: true }),
    [messageId],
  );
  return found ?? hit;
}

function indexesOf(items: readonly number[], { ids }: OpenConversation['skeleton']): number[] {
  const wanted = new Set(items);
  const indexes: number[] = [];
  ids.forEach((id, index) => {
    if (wanted.has(id)) indexes.push(index);
  });
  return indexes;
}

interface Opening {
  /** Null while it is being found out. */
  readonly place: OpeningPlace | null;
  /** The message that was asked for is nowhere. */
  readonly isLost: boolean;
}

interface Located {
  readonly itemId: number | null;
  /** The item is among the rows that are not shown. */
  readonly isHidden: boolean;
}

const NOT_LOCATED: Located = { itemId: null, isHidden: false };

function useLocated({ sessionId, messageId, shown, entered, isPart }: PaneProps) {
  const client = useClient();
  // The part that came first was made around the message.
  const [known] = useState(entered.itemId === null ? null : { messageId, itemId: entered.itemId });
  const isKnown = known !== null && known.messageId === messageId;
  const located = useQuery({
    queryKey: ['conversation', 'locate', sessionId, messageId],
    queryFn: async ({ signal }): Promise<Located | null> => {
      if (messageId === null) return null;
      const visible = await client.conversation.locate({ sessionId, messageId, ...shown }, { signal });
      if (visible.itemId !== null) return { itemId: visible.itemId, isHidden: false };
      const any = await client.conversation.locate({ sessionId, messageId, ...EVERYTHING }, { signal });
      return { itemId: any.itemId, isHidden: any.itemId !== null };
    },
    enabled: messageId !== null && !isKnown && !isPart,
    meta: { still: true },
  });
  return isKnown ? { data: { itemId: known.itemId, isHidden: false }, error: null } : located;
}

/** Has hidden rows shown once, where the message that was asked for is among them; true when that was done. */
function useReveal(messageId: number | null, isHidden: boolean, onReveal: PaneProps['onReveal']): boolean {
  const [revealed, setRevealed] = useState<number | null>(null);
  useEffect(() => {
    if (!isHidden || revealed === messageId) return;
    setRevealed(messageId);
    onReveal();
  }, [isHidden, revealed, messageId, onReveal]);
  return revealed === messageId;
}

/** Where to open. */
function useOpeningMessage(props: PaneProps): Opening {
  const { messageId, isFresh, onReveal, entered } = props;
  const { data, error } = useLocated(props);
  const { itemId, isHidden } = data ?? NOT_LOCATED;
  const wasRevealed = useReveal(messageId, isHidden, onReveal);
  const isComing = !isFresh || (isHidden && !wasRevealed);
  const place = useMemo(
    (): OpeningPlace => ({ itemId, messageId, isComing, resume: null }),
    [itemId, messageId, isComing],
  );
  const resumed = useMemo(() => ({ ...AT_END, resume: entered.place }), [entered.place]);
  if (messageId === null) return { place: resumed, isLost: false };
  if (data === undefined && error === null) return { place: null, isLost: false };
  return itemId === null ? { place: AT_END, isLost: true } : { place, isLost: false };
}

function NothingShown({ hidden, onShowAll }: { hidden: OpenConversation['hidden']; onShowAll: () => void }) {
  const words = texts.conversation;
  const box = useFreeFocus<HTMLElement>();
  const { copies: _, ...kinds } = hidden;
  const count = Object.values(kinds).reduce((sum, rows) => sum + rows, 0);
  return (
    <section ref={box} aria-label={words.region} tabIndex={-1}>
      {count === 0 ? (
        <StateText title={words.empty} message={words.emptyHint} />
      ) : (
        <StateText
          title={words.allHidden}
          message={words.allHiddenHint(count)}
          actions={<Button onClick={onShowAll}>{words.show}</Button>}
        />
      )}
    </section>
  );
}
