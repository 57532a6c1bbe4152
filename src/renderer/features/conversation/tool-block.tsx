import type { MessageBody } from '../../../shared/contract/conversation.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { useFold, useReader } from './reader-context.tsx';
import css from './tool-block.module.css';
import { LooseResultCard, ToolCallCard } from './tool-card.tsx';
import { ArticleContext, type ArticleComponent } from './tools/article-context.ts';

/** More calls in one message than this wait for a click. */
const MAX_CALLS = 40;

/**
 * The calls of one message and the results in it, as one block: several calls were made at once.
 *
 * @param article - draws the messages of a subagent inside its call.
 */
export function ToolBlock({ body, article }: { body: MessageBody; article: ArticleComponent }) {
  const [all, showAll] = useFold(`calls ${body.id}`, useIsSoughtBehind(body));
  const { toolCalls, looseResults } = body;
  if (toolCalls.length + looseResults.length === 0) return null;
  const calls = all ? toolCalls : toolCalls.slice(0, MAX_CALLS);
  const results = all ? looseResults : looseResults.slice(0, MAX_CALLS);
  const hidden = toolCalls.length + looseResults.length - calls.length - results.length;
  return (
    <ArticleContext value={article}>
      <div className={css['tools']}>
        {toolCalls.length > 1 ? <ParallelHead calls={toolCalls} /> : null}
        <div className={css['calls']} data-parallel={toolCalls.length > 1}>
          {calls.map((call, index) => (
            <ToolCallCard key={index} call={call} messageId={body.id} index={index} calledAt={body.timestamp} />
          ))}
          {results.map(result => (
            <LooseResultCard key={result.messageId} result={result} isItem={result.messageId === body.id} />
          ))}
        </div>
        {hidden > 0 ? (
          <Button look="link" small onClick={showAll}>
            {texts.conversation.moreCalls(hidden)}
          </Button>
        ) : null}
      </div>
    </ArticleContext>
  );
}

/** The reader was sent to a result among those that wait for a click. */
function useIsSoughtBehind({ toolCalls, looseResults }: MessageBody): boolean {
  const { hitId, found } = useReader();
  const behind = [...toolCalls.slice(MAX_CALLS).map(call => call.result), ...looseResults.slice(MAX_CALLS)];
  return behind.some(
    result => result !== null && (result.messageId === hitId || result.messageId === found?.messageId),
  );
}

/** How many calls were made at once, and how many of them failed. */
function ParallelHead({ calls }: { calls: MessageBody['toolCalls'] }) {
  const failed = calls.filter(call => call.result?.failed === true).length;
  return (
    <div className={css['parallel']}>
      <span>{texts.tools.parallel(calls.length)}</span>
      {failed > 0 ? <span className={css['failed']}>{texts.tools.someFailed(failed)}</span> : null}
    </div>
  );
}
