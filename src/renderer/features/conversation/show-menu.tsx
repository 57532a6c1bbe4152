import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuLabel, MenuSeparator, MenuToggle } from '../../ui/menu.tsx';
import type { OpenConversation, ShownRows } from './queries.ts';

interface ShowMenuProps {
  readonly shown: ShownRows;
  readonly hidden: OpenConversation['hidden'];
  readonly onShown: (shown: ShownRows) => void;
}

/** Which rows are shown beside the ordinary ones, with how many there are. */
export function ShowMenu({ shown, hidden, onShown }: ShowMenuProps) {
  const words = texts.conversation;
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
      <MenuToggle checked={shown.showRewound} onChange={showRewound => onShown({ ...shown, showRewound })}>
        {words.showRewound(hidden.rewound)}
      </MenuToggle>
      <MenuToggle checked={shown.showBookkeeping} onChange={showBookkeeping => onShown({ ...shown, showBookkeeping })}>
        {words.showBookkeeping(hidden.bookkeeping)}
      </MenuToggle>
      {hidden.copies > 0 ? (
        <>
          <MenuSeparator />
          <MenuLabel>{words.copiesJoined(hidden.copies)}</MenuLabel>
        </>
      ) : null}
    </Menu>
  );
}
