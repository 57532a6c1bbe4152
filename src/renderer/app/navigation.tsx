import { useDeferredValue } from 'react';
import { Facets } from '../features/sessions/facets.tsx';
import { useRememberedView } from '../features/sessions/use-remembered-view.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icon.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { texts } from './messages.ts';
import css from './navigation.module.css';
import { useUiStore } from './ui-store.ts';
import type { Screen } from './ui-store.ts';

const ITEMS: readonly { screen: Screen; icon: IconName; name: string }[] = [
  { screen: 'sessions', icon: 'sessions', name: texts.shell.sessions },
  { screen: 'search', icon: 'search', name: texts.shell.search },
  { screen: 'dashboard', icon: 'dashboard', name: texts.shell.dashboard },
  { screen: 'settings', icon: 'settings', name: texts.shell.settings },
];

interface NavigationProps {
  /** Icons only. */
  readonly rail: boolean;
  /** The session list is on screen, or about to be. */
  readonly isListDue: boolean;
}

/** The four screens, and what narrows the session list. */
export function Navigation({ rail, isListDue }: NavigationProps) {
  const screen = useUiStore(store => store.place.screen);
  // After the list, not with it: both together are much to lay out in one go.
  const isListThere = useDeferredValue(isListDue);
  useRememberedView();
  return (
    <nav className={classNames(css['navigation'], rail && css['rail'])} aria-label={texts.shell.main}>
      <ul>
        {ITEMS.map(item => (
          <li key={item.screen}>
            <NavigationItem {...item} rail={rail} current={item.screen === screen} />
          </li>
        ))}
      </ul>
      {!rail && isListDue && isListThere && screen === 'sessions' ? <Facets /> : null}
    </nav>
  );
}

function NavigationItem(props: { screen: Screen; icon: IconName; name: string; rail: boolean; current: boolean }) {
  const navigate = useUiStore(store => store.navigate);
  const button = (
    <button
      type="button"
      className={classNames(css['item'], props.current && css['current'])}
      aria-current={props.current ? 'page' : undefined}
      aria-label={props.name}
      onClick={() => {
        navigate({ screen: props.screen });
      }}
    >
      <Icon name={props.icon} />
      {props.rail ? null : <span>{props.name}</span>}
    </button>
  );
  return props.rail ? (
    <Tooltip text={props.name} side="right">
      {button}
    </Tooltip>
  ) : (
    button
  );
}
