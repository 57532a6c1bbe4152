import { useEffect, useRef } from 'react';
import type { OpenFailure } from '../../../shared/contract/database.ts';
import { ERROR_TITLES } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { FactList, StateText } from '../../ui/state-text.tsx';
import type { Fact } from '../../ui/state-text.tsx';
import css from './database-screens.module.css';
import { useOpenActions } from './queries.ts';
import type { OpenActions } from './queries.ts';
import { ActionFailure } from './welcome.tsx';

const RETRY_LOCKED_MS = 3000;

/** A file that could not be opened: what is wrong, where, what SQLite said, and the ways out. */
export function FailedScreen({ failure }: { failure: OpenFailure }) {
  const actions = useOpenActions();
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
        actions={<WaysOut failure={failure} actions={actions} />}
      >
        {locked ? <div className={css['waiting']} aria-hidden="true" /> : null}
        {actions.error === null ? null : <ActionFailure error={actions.error} />}
        <FactList facts={facts.filter(fact => fact.value !== null)} />
      </StateText>
    </main>
  );
}

function WaysOut({ failure, actions }: { failure: OpenFailure; actions: OpenActions }) {
  const say = texts.database;
  return (
    <>
      {failure.canOpenCopy ? (
        <Button look="primary" disabled={actions.busy} onClick={actions.copy}>
          {say.openCopy}
        </Button>
      ) : null}
      {failure.canRetry ? (
        <Button disabled={actions.busy} onClick={actions.retry}>
          {failure.code === 'db-locked' ? say.tryNow : say.tryAgain}
        </Button>
      ) : null}
      <Button disabled={actions.busy} onClick={actions.dialog}>
        {say.openAnother}
      </Button>
      <Button disabled={actions.busy} onClick={actions.sample}>
        {say.openSample}
      </Button>
    </>
  );
}

/** A lock goes away by itself: the file is tried again every three seconds while the screen is up. */
function useRetryWhileLocked(locked: boolean, actions: OpenActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!locked) return;
    const timer = setInterval(() => {
      if (!latest.current.busy) latest.current.retry();
    }, RETRY_LOCKED_MS);
    return () => {
      clearInterval(timer);
    };
  }, [locked]);
}
