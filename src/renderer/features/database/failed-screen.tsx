import type { OpenFailure } from '../../../shared/contract/database.ts';
import { ERROR_TITLES } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { FactList, StateText } from '../../ui/state-text.tsx';
import type { Fact } from '../../ui/state-text.tsx';
import css from './database-screens.module.css';
import { useOpenActions } from './queries.ts';
import type { OpenActions } from './queries.ts';
import { RepairButton, RepairOutcome, useFileRepair } from './repair-file.tsx';
import { useRetryWhileLocked } from './use-retry-while-locked.ts';
import { ActionFailure } from './welcome.tsx';

/** A file that could not be opened: what is wrong, where, what SQLite said, and the ways out. */
export function FailedScreen({ failure }: { failure: OpenFailure }) {
  const actions = useOpenActions();
  const repair = useFileRepair();
  const locked = failure.code === 'db-locked';
  useRetryWhileLocked(locked, actions);
  const facts: Fact[] = [
    { name: texts.database.file, value: failure.path, code: true },
    { name: texts.database.said, value: failure.said, code: true },
    { name: texts.database.code, value: failure.code, code: true },
  ];
  return (
    <main className={css['screen']} data-failure={failure.code}>
      <StateText
        role="alert"
        title={ERROR_TITLES[failure.code]}
        message={`${failure.message} ${failure.hint}`.trim()}
        actions={<WaysOut failure={failure} actions={actions} repair={repair} />}
      >
        {locked ? <div className={css['waiting']} aria-hidden="true" /> : null}
        <RepairOutcome repair={repair} />
        {actions.error === null ? null : <ActionFailure error={actions.error} />}
        <FactList facts={facts.filter(fact => fact.value !== null)} />
      </StateText>
    </main>
  );
}

interface WaysOutProps {
  readonly failure: OpenFailure;
  readonly actions: OpenActions;
  readonly repair: ReturnType<typeof useFileRepair>;
}

function WaysOut({ failure, actions: { busy: isOpening, ...actions }, repair }: WaysOutProps) {
  const say = texts.database;
  const busy = isOpening || repair.running;
  return (
    <>
      {failure.canOpenCopy ? (
        <Button look="primary" disabled={busy} onClick={actions.copy}>
          {say.openCopy}
        </Button>
      ) : null}
      {failure.canRetry ? (
        <Button disabled={busy} onClick={actions.retry}>
          {failure.code === 'db-locked' ? say.tryNow : say.tryAgain}
        </Button>
      ) : null}
      {failure.canRepair && repair.result?.repaired !== true ? <RepairButton repair={repair} disabled={busy} /> : null}
      <Button disabled={busy} onClick={actions.dialog}>
        {say.openAnother}
      </Button>
      <Button disabled={busy} onClick={actions.sample}>
        {say.openSample}
      </Button>
    </>
  );
}
