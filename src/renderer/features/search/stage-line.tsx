import { texts } from '../../app/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import type { SearchState } from './queries.ts';
import css from './search-screen.module.css';

/** How far the search has come: the total, then each stage with its count. */
export function StageLine({ state }: { state: SearchState }) {
  const words = texts.search;
  const { titles, fullText, substring } = state;
  const latest = substring ?? fullText;
  const atLeast = latest?.notices.includes('capped') === true;
  const total =
    latest === null
      ? words.searching
      : latest.hits === 0
        ? words.noHits
        : words.counts(latest.hits, latest.conversations, atLeast);
  const stages = [
    { stage: 'titles', count: titles?.total },
    { stage: 'full-text', count: fullText?.hits },
    { stage: 'substring', count: substring?.hits },
  ] as const;
  return (
    <div className={css['stages']} role="status" aria-live="polite">
      <b>{total}</b>
      {stages.map(({ stage, count }) =>
        count !== undefined ? (
          <span key={stage} className={css['done']}>
            <Icon name="check" size="tiny" />
            {words.stageCount(stage, count)}
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
