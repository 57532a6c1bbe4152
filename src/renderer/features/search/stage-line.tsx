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

/** What each stage found, in words; null for one that is not through. */
function stageWords({ titles, fullText, substring }: SearchState) {
  const words = texts.search;
  const more = Math.max(0, (substring?.hits ?? 0) - (fullText?.hits ?? 0));
  return [
    { stage: 'titles', found: titles === null ? null : words.stageCount('titles', titles.total) },
    { stage: 'full-text', found: fullText === null ? null : words.stageCount('full-text', fullText.hits) },
    { stage: 'substring', found: substring === null ? null : words.stageMore('substring', more) },
  ] as const;
}

/** How far the search has come: the total, then each stage with its count. */
export function StageLine({ state }: { state: SearchState }) {
  const words = texts.search;
  const { fullText, substring, isRunning } = state;
  const latest = substring ?? fullText;
  return (
    <div className={css['stages']} role="status" aria-live="polite">
      <b>{latest === null ? words.searching : totalWords(latest)}</b>
      {stageWords(state)
        .filter(({ found }) => found !== null || isRunning)
        .map(({ stage, found }) => (
          <span key={stage} className={css[found === null ? 'running' : 'done']}>
            <Icon name={found === null ? 'spinner' : 'check'} size="tiny" />
            {found ?? words.stageRunning(stage)}
          </span>
        ))}
      {substring === null ? null : <span>{words.took((fullText?.tookMs ?? 0) + substring.tookMs)}</span>}
    </div>
  );
}
