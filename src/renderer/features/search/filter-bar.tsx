import { useState } from 'react';
import type { SearchSort } from '../../../shared/contract/search.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuToggle } from '../../ui/menu.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { visibleName } from '../../ui/visible-name.ts';
import type { ShownAnswer } from './queries.ts';
import css from './search-screen.module.css';
import { useSearchStore } from './search-store.ts';

const ROLES = ['user', 'assistant', 'tool'] as const;
const SORTS: readonly SearchSort[] = ['relevance', 'newest', 'oldest'];

/** Role and source filters, and the order of the hits. */
export function FilterBar({ shown }: { shown: ShownAnswer | null }) {
  const { sort, roles, sources, setSort, toggleRole, toggleSource } = useSearchStore();
  const known = useKnownSources(shown);
  const words = texts.search;
  return (
    <div className={css['bar']}>
      <div className={css['roles']} role="group" aria-label={words.roles}>
        {ROLES.map(role => (
          <Button
            key={role}
            small
            look={roles.includes(role) ? 'normal' : 'plain'}
            icon={roles.includes(role) ? 'check' : undefined}
            aria-pressed={roles.includes(role)}
            onClick={() => toggleRole(role)}
          >
            {words.role(role)}
          </Button>
        ))}
      </div>
      <Menu
        label={words.sources}
        trigger={
          <Button small look="plain" icon="filter">
            {sources.length === 0 ? words.anySource : sources.map(visibleName).join(', ')}
          </Button>
        }
      >
        {known.map(source => (
          <MenuToggle key={source} checked={sources.includes(source)} onChange={() => toggleSource(source)}>
            {visibleName(source)}
          </MenuToggle>
        ))}
      </Menu>
      <span className={css['space']} />
      <Segmented
        label={words.sort}
        value={sort}
        items={SORTS.map(value => ({ value, label: words.sorts[value] }))}
        onValue={setSort}
      />
    </div>
  );
}

/** Sources that hits have come from since the window was opened, and those that are filtered for. */
function useKnownSources(shown: ShownAnswer | null): readonly string[] {
  const chosen = useSearchStore(store => store.sources);
  const [known, setKnown] = useState<readonly string[]>([]);
  const found = shown?.messages.groups.map(group => group.source).filter(source => source !== '') ?? [];
  const all = [...new Set([...known, ...chosen, ...found])];
  if (all.length > known.length) setKnown(all.sort());
  return known;
}
