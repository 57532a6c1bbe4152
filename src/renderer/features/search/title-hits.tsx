import { useState } from 'react';
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

/** Conversations whose id or title holds the text. */
export function TitleHits({ titles, onOpen }: { titles: TitleAnswer | null; onOpen: (sessionId: string) => void }) {
  const now = useNow(MINUTE_MS);
  const [all, setAll] = useState(false);
  if (titles === null || titles.conversations.length === 0) return null;
  const shown = titles.conversations.slice(0, all ? MOST : FIRST);
  const rest = Math.min(MOST, titles.conversations.length) - shown.length;
  return (
    <section className={css['titles']} aria-label={texts.search.titles}>
      <h2>{texts.search.titles}</h2>
      {shown.map(({ conversationId, label, source, model, lastActive, profile }) => (
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
