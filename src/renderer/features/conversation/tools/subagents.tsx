import { useQuery } from '@tanstack/react-query';
import type { Subagent } from '../../../../shared/contract/delegation.ts';
import { useClient } from '../../../api/client-context.tsx';
import { errorWords } from '../../../api/error-text.ts';
import { compactNumber, costSign, fullTime } from '../../../app/format.ts';
import { texts } from '../../../app/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { CostText } from '../../../ui/cost-text.tsx';
import { visibleText } from '../../../ui/visible-text.ts';
import { useFold, useReader } from '../reader-context.tsx';
import { SubagentTranscript } from './subagent-transcript.tsx';
import css from './subagents.module.css';

interface SubagentsProps {
  readonly messageId: number;
  readonly index: number;
  readonly resultId: number | null;
}

/** The subagents that a call started, each to be opened in its place; where that is not certain, the possible ones. */
export function Subagents({ messageId, index, resultId }: SubagentsProps) {
  const client = useClient();
  const { sessionId } = useReader();
  const input = { sessionId, messageId, call: index, resultId };
  const { data, error } = useQuery({
    queryKey: ['conversation', 'subagents', input],
    queryFn: ({ signal }) => client.delegation.subagents(input, { signal }),
  });
  const words = texts.tools.subagent;
  if (error !== null) {
    return (
      <p className={css['note']} role="alert">
        {words.failed}: {errorWords(error).message}
      </p>
    );
  }
  if (data === undefined) {
    return (
      <p className={css['note']} role="status">
        {words.looking}
      </p>
    );
  }
  const isNone = data.certain.length + data.possible.length === 0;
  return (
    <div className={css['subagents']} role="group" aria-label={words.heading}>
      {isNone ? <p className={css['note']}>{words.none}</p> : null}
      {data.certain.map(subagent => (
        <SubagentCard key={subagent.sessionId} subagent={subagent} callKey={`${messageId} ${index}`} />
      ))}
      {data.possible.length === 0 ? null : (
        <p className={css['note']} data-uncertain="true">
          {words.uncertain(data.possible.length + data.more)}
        </p>
      )}
      {data.possible.map(subagent => (
        <SubagentCard key={subagent.sessionId} subagent={subagent} callKey={`${messageId} ${index}`} />
      ))}
      {data.more > 0 ? <p className={css['note']}>{words.more(data.more)}</p> : null}
    </div>
  );
}

function SubagentCard({ subagent, callKey }: { subagent: Subagent; callKey: string }) {
  const [open, toggle] = useFold(`subagent ${callKey} ${subagent.sessionId}`);
  const words = texts.tools.subagent;
  return (
    <section
      className={css['subagent']}
      aria-label={words.label(visibleText(subagent.label))}
      data-session-id={subagent.sessionId}
      data-evidence={subagent.by}
    >
      <div className={css['head']}>
        <div className={css['names']}>
          <b className={css['label']}>{visibleText(subagent.label)}</b>
          <span className={css['evidence']}>
            {subagent.task === null ? null : `${words.task(subagent.task)} · `}
            {words.by[subagent.by]}
          </span>
        </div>
        <Button small aria-expanded={open} onClick={toggle}>
          {open ? words.close : words.open}
        </Button>
      </div>
      <Facts subagent={subagent} />
      {open ? <SubagentTranscript sessionId={subagent.sessionId} /> : null}
    </section>
  );
}

function Facts({ subagent }: { subagent: Subagent }) {
  const words = texts.tools.subagent;
  return (
    <p className={css['facts']}>
      {subagent.live ? <span className={css['live']}>{words.live}</span> : null}
      <span>{visibleText(subagent.model ?? words.noModel)}</span>
      {subagent.startedAt === null ? null : <span>{fullTime(subagent.startedAt)}</span>}
      <span>{words.messages(subagent.messages)}</span>
      <span>{words.tokens(compactNumber(subagent.tokens))}</span>
      <CostText sign={costSign(subagent.cost)} hint={texts.sessions.costWords(subagent.cost)} />
    </p>
  );
}
