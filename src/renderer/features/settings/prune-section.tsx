import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PrunePlan, PruneRule } from '../../../shared/contract/prune.ts';
import { showToast } from '../../actions/toasts.ts';
import { rememberUndo } from '../../actions/undo-stack.ts';
import { useOrganise } from '../../actions/use-organise.ts';
import { useReadOnly } from '../../actions/use-read-only.ts';
import { useTask } from '../../actions/use-task.ts';
import type { Task } from '../../actions/use-task.ts';
import { useClient } from '../../api/client-context.tsx';
import { errorWords } from '../../api/error-text.ts';
import { bytes } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../ui/dialog.tsx';
import { PrunePlanView } from './prune-plan-view.tsx';
import { PruneRuleForm } from './prune-rule-form.tsx';
import css from './settings-screen.module.css';

const START_RULE: PruneRule = {
  olderThanDays: 90,
  by: 'activity',
  sources: [],
  includePinned: false,
  includeArchived: false,
};

/** Removes old conversations: a rule, a dry run that lists what would go, and only then the run. */
export function PruneSection() {
  const say = texts.upkeep;
  const client = useClient();
  const [rule, setRule] = useState(START_RULE);
  const [asking, setAsking] = useState(false);
  const dryRun = useTask((asked: PruneRule, { signal }) =>
    client.prune.plan(asked, { signal }).then(plan => ({ plan, rule: asked })),
  );
  const run = usePruneRun(dryRun.reset);
  // A plan for another rule is not shown: what is listed is what goes.
  const plan = dryRun.result?.rule === rule ? dryRun.result.plan : null;
  return (
    <section aria-labelledby="settings-prune">
      <h2 id="settings-prune">{say.prune}</h2>
      <p className={css['lead']}>{say.pruneLead}</p>
      <PruneRuleForm rule={rule} onRule={setRule} />
      <div className={css['buttons']}>
        <PruneButtons
          plan={plan}
          busy={dryRun.running || run.running || Number.isNaN(rule.olderThanDays)}
          onDryRun={() => dryRun.start(rule)}
          onPrune={() => setAsking(true)}
        />
        <RunState task={dryRun} words={say.dryRunning} failed={say.dryRunFailed} />
        <RunState task={run} words={say.pruning} failed={say.pruneFailed} />
      </div>
      {plan === null ? null : <PrunePlanView plan={plan} rule={rule} />}
      {asking && plan !== null ? (
        <ConfirmDialog
          plan={plan}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            run.start({ rule, before: plan.before });
          }}
        />
      ) : null}
    </section>
  );
}

/** Without a list of what would go, Prune makes that list first. */
function PruneButtons(props: { plan: PrunePlan | null; busy: boolean; onDryRun: () => void; onPrune: () => void }) {
  const { plan, busy, onDryRun, onPrune } = props;
  const readOnly = useReadOnly();
  const some = plan !== null && plan.conversations > 0;
  return (
    <>
      <Button disabled={busy} onClick={onDryRun}>
        {texts.upkeep.dryRun}
      </Button>
      <Button
        look={some ? 'destroy' : 'normal'}
        disabled={readOnly || busy || (plan !== null && !some)}
        onClick={plan === null ? onDryRun : onPrune}
      >
        {texts.upkeep.prune}
      </Button>
    </>
  );
}

function usePruneRun(onDone: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  const { undo } = useOrganise();
  return useTask(
    (input: { rule: PruneRule; before: number }, { jobId, signal }) =>
      client.prune.run({ jobId, ...input }, { signal }),
    result => {
      onDone();
      void queries.invalidateQueries({ queryKey: ['trash'] });
      const say = texts.upkeep;
      const words = [
        say.pruned(result.conversations, result.sessions, result.messages),
        result.cancelled && say.stopped,
        result.spared > 0 && say.spared(result.spared),
      ].filter(part => part !== false);
      const { undoToken } = result;
      const action = undoToken === null ? null : { label: texts.organise.undo, run: () => void undo(undoToken) };
      if (undoToken !== null) rememberUndo(undoToken);
      showToast({ icon: 'trash', message: words.join('. '), undoToken, action });
    },
  );
}

/** How far something long has come, or why it failed; nothing while it has not been started. */
function RunState({ task, words, failed }: { task: Task<never, unknown>; words: string; failed: string }) {
  const say = texts.upkeep;
  const { job, running, error } = task;
  if (!running) {
    if (error === null) return null;
    const { message, hint } = errorWords(error);
    return (
      <span role="alert" className={css['failure']}>
        {failed}: {message} {hint}
      </span>
    );
  }
  const progress = job?.progress ?? null;
  return (
    <>
      <span role="status" className={css['percent']}>
        {progress?.phase === 'waiting' ? say.waiting : words}{' '}
        {progress === null || progress.total === 0 ? null : say.soFar(progress.done, progress.total)}
      </span>
      <Button small onClick={job?.cancel}>
        {say.cancel}
      </Button>
    </>
  );
}

function ConfirmDialog({ plan, onClose, onConfirm }: { plan: PrunePlan; onClose: () => void; onConfirm: () => void }) {
  const say = texts.upkeep;
  return (
    <Dialog
      open
      title={say.pruneTitle(plan.conversations)}
      onClose={onClose}
      actions={
        <>
          <DialogCancel>
            <Button>{say.cancel}</Button>
          </DialogCancel>
          <Button look="destroy" onClick={onConfirm}>
            {say.prune}
          </Button>
        </>
      }
    >
      <p>{say.wouldGo({ ...plan, size: bytes(plan.bytes) })}</p>
      {plan.newRootCount === 0 ? null : <p>{say.newRoots(plan.newRootCount)}</p>}
      <p>{texts.organise.kept}</p>
    </Dialog>
  );
}
