import type { ReactNode } from 'react';
import type { ColumnValue } from '../../../shared/contract/conversation.ts';
import { fullTime } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { useNow } from '../../ui/use-now.ts';
import { entryOf } from '../../ui/entry-of.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { detailParts, isLockStale } from './details-columns.ts';
import css from './details-parts.module.css';
import { DetailsText } from './details-text.tsx';

const NOW_MS = 5000;

/** What a session's row and the tables beside it say, by what it is about. Nothing is drawn of what the file lacks. */
export function DetailsParts({ sessionId, rows }: { sessionId: string; rows: readonly ColumnValue[] }) {
  const parts = detailParts(rows);
  const words = texts.tools.details;
  const { prompt, config, goal } = parts;
  return (
    <div className={css['parts']}>
      {prompt === null ? (
        <p className={css['none']}>{words.noPrompt}</p>
      ) : (
        <DetailsText
          key={`prompt ${sessionId}`}
          sessionId={sessionId}
          text="system_prompt"
          value={prompt}
          heading={words.prompt}
          copyLabel={words.copyPrompt}
        />
      )}
      {config === null ? (
        <p className={css['none']}>{words.noConfig}</p>
      ) : (
        <DetailsText
          key={`config ${sessionId}`}
          sessionId={sessionId}
          text="model_config"
          value={config}
          heading={words.config}
          copyLabel={words.copyConfig}
          open
        />
      )}
      {goal === null ? null : (
        <DetailsText
          key={`goal ${sessionId}`}
          sessionId={sessionId}
          text="goal"
          value={goal}
          heading={words.goal}
          copyLabel={words.copyGoal}
          open
        />
      )}
      {parts.handoff.length === 0 ? null : (
        <Part heading={words.handoff}>
          <Fields fields={parts.handoff} />
        </Part>
      )}
      {parts.lock.length === 0 ? null : <Lock lock={parts.lock} />}
      {parts.delegations.length === 0 ? null : (
        <Part heading={words.delegations}>
          {parts.delegations.map(({ id, fields }) => (
            <div key={id} className={css['delegation']}>
              <h4>{visibleText(id)}</h4>
              <Fields fields={fields} />
            </div>
          ))}
        </Part>
      )}
    </div>
  );
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={css['part']} aria-label={heading}>
      <h3>{heading}</h3>
      {children}
    </section>
  );
}

function Lock({ lock }: { lock: readonly ColumnValue[] }) {
  const now = useNow(NOW_MS);
  const stale = isLockStale(lock, now);
  const words = texts.tools.details;
  const state = stale === null ? words.noExpiry : stale ? words.stale : words.held;
  return (
    <Part heading={words.lock}>
      <p className={css['state']} data-stale={stale}>
        {state}
      </p>
      <Fields fields={lock} />
    </Part>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  holder: texts.tools.details.holder,
  acquired_at: texts.tools.details.acquired,
  expires_at: texts.tools.details.expires,
  handoff_state: texts.tools.details.state,
  handoff_platform: texts.tools.details.platform,
  handoff_error: texts.tools.details.error,
};

function Fields({ fields }: { fields: readonly ColumnValue[] }) {
  return (
    <dl className={css['fields']}>
      {fields.map(({ column, value, time }) => (
        <div key={column}>
          <dt>{entryOf(NAMES, column) ?? column}</dt>
          <dd>{time === null ? visibleText(value?.text ?? '') : fullTime(time)}</dd>
        </div>
      ))}
    </dl>
  );
}
