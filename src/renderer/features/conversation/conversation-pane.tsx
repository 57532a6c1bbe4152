import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { texts } from '../../app/messages.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { StateText } from '../../ui/state-text.tsx';
import { ConversationScroll } from './conversation-scroll.tsx';
import { matchTerms } from './match-terms.ts';
import { useSteadySkeleton } from './queries.ts';
import type { OpenConversation, ShownRows } from './queries.ts';
import { ReaderContext } from './reader-context.tsx';
import type { OpeningPlace } from './use-opening-place.ts';

interface PaneProps {
  readonly open: OpenConversation;
  readonly sessionId: string;
  readonly messageId: number | null;
  readonly highlight: string;
  readonly shown: ShownRows;
  /** False while the answer for other shown rows is on its way. */
  readonly isFresh: boolean;
  readonly onShown: (shown: ShownRows) => void;
}

const EVERYTHING: ShownRows = { showRewound: true, showBookkeeping: true };
const AT_END: OpeningPlace = { itemId: null, messageId: null, isComing: false };

/** What was said. Finds the message that was asked for before anything is drawn. */
export function ConversationPane(props: PaneProps) {
  const { open, sessionId, messageId, highlight, onShown } = props;
  const [folds] = useState(() => new Map<string, boolean>());
  const skeleton = useSteadySkeleton(open);
  const { place, isLost } = useOpeningMessage(props);
  const shared = useMemo(
    () => ({ sessionId, terms: matchTerms(highlight), hitId: messageId, folds }),
    [sessionId, highlight, messageId, folds],
  );
  if (skeleton.ids.length === 0) return <NothingShown hidden={open.hidden} onShowAll={() => onShown(EVERYTHING)} />;
  if (place === null) return null;
  return (
    <ReaderContext value={shared}>
      {isLost ? <Banner tone="warn">{texts.conversation.messageGone}</Banner> : null}
      <ConversationScroll open={open} skeleton={skeleton} place={place} />
    </ReaderContext>
  );
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

function useLocated({ sessionId, messageId, shown }: PaneProps) {
  const client = useClient();
  return useQuery({
    queryKey: ['conversation', 'locate', sessionId, messageId],
    queryFn: async ({ signal }): Promise<Located | null> => {
      if (messageId === null) return null;
      const visible = await client.conversation.locate({ sessionId, messageId, ...shown }, { signal });
      if (visible.itemId !== null) return { itemId: visible.itemId, isHidden: false };
      const any = await client.conversation.locate({ sessionId, messageId, ...EVERYTHING }, { signal });
      return { itemId: any.itemId, isHidden: any.itemId !== null };
    },
    enabled: messageId !== null,
    meta: { still: true },
  });
}

/** Has hidden rows shown once, where the message that was asked for is among them; true when that was done. */
function useReveal(messageId: number | null, isHidden: boolean, onShown: PaneProps['onShown']): boolean {
  const [revealed, setRevealed] = useState<number | null>(null);
  useEffect(() => {
    if (!isHidden || revealed === messageId) return;
    setRevealed(messageId);
    onShown(EVERYTHING);
  }, [isHidden, revealed, messageId, onShown]);
  return revealed === messageId;
}

/** Where to open. */
function useOpeningMessage(props: PaneProps): Opening {
  const { messageId, isFresh, onShown } = props;
  const { data, error } = useLocated(props);
  const { itemId, isHidden } = data ?? NOT_LOCATED;
  const wasRevealed = useReveal(messageId, isHidden, onShown);
  const isComing = !isFresh || (isHidden && !wasRevealed);
  const place = useMemo((): OpeningPlace => ({ itemId, messageId, isComing }), [itemId, messageId, isComing]);
  if (messageId === null) return { place: AT_END, isLost: false };
  if (data === undefined && error === null) return { place: null, isLost: false };
  return itemId === null ? { place: AT_END, isLost: true } : { place, isLost: false };
}

function NothingShown({ hidden, onShowAll }: { hidden: OpenConversation['hidden']; onShowAll: () => void }) {
  const words = texts.conversation;
  const count = hidden.rewound + hidden.bookkeeping;
  return (
    <section aria-label={words.region}>
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
