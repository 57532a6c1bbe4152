import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { HiddenReason, SessionView } from '../../../shared/contract/sessions.ts';
import { useClient } from '../../api/client-context.tsx';
import { shortDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { sourceIcon } from '../../ui/source-icon.ts';
import { useNow } from '../../ui/use-now.ts';
import { visibleName } from '../../ui/visible-name.ts';
import type { TitleAnswer } from './queries.ts';
import css from './search-screen.module.css';
import { Snippet } from './snippet.tsx';

const FIRST = 3;
const MOST = 20;
const MINUTE_MS = 60_000;

interface TitleHitsProps {
  readonly titles: TitleAnswer | null;
  /** What the session list shows. */
  readonly listView: SessionView;
  readonly onOpen: (sessionId: string) => void;
}

/** Conversations whose id or title holds the text, each with the reason where the list does not show it. */
export function TitleHits({ titles, listView, onOpen }: TitleHitsProps) {
  const now = useNow(MINUTE_MS);
  const [all, setAll] = useState(false);
  const shown = titles?.conversations.slice(0, all ? MOST : FIRST) ?? [];
  const reasons = useReasons(
    shown.map(({ conversationId }) => conversationId),
    listView,
  );
  if (titles === null || shown.length === 0) return null;
  const rest = Math.min(MOST, titles.conversations.length) - shown.length;
  return (
    <section className={css['titles']} aria-label={texts.search.titles}>
      <h2>{texts.search.titles}</h2>
      {shown.map(({ conversationId, label, source, model, lastActive, profile }, at) => (
        <button
          key={conversationId}
          type="button"
          data-session-id={conversationId}
          onClick={() => onOpen(conversationId)}
        >
          <Icon name={sourceIcon(source)} size="small" />
          <span className={css['title']}>
            <Snippet parts={label} />
          </span>
          <span className={css['facts']}>
            {[
              visibleName(profile ?? ''),
              visibleName(model ?? ''),
              lastActive === null ? '' : shortDay(lastActive, now),
              whyNotListed(reasons[at]),
            ]
              .filter(fact => fact !== '')
              .join(' · ')}
          </span>
        </button>
      ))}
      {rest > 0 ? (
        <Button look="link" small onClick={() => setAll(true)}>
          {texts.search.moreTitles(rest)}
        </Button>
      ) : null}
    </section>
  );
}

/** Where is my session? Why the list, as it is now, does not show these. */
function useReasons(ids: readonly string[], view: SessionView): readonly (HiddenReason | null)[] {
  const client = useClient();
  return useQueries({
    queries: ids.map(id => ({
      queryKey: ['sessions', 'where-exactly', id, view],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.sessions.where({ text: id, view, limit: 1, exact: true }, { signal }),
    })),
    combine: answers => answers.map(({ data }) => data?.found[0]?.reason ?? null),
  });
}

function whyNotListed(reason: HiddenReason | null | undefined): string {
  return reason === null || reason === undefined ? '' : texts.palette.notListed(reason);
}
