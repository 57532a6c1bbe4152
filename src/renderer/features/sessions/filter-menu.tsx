import { Popover } from 'radix-ui';
import { texts } from '../../app/messages.ts';
import { useMedia } from '../../app/use-media.ts';
import { IconButton } from '../../ui/button.tsx';
import { filterCount } from './chips.tsx';
import { Facets } from './facets.tsx';
import css from './filter-menu.module.css';
import { useSessionViewStore } from './view-store.ts';

/** The facets behind a button, where the navigation is too narrow to hold them. */
export function FilterMenu() {
  const isRail = useMedia('(max-width: 1100px)');
  const count = useSessionViewStore(store => filterCount(store.view));
  if (!isRail) return null;
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton
          icon="filter"
          on={count > 0}
          label={count > 0 ? texts.sessions.filtersOn(count) : texts.sessions.filters}
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={css['panel']}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={texts.sessions.filters}
        >
          <Facets />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
