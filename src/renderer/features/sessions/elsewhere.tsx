import { useQuery } from '@tanstack/react-query';
import type { SessionView } from '../../../shared/contract/sessions.ts';
import type { AppClient } from '../../../shared/contract/index.ts';
import { reportFailure } from '../../actions/report-failure.ts';
import { useClient } from '../../api/client-context.tsx';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { useUiStore } from '../../app/ui-store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { visibleName } from '../../ui/visible-name.ts';
import css from './elsewhere.module.css';
import type { SessionViewData } from './queries.ts';
import type { FullView } from './start-view.ts';
import { revealing, useSessionViewStore } from './view-store.ts';

type Where = Awaited<ReturnType<AppClient['sessions']['where']>>;
type Found = Where['found'][number];

/** Matches that are asked for, as many as the contract gives, and those of them that are named at most. */
const ASKED = 50;
const NAMED = 3;
/** Reasons that can hide one conversation at the same time, with some to spare. */
const MOST_REASONS = 16;

/**
 * Where is my session? What the text of the filter finds although the list does not show it: each with the reason, a
 * button that shows it there, and one that opens it.
 */
export function Elsewhere({ data: shown }: { data: SessionViewData }) {
  const { data, error } = useWhere(shown.view);
  if (error !== null) {
    return (
      <p className={css['failed']} role="alert">
        {texts.sessions.whereFailed(errorWords(error).message)}
      </p>
    );
  }
  const hidden = (data?.found ?? []).filter(match => match.index < 0);
  if (data === undefined || hidden.length === 0) return null;
  const isAll = data.found.length === data.total;
  const more = hidden.length - NAMED;
  return (
    <section className={css['elsewhere']} aria-label={texts.sessions.whereLabel}>
      <p role="status">{isAll ? texts.sessions.where(hidden.length) : texts.sessions.whereSome}</p>
      <ul>
        {hidden.slice(0, NAMED).map(match => (
          <Match key={match.sessionId} match={match} />
        ))}
      </ul>
      {isAll && more > 0 ? <p>{texts.sessions.whereMore(more)}</p> : null}
    </section>
  );
}

/** Asked after the view itself, whose answer it explains. */
function useWhere(view: SessionView) {
  const client = useClient();
  const text = view.filter.trim();
  return useQuery({
    queryKey: ['sessions', 'where', view],
    queryFn: ({ signal }) => client.sessions.where({ text, view, limit: ASKED }, { signal }),
    enabled: text !== '',
  });
}

function Match({ match }: { match: Found }) {
  const { row, reason, sessionId } = match;
  const navigate = useUiStore(store => store.navigate);
  const show = useShow();
  const label = visibleName(row.label);
  const say = texts.sessions;
  return (
    <li className={css['match']}>
      <Icon name="eye-off" size="small" />
      <span className={css['words']} title={`${label} · ${visibleName(sessionId)}`}>
        <b dir="auto">{label}</b>
        {sessionId === row.id ? null : <span> ({say.whereSegment(visibleName(sessionId))})</span>}{' '}
        {reason === null ? '' : say.whyHidden[reason]}
      </span>
      <Button
        look="link"
        aria-label={say.showWhere(label)}
        onClick={() => {
          show(match).catch(reportFailure);
        }}
      >
        {say.showThis}
      </Button>
      <Button
        look="link"
        aria-label={say.openWhere(label)}
        onClick={() => {
          navigate({ screen: 'sessions', sessionId, messageId: null, highlight: '' });
        }}
      >
        {say.openThis}
      </Button>
    </li>
  );
}

/** Takes away everything that hides a conversation, and nothing else, then opens it in the list. */
function useShow(): (match: Found) => Promise<void> {
  const client = useClient();
  return async ({ row, reason }) => {
    let view: FullView = useSessionViewStore.getState().view;
    let next = reason;
    for (let at = 0; next !== null && at < MOST_REASONS; at++) {
      view = revealing(view, next);
      const { found } = await client.sessions.where({ text: row.id, view, limit: 1, exact: true });
      next = found[0]?.reason ?? null;
    }
    useSessionViewStore.getState().change(view);
    useUiStore.getState().navigate({ screen: 'sessions', sessionId: row.id, messageId: null, highlight: '' });
  };
}
