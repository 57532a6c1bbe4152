import { memo, useRef } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { useCommand, runCommand } from '../../app/commands.ts';
import { number } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { IconButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { KeyHint, TextField } from '../../ui/text-field.tsx';
import { FilterMenu } from './filter-menu.tsx';
import css from './list-bar.module.css';
import type { SessionViewData } from './queries.ts';
import { GroupMenu, SortMenu } from './view-menus.tsx';
import { useSessionViewStore } from './view-store.ts';

/** What stands over the list: the filter, the order, whose sessions it shows, and how they are grouped. */
export const ListBar = memo(function ListBar({ scopes }: { scopes: SessionViewData['scopes'] | undefined }) {
  const scope = useSessionViewStore(store => store.view.scope);
  const change = useSessionViewStore(store => store.change);
  const count = (value: number | undefined): string | undefined => (value === undefined ? undefined : number(value));
  return (
    <div className={css['bar']}>
      <div className={css['line']}>
        <FilterField />
        <FilterMenu />
        <SortMenu />
        <GroupMenu />
      </div>
      <Segmented
        label={texts.sessions.scope}
        value={scope}
        onValue={value => {
          change({ scope: value });
        }}
        items={[
          { value: 'people', label: texts.sessions.people, count: count(scopes?.people) },
          { value: 'automation', label: texts.sessions.automation, count: count(scopes?.automation) },
          { value: 'all', label: texts.sessions.all },
        ]}
      />
    </div>
  );
});

function FilterField() {
  const filter = useSessionViewStore(store => store.view.filter);
  const change = useSessionViewStore(store => store.change);
  const client = useClient();
  const field = useRef<HTMLInputElement>(null);
  useCommand('focus-filter', () => {
    field.current?.focus();
    field.current?.select();
  });
  return (
    <TextField
      ref={field}
      type="search"
      className={css['filter']}
      label={texts.sessions.filter}
      placeholder={texts.sessions.filterPlaceholder}
      icon="filter"
      value={filter}
      maxLength={2000}
      onFocus={() => {
        // What fails is said when a text is asked for.
        client.sessions.prepareFilter({}).catch(() => undefined);
      }}
      onValue={value => {
        change({ filter: value });
      }}
      onKeyDown={event => {
        if (event.key === 'Escape' && filter !== '') change({ filter: '' });
        else if (event.key === 'ArrowDown' || event.key === 'Enter') runCommand('focus-list');
        else return;
        event.preventDefault();
      }}
      end={
        filter === '' ? (
          <KeyHint>/</KeyHint>
        ) : (
          <IconButton
            small
            icon="x"
            label={texts.sessions.clearFilter}
            onClick={() => {
              change({ filter: '' });
              field.current?.focus();
            }}
          />
        )
      }
    />
  );
}
