import { memo, useRef } from 'react';
import { useCommand, runCommand } from '../../app/commands.ts';
import { number } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuChoice, MenuSeparator, MenuToggle } from '../../ui/menu.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { KeyHint, TextField } from '../../ui/text-field.tsx';
import css from './list-bar.module.css';
import type { SessionViewData } from './queries.ts';
import { useSessionViewStore } from './view-store.ts';

const SORTS = ['activity', 'started', 'messages', 'tokens', 'cost', 'title'] as const;

/** What stands over the list: the filter, the order, and whose sessions it shows. */
export const ListBar = memo(function ListBar({ scopes }: { scopes: SessionViewData['scopes'] | undefined }) {
  const scope = useSessionViewStore(store => store.view.scope);
  const change = useSessionViewStore(store => store.change);
  const count = (value: number | undefined): string | undefined => (value === undefined ? undefined : number(value));
  return (
    <div className={css['bar']}>
      <div className={css['line']}>
        <FilterField />
        <SortMenu />
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

function SortMenu() {
  const { sort, showArchived, showChildren } = useSessionViewStore(store => store.view);
  const change = useSessionViewStore(store => store.change);
  return (
    <Menu
      align="end"
      label={texts.sessions.sortMenu}
      trigger={
        <Button icon="sort" aria-label={texts.sessions.sortBy(sort)}>
          {texts.sessions.sort[sort]}
          <Icon name="down" size="tiny" />
        </Button>
      }
    >
      {SORTS.map(value => (
        <MenuChoice
          key={value}
          checked={value === sort}
          onSelect={() => {
            change({ sort: value });
          }}
        >
          {texts.sessions.sort[value]}
        </MenuChoice>
      ))}
      <MenuSeparator />
      <MenuToggle
        checked={showArchived}
        onChange={on => {
          change({ showArchived: on });
        }}
      >
        {texts.sessions.showArchived}
      </MenuToggle>
      <MenuToggle
        checked={showChildren}
        onChange={on => {
          change({ showChildren: on });
        }}
      >
        {texts.sessions.showChildren}
      </MenuToggle>
    </Menu>
  );
}
