import { useState } from 'react';
import type { RepairReport } from '../../../shared/contract/maintenance.ts';
import { RepairDialog, repairWords } from '../../actions/repair-dialog.tsx';
import { useReadOnly } from '../../actions/use-read-only.ts';
import { type Task, useTask } from '../../actions/use-task.ts';
import { useClient } from '../../api/client-context.tsx';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { ActionFailure } from './welcome.tsx';

/** The repair of a file that could not be opened. */
export function useFileRepair(): Task<null, RepairReport> {
  const client = useClient();
  return useTask((_input: null, { jobId, signal }) => client.database.repair({ jobId }, { signal }));
}

/** Asks, and starts the repair; while it runs, this is what stops it. */
export function RepairButton({ repair, disabled }: { repair: Task<null, RepairReport>; disabled: boolean }) {
  const readOnly = useReadOnly();
  const [asking, setAsking] = useState(false);
  const { job, running } = repair;
  if (running) {
    return (
      <Button disabled={job === null || job.progress?.canCancel === false} onClick={() => job?.cancel()}>
        {texts.upkeep.cancel}
      </Button>
    );
  }
  return (
    <>
      <Button disabled={disabled || readOnly} onClick={() => setAsking(true)}>
        {texts.database.repair}
      </Button>
      <RepairDialog open={asking} onClose={() => setAsking(false)} onConfirm={() => repair.start(null)} />
    </>
  );
}

/** How far the repair is, and what came of it. */
export function RepairOutcome({ repair }: { repair: Task<null, RepairReport> }) {
  if (repair.running) return <p role="status">{texts.upkeep.repairing}</p>;
  if (repair.error !== null) return <ActionFailure error={repair.error} />;
  return repair.result === undefined ? null : <p role="status">{repairWords(repair.result)}</p>;
}
