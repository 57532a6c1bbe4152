import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
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

/** Where to open. A message that is among the hidden rows has them shown. */
function useOpeningMessage({ sessionId, messageId, shown, isFresh, onShown }: PaneProps): Opening {
  const client = useClient();
  const located = useQuery({
    queryKey: ['conversation', 'locate', sessionId, messageId],
    queryFn: async ({ signal }) => {
      if (messageId === null) return null;
      const visible = await client.conversation.locate({ sessionId, messageId, ...shown }, { signal });
      if (visible.itemId !== null) return { itemId: visible.itemId, isHidden: false };
      const any = await client.conversation.locate({ sessionId, messageId, ...EVERYTHING }, { signal });
      return { itemId: any.itemId, isHidden: any.itemId !== null };
    },
    enabled: messageId !== null,
    meta: { still: true },
  });
  const found = located.data ?? null;
  const revealed = useRef<number | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  useEffect(() => {
    if (found?.isHidden !== true || revealed.current === messageId) return;
    revealed.current = messageId;
    setAsked(messageId);
    onShown(EVERYTHING);
  }, [found, messageId, onShown]);

  const itemId = found?.itemId ?? null;
  const isComing = !isFresh || (found?.isHidden === true && asked !== messageId);
  const place = useMemo((): OpeningPlace => ({ itemId, messageId, isComing }), [itemId, messageId, isComing]);
  if (messageId === null) return { place: AT_END, isLost: false };
  if (located.error !== null) return { place: AT_END, isLost: true };
  if (found === null) return { place: null, isLost: false };
  return { place: itemId === null ? AT_END : place, isLost: itemId === null };
}

function NothingShown({ hidden, onShowAll }: { hidden: OpenConversation['hidden']; onShowAll: () => void }) {
  const words = texts.conversation;
  const count = hidden.rewound + hidden.bookkeeping;
  if (count === 0) return <StateText title={words.empty} message={words.emptyHint} />;
  return (
    <StateText
      title={words.allHidden}
      message={words.allHiddenHint(count)}
      actions={<Button onClick={onShowAll}>{words.show}</Button>}
    />
  );
}
