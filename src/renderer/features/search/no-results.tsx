import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import css from './search-screen.module.css';
import { useSearchStore } from './search-store.ts';

const SHOWN_TEXT = 200;

/** Why nothing was found: which filter to blame, and what was searched. */
export function NoResults({ text }: { text: string }) {
  const { roles, sources, clearFilters } = useSearchStore();
  const words = texts.search;
  const filters = [
    ...roles.map(role => `${words.roleChip}${role}`),
    ...sources.map(source => `${words.sourceChip}${visibleText(source)}`),
  ];
  return (
    <div className={css['explain']}>
      <h2>{words.nothing(visibleText(text.trim()).slice(0, SHOWN_TEXT))}</h2>
      {filters.length === 0 ? null : (
        <p>
          {words.nothingFiltered(filters)}{' '}
          <Button small onClick={clearFilters}>
            {words.withoutFilters}
          </Button>
        </p>
      )}
      <h2>{words.howRead}</h2>
      <dl>
        {words.explanations.map(([name, explanation]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{explanation}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
