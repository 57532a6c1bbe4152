import { texts } from '../../app/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import type { MessageAnswer, SearchState } from './queries.ts';
import css from './search-screen.module.css';

/** Without an index, no hit is no answer. */
function totalWords({ hits, conversations, notices }: MessageAnswer): string {
  const words = texts.search;
  if (hits > 0) return words.counts(hits, conversations, notices.includes('capped'));
  return notices.includes('index-damaged') ? words.noAnswer : words.noHits;
}

/** How far the search has come: the total, then each stage with its count. */
export function StageLine({ state }: { state: SearchState }) {
  const words = texts.search;
  const { titles, fullText, substring } = state;
  const latest = substring ?? fullText;
  const total = latest === null ? words.searching : totalWords(latest);
  const stages = [
    { stage: 'titles', words: titles === null ? null : words.stageCount('titles', titles.total) },
    { stage: 'full-text', words: fullText === null ? null : words.stageCount('full-text', fullText.hits) },
    {
      stage: 'substring',
      words:
        substring === null ? null : words.stageMore('substring', Math.max(0, substring.hits - (fullText?.hits ?? 0))),
    },
  ] as const;
  return (
    <div className={css['stages']} role="status" aria-live="polite">
      <b>{total}</b>
      {stages.map(({ stage, words: done }) =>
        done !== null ? (
          <span key={stage} className={css['done']}>
            <Icon name="check" size="tiny" />
            {done}
          </span>
        ) : state.isRunning ? (
          <span key={stage} className={css['running']}>
            <Icon name="spinner" size="tiny" />
            {words.stageRunning(stage)}
          </span>
        ) : null,
      )}
      {substring === null ? null : <span>{words.took((fullText?.tookMs ?? 0) + substring.tookMs)}</span>}
    </div>
  );
}
