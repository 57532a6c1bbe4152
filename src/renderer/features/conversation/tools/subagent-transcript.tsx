import { useQuery } from '@tanstack/react-query';
import { use, useMemo, useState } from 'react';
import { useClient } from '../../../api/client-context.tsx';
import { errorWords } from '../../../api/error-text.ts';
import { texts } from '../../../app/messages.ts';
import { useUiStore } from '../../../app/ui-store.ts';
import { Button } from '../../../ui/button.tsx';
import { ReaderContext, useReader } from '../reader-context.tsx';
import { ArticleContext } from './article-context.ts';
import css from './subagent-transcript.module.css';

/** Messages that stand inside a card at once: the document holds few of them, however long the transcript is. */
const PAGE = 8;
const ORDINARY = { showRewound: false, showBookkeeping: false };

/** The transcript of a subagent, some messages at a time. */
export function SubagentTranscript({ sessionId }: { sessionId: string }) {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ['conversation', 'subagent', sessionId],
    queryFn: ({ signal }) => client.conversation.open({ sessionId, ...ORDINARY }, { signal }),
    structuralSharing: false,
  });
  const words = texts.tools.subagent;
  if (error !== null) return <Failure error={error} />;
  if (data === undefined) return <p role="status">{words.reading}</p>;
  return <Pages sessionId={sessionId} ids={data.skeleton.ids} />;
}

function Failure({ error }: { error: unknown }) {
  return (
    <p role="alert">
      {texts.tools.subagent.unreadable}: {errorWords(error).message}
    </p>
  );
}

function Pages({ sessionId, ids }: { sessionId: string; ids: Float64Array }) {
  const navigate = useUiStore(store => store.navigate);
  const [start, setStart] = useState(0);
  const words = texts.tools.subagent;
  const end = Math.min(ids.length, start + PAGE);
  return (
    <div className={css['transcript']}>
      {ids.length === 0 ? <p>{words.empty}</p> : <Page sessionId={sessionId} ids={ids} start={start} end={end} />}
      <div className={css['foot']}>
        {ids.length > PAGE ? (
          <>
            <span>{words.range(start + 1, end, ids.length)}</span>
            <Button small disabled={start === 0} onClick={() => setStart(Math.max(0, start - PAGE))}>
              {words.earlier}
            </Button>
            <Button small disabled={end === ids.length} onClick={() => setStart(start + PAGE)}>
              {words.later}
            </Button>
          </>
        ) : null}
        <Button
          look="link"
          small
          onClick={() => navigate({ screen: 'sessions', tab: 'conversation', sessionId, messageId: null })}
        >
          {words.openWhole}
        </Button>
      </div>
    </div>
  );
}

function Page({ sessionId, ids, start, end }: { sessionId: string; ids: Float64Array; start: number; end: number }) {
  const client = useClient();
  const Article = use(ArticleContext);
  const reader = useReader();
  const shared = useMemo(() => ({ ...reader, sessionId, hitId: null }), [reader, sessionId]);
  const shown = useMemo(() => [...ids.subarray(start, end)], [ids, start, end]);
  const { data, error } = useQuery({
    queryKey: ['conversation', 'bodies', sessionId, shown],
    queryFn: ({ signal }) => client.conversation.bodies({ sessionId, ids: shown }, { signal }),
  });
  if (error !== null) return <Failure error={error} />;
  if (data === undefined || Article === null) return <p role="status">{texts.tools.subagent.reading}</p>;
  return (
    <ReaderContext value={shared}>
      <div className={css['messages']}>
        {data.map(body => (
          <Article key={body.id} body={body} day={null} />
        ))}
      </div>
    </ReaderContext>
  );
}
