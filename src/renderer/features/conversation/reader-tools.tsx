import { texts } from '../../app/messages.ts';
import { IconButton } from '../../ui/button.tsx';
import { DateJump } from './date-jump.tsx';
import { PromptsMenu } from './prompts-menu.tsx';
import type { OpenConversation, ShownRows } from './queries.ts';
import css from './reader-tools.module.css';
import type { ReadingWays, ShownFailure } from './reading-ways.ts';
import { ShowMenu } from './show-menu.tsx';

interface ReaderToolsProps {
  readonly sessionId: string;
  readonly open: OpenConversation;
  readonly shown: ShownRows;
  readonly onShown: (shown: ShownRows) => void;
  /** Null as long as there is no scroll to move. */
  readonly ways: ReadingWays | null;
  readonly failures: readonly ShownFailure[];
  readonly onFailure: (step: 1 | -1) => void;
}

/** Ways through the open conversation, at the end of the tab bar. */
export function ReaderTools(props: ReaderToolsProps) {
  const { sessionId, open, shown, onShown, ways, failures, onFailure } = props;
  const words = texts.conversation;
  return (
    <>
      {ways === null ? null : (
        <>
          {failures.length === 0 ? null : (
            <div className={css['failures']} role="group" aria-label={words.failureCount(failures.length)}>
              <span title={words.failureCount(failures.length)} data-count={failures.length}>
                {words.failureCount(failures.length)}
              </span>
              <IconButton small icon="up" label={words.previousFailure} onClick={() => onFailure(-1)} />
              <IconButton small icon="down" label={words.nextFailure} onClick={() => onFailure(1)} />
            </div>
          )}
          <PromptsMenu sessionId={sessionId} open={open} shown={shown} ways={ways} />
          <DateJump timestamps={open.skeleton.timestamps} ways={ways} />
        </>
      )}
      <ShowMenu shown={shown} open={open} onShown={onShown} />
    </>
  );
}
