import type { SessionGrouping, SessionScope, SessionSort, SessionView } from '../../../shared/contract/sessions.ts';
import { runCommand } from '../commands.ts';
import { texts } from '../messages.ts';
import { useUiStore } from '../ui-store.ts';
import type { IconName } from '../../ui/icon.tsx';
import { useSessionViewStore } from '../../features/sessions/view-store.ts';
import { whenOpen } from './command.ts';
import type { AppCommand } from './command.ts';

const say = texts.palette;
const SCOPES: readonly SessionScope[] = ['people', 'automation', 'all'];
const SORTS: readonly SessionSort[] = ['activity', 'started', 'messages', 'tokens', 'cost', 'title'];
const GROUPS: readonly SessionGrouping[] = ['day', 'source', 'model', 'project', 'job', 'none'];

type Named = Pick<AppCommand, 'id' | 'title' | 'icon'>;

/** A command about the list goes to the list, so that one sees what it does. */
function inList(named: Named, act: () => void, isOffered = whenOpen): AppCommand {
  return {
    ...named,
    words: 'list view',
    isOffered,
    run: () => {
      useUiStore.getState().navigate({ screen: 'sessions' });
      act();
    },
  };
}

function choice(named: Named, change: Partial<SessionView>): AppCommand {
  return inList(named, () => {
    useSessionViewStore.getState().change(change);
  });
}

function toggle(
  key: 'showArchived' | 'showChildren',
  icon: IconName,
  words: { on: string; off: string },
): readonly AppCommand[] {
  return ([true, false] as const).map(on => ({
    ...choice({ id: `${key}-${on ? 'on' : 'off'}`, title: on ? words.on : words.off, icon }, { [key]: on }),
    isOffered: tools => whenOpen(tools) && useSessionViewStore.getState().view[key] !== on,
  }));
}

/** What the session list shows, and in which order. */
export const LIST_COMMANDS: readonly AppCommand[] = [
  {
    id: 'focus-filter',
    title: say.focusFilter,
    icon: 'filter',
    keys: ['/'],
    isOffered: whenOpen,
    run: focusFilter,
  },
  ...SCOPES.map(scope => choice({ id: `scope-${scope}`, title: say.scopes[scope], icon: 'user' }, { scope })),
  ...SORTS.map(sort => choice({ id: `sort-${sort}`, title: say.sorts[sort], icon: 'sort' }, { sort })),
  ...GROUPS.map(group =>
    inList({ id: `group-${group}`, title: say.groupings[group], icon: 'columns' }, () => {
      useSessionViewStore.getState().setGroup(group);
    }),
  ),
  ...toggle('showArchived', 'archive', { on: say.showArchived, off: say.hideArchived }),
  ...toggle('showChildren', 'subagent', { on: say.showChildren, off: say.hideChildren }),
  inList({ id: 'show-everything', title: say.showEverything, icon: 'eye' }, () => {
    useSessionViewStore.getState().showEverything();
  }),
  inList({ id: 'clear-filters', title: say.clearFilters, icon: 'x' }, () => {
    const store = useSessionViewStore.getState();
    store.clearFilters();
    store.change({ filter: '' });
  }),
];

/** The field that narrows what is on screen; where it is not on screen yet, it is after the next frame. */
function focusFilter(): void {
  const { place, navigate } = useUiStore.getState();
  if (place.screen === 'search') runCommand('focus-search');
  else if (!runCommand('focus-filter')) {
    navigate({ screen: 'sessions' });
    requestAnimationFrame(() => runCommand('focus-filter'));
  }
}
