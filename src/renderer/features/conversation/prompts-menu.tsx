import { Popover } from 'radix-ui';
import { useMemo, useRef, useState } from 'react';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { PromptsList } from './prompts-list.tsx';
import css from './prompts-menu.module.css';
import type { OpenConversation, ShownRows } from './queries.ts';
import type { ReadingWays } from './reading-ways.ts';
import { promptsOf } from './skeleton-places.ts';

interface PromptsMenuProps {
  readonly sessionId: string;
  readonly open: OpenConversation;
  readonly shown: ShownRows;
  readonly ways: ReadingWays;
}

/** The user's prompts of the whole conversation: choosing one goes there. */
export function PromptsMenu({ sessionId, open, shown, ways }: PromptsMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const wentSomewhere = useRef(false);
  const count = useMemo(() => promptsOf(open.skeleton).length, [open.skeleton]);
  const words = texts.conversation;
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={next => {
        wentSomewhere.current = false;
        setOpen(next);
      }}
    >
      <Popover.Trigger asChild>
        <Button look="plain" small icon="prompts" aria-label={words.promptCount(count)}>
          <span className={css['label']}>{words.promptCount(count)}</span>
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={css['panel']}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={words.prompts}
          onCloseAutoFocus={event => {
            if (wentSomewhere.current) event.preventDefault();
          }}
        >
          <PromptsList
            sessionId={sessionId}
            open={open}
            shown={shown}
            current={ways.current()}
            onGo={index => {
              wentSomewhere.current = true;
              setOpen(false);
              ways.goTo(index);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
