import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatabaseFacts } from '../../../shared/contract/database.ts';
import type { HealthReport } from '../../../shared/contract/maintenance.ts';
import { RepairDialog, repairWords } from '../../actions/repair-dialog.tsx';
import { useReadOnly } from '../../actions/use-read-only.ts';
import { useTask } from '../../actions/use-task.ts';
import { useClient } from '../../api/client-context.tsx';
import { bytes } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { HealthFindings } from './health-findings.tsx';
import { TaskRow } from './settings-row.tsx';
import css from './settings-screen.module.css';
import { UpgradeDialog } from './upgrade-dialog.tsx';

const DEPTHS = ['quick', 'full', 'search-index'] as const;

/** Backup, check, rebuild, upgrade, and the repair where a check asks for it. */
export function MaintenanceSection({ facts }: { facts: DatabaseFacts }) {
  const say = texts.upkeep;
  const [report, setReport] = useState<HealthReport | null>(null);
  return (
    <section aria-labelledby="settings-maintenance">
      <h2 id="settings-maintenance">{say.maintenance}</h2>
      <p className={css['lead']}>{say.maintenanceLead}</p>
      <div className={css['box']}>
        <BackupRow />
        <CheckRow onReport={setReport} />
        <RebuildRow facts={facts} />
        <UpgradeRow facts={facts} />
        {report?.advice === 'repair' ? <RepairRow /> : null}
      </div>
    </section>
  );
}

function BackupRow() {
  const say = texts.upkeep;
  const client = useClient();
  const task = useTask((_input: null, { jobId, signal }) => client.maintenance.backUp({ jobId }, { signal }));
  const made = task.result;
  return (
    <TaskRow
      title={say.backup}
      hint={say.backupHint}
      running={task.running ? say.backingUp : null}
      job={task.job}
      error={task.error}
      outcome={made === undefined ? null : say.backedUp(made.path, bytes(made.bytes), made.sessions, made.messages)}
    >
      <Button look="primary" onClick={() => task.start(null)}>
        {say.backUpNow}
      </Button>
    </TaskRow>
  );
}

function CheckRow({ onReport }: { onReport: (report: HealthReport) => void }) {
  const say = texts.upkeep;
  const client = useClient();
  const [depth, setDepth] = useState<(typeof DEPTHS)[number]>('quick');
  const task = useTask(
    (chosen: (typeof DEPTHS)[number], { jobId, signal }) =>
      client.maintenance.check({ jobId, depth: chosen }, { signal }),
    onReport,
  );
  return (
    <TaskRow
      title={say.check}
      hint={say.checkHint}
      running={task.running ? say.checking : null}
      job={task.job}
      error={task.error}
      outcome={task.result === undefined ? null : <HealthFindings report={task.result} />}
    >
      <Segmented
        label={say.depth}
        value={depth}
        items={DEPTHS.map(value => ({ value, label: say.depths[value] }))}
        onValue={setDepth}
      />
      <Button onClick={() => task.start(depth)}>{say.checkDatabase}</Button>
    </TaskRow>
  );
}

function RebuildRow({ facts }: { facts: DatabaseFacts }) {
  const say = texts.upkeep;
  const client = useClient();
  const readOnly = useReadOnly();
  const task = useTask((_input: null, { jobId, signal }) => client.maintenance.rebuildIndex({ jobId }, { signal }));
  return (
    <TaskRow
      title={say.searchIndex}
      hint={`${say.searchIndexHint} ${say.cannotStop}`}
      running={task.running ? say.rebuilding : null}
      job={task.job}
      error={task.error}
      outcome={task.result === undefined ? null : say.rebuilt}
    >
      <Button disabled={readOnly || facts.ftsLayout === 'none'} onClick={() => task.start(null)}>
        {say.rebuild}
      </Button>
    </TaskRow>
  );
}

function UpgradeRow({ facts }: { facts: DatabaseFacts }) {
  const say = texts.upkeep;
  const client = useClient();
  const readOnly = useReadOnly();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const plan = useQuery({
    queryKey: ['maintenance', 'upgrade-plan'],
    queryFn: ({ signal }) => client.maintenance.upgradePlan({}, { signal }),
  });
  const task = useTask(
    (_input: null, { jobId, signal }) => client.maintenance.upgrade({ jobId }, { signal }),
    () => void queries.invalidateQueries({ queryKey: ['maintenance'] }),
  );
  const needed = plan.data?.needed === true;
  return (
    <>
      <TaskRow
        title={say.upgrade}
        hint={upgradeHint(facts, plan.data)}
        running={task.running ? say.upgrading : null}
        job={task.job}
        error={task.error ?? plan.error}
        outcome={task.result === undefined ? null : say.upgraded(task.result.to, task.result.backupPath)}
      >
        <Button disabled={!needed || readOnly} onClick={() => setAsking(true)}>
          {say.upgradeDatabase}
        </Button>
      </TaskRow>
      {asking && plan.data !== undefined ? (
        <UpgradeDialog
          plan={plan.data}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            task.start(null);
          }}
        />
      ) : null}
    </>
  );
}

function upgradeHint(
  facts: DatabaseFacts,
  plan: { needed: boolean; from: number | null; to: number } | undefined,
): string {
  const say = texts.upkeep;
  if (facts.age === 'newer') return say.upgradeNewer;
  return plan?.needed === true ? say.upgradeNeeded(plan.from, plan.to) : say.upgradeNotNeeded(facts.schemaVersion);
}

function RepairRow() {
  const say = texts.upkeep;
  const client = useClient();
  const readOnly = useReadOnly();
  const [asking, setAsking] = useState(false);
  const task = useTask((_input: null, { jobId, signal }) => client.maintenance.repair({ jobId }, { signal }));
  return (
    <>
      <TaskRow
        title={say.repair}
        hint={say.repairHint}
        running={task.running ? say.repairing : null}
        job={task.job}
        error={task.error}
        outcome={task.result === undefined ? null : repairWords(task.result)}
      >
        <Button disabled={readOnly} onClick={() => setAsking(true)}>
          {say.repairDatabase}
        </Button>
      </TaskRow>
      <RepairDialog open={asking} onClose={() => setAsking(false)} onConfirm={() => task.start(null)} />
    </>
  );
}
