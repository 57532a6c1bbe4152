import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuChoice, MenuSeparator, MenuToggle } from '../../ui/menu.tsx';
import css from './list-bar.module.css';
import { useSessionViewStore } from './view-store.ts';

const SORTS = ['activity', 'started', 'messages', 'tokens', 'cost', 'title'] as const;
const GROUPINGS = ['day', 'source', 'model', 'project', 'job', 'none'] as const;

/** The order of the list, and what it shows although it is left out otherwise. */
export function SortMenu() {
  const { sort, showArchived, showChildren } = useSessionViewStore(store => store.view);
  const change = useSessionViewStore(store => store.change);
  return (
    <Menu
      align="end"
      label={texts.sessions.sortMenu}
      trigger={
        <Button icon="sort" aria-label={texts.sessions.sortBy(sort)} title={texts.sessions.sortBy(sort)}>
          <span className={css['wide']}>{texts.sessions.sort[sort]}</span>
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

/** By what the list is parted; each of the three scopes has its own. */
export function GroupMenu() {
  const { group, sort } = useSessionViewStore(store => store.view);
  const setGroup = useSessionViewStore(store => store.setGroup);
  const byTime = sort === 'activity' || sort === 'started';
  return (
    <Menu
      align="end"
      label={texts.sessions.groupMenu}
      trigger={
        <Button icon="group" aria-label={texts.sessions.groupBy(group)} title={texts.sessions.groupBy(group)}>
          <span className={css['wide']}>{texts.sessions.grouping[group]}</span>
          <Icon name="down" size="tiny" />
        </Button>
      }
    >
      {GROUPINGS.map(value => (
        <MenuChoice
          key={value}
          checked={value === group}
          detail={value === 'day' && !byTime ? texts.sessions.groupNeedsTime : undefined}
          onSelect={() => {
            setGroup(value);
          }}
        >
          {texts.sessions.grouping[value]}
        </MenuChoice>
      ))}
    </Menu>
  );
}
