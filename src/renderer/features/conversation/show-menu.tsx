import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuLabel, MenuSeparator, MenuToggle } from '../../ui/menu.tsx';
import type { OpenConversation, ShownRows } from './queries.ts';

interface ShowMenuProps {
  readonly shown: ShownRows;
  readonly open: Pick<OpenConversation, 'hidden' | 'kinds'>;
  readonly onShown: (shown: ShownRows) => void;
}

/** Which rows are shown beside the ordinary ones, with how many there are of each kind. */
export function ShowMenu({ shown, open: { hidden, kinds }, onShown }: ShowMenuProps) {
  const words = texts.conversation;
  const toggles = [
    { key: 'showRewound', name: words.showRewound(kinds.rewound) },
    { key: 'showCompacted', name: words.showCompacted(kinds.compacted) },
    { key: 'showObserved', name: words.showObserved(kinds.observed) },
    { key: 'showBookkeeping', name: words.showBookkeeping(kinds.bookkeeping) },
    { key: 'showEvents', name: words.showEvents(kinds.events) },
  ] as const;
  return (
    <Menu
      label={words.show}
      align="end"
      trigger={
        <Button look="plain" small icon="eye">
          {words.show}
        </Button>
      }
    >
      {toggles.map(({ key, name }) => (
        <MenuToggle key={key} checked={shown[key]} onChange={on => onShown({ ...shown, [key]: on })}>
          {name}
        </MenuToggle>
      ))}
      {hidden.copies > 0 ? (
        <>
          <MenuSeparator />
          <MenuLabel>{words.copiesJoined(hidden.copies)}</MenuLabel>
        </>
      ) : null}
    </Menu>
  );
}
