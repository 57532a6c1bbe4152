import type { ReactNode } from 'react';
import type { Job } from '../../actions/jobs.ts';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import css from './settings-screen.module.css';

export interface SettingsRowProps {
  readonly title: string;
  readonly hint: ReactNode;
  readonly children?: ReactNode;
}

/** One setting: what it is, one sentence about it, and its control. */
export function SettingsRow({ title, hint, children }: SettingsRowProps) {
  return (
    <div className={css['row']}>
      <div className={css['words']}>
        <h3>{title}</h3>
        <p>{hint}</p>
      </div>
      {children === undefined ? null : <div className={css['control']}>{children}</div>}
    </div>
  );
}

export interface TaskRowProps extends SettingsRowProps {
  /** What it is doing, while it runs; null otherwise. */
  readonly running: string | null;
  readonly job: Job | null;
  readonly error: Error | null;
  /** What came of it, in words. */
  readonly outcome?: ReactNode;
}

/** A setting whose control starts something long: progress and Cancel take the place of the control meanwhile. */
export function TaskRow({ title, hint, children, running, job, error, outcome }: TaskRowProps) {
  return (
    <div className={css['row']}>
      <div className={css['words']}>
        <h3>{title}</h3>
        <p>{hint}</p>
        {running === null ? (
          <Outcome error={error} outcome={outcome} />
        ) : (
          <>
            <p role="status">{stateWords(running, job)}</p>
            <Progress job={job} label={title} />
          </>
        )}
      </div>
      <div className={css['control']}>{running === null ? children : <Stop job={job} />}</div>
    </div>
  );
}

function stateWords(running: string, job: Job | null): string {
  const words = job?.progress?.phase === 'waiting' ? texts.upkeep.waiting : running;
  return job?.progress?.canCancel === false ? `${words} ${texts.upkeep.cannotStop}` : words;
}

function Outcome({ error, outcome }: Pick<TaskRowProps, 'error' | 'outcome'>) {
  if (error !== null) {
    const { message, hint } = errorWords(error);
    return (
      <p role="alert" className={css['failure']}>
        {message} {hint}
      </p>
    );
  }
  if (outcome === undefined || outcome === null) return null;
  return (
    <div role="status" className={css['outcome']}>
      {outcome}
    </div>
  );
}

function Progress({ job, label }: { job: Job | null; label: string }) {
  const progress = job?.progress ?? null;
  if (progress === null || progress.total === 0) return <progress className={css['bar']} aria-label={label} />;
  return <progress className={css['bar']} aria-label={label} max={progress.total} value={progress.done} />;
}

function Stop({ job }: { job: Job | null }) {
  const progress = job?.progress ?? null;
  return (
    <>
      {progress === null || progress.total === 0 ? null : (
        <span className={css['percent']}>{texts.upkeep.percent(progress.done, progress.total)}</span>
      )}
      {job === null || progress?.canCancel === false ? null : (
        <Button onClick={job.cancel}>{texts.upkeep.cancel}</Button>
      )}
    </>
  );
}
