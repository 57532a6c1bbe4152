import type { UpgradePlan } from '../../../shared/contract/maintenance.ts';
import { bytes } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../ui/dialog.tsx';
import css from './settings-screen.module.css';

const SHOWN_CHANGES = 12;

/** What an upgrade changes, and that a backup comes first. */
export function UpgradeDialog(props: { plan: UpgradePlan; onClose: () => void; onConfirm: () => void }) {
  const { plan, onClose, onConfirm } = props;
  const say = texts.upkeep;
  const more = plan.changes.length - SHOWN_CHANGES;
  return (
    <Dialog
      open
      title={say.upgradeTitle}
      onClose={onClose}
      actions={
        <>
          <DialogCancel>
            <Button>{say.later}</Button>
          </DialogCancel>
          <Button look="primary" onClick={onConfirm}>
            {say.upgradeDatabase}
          </Button>
        </>
      }
    >
      <p>{say.upgradeNeeded(plan.from, plan.to)}</p>
      <p>
        {say.upgradeBackup(bytes(plan.backupBytes))}{' '}
        {plan.freeBytes === null ? null : say.upgradeSpace(bytes(plan.freeBytes))}
      </p>
      <h3 className={css['dialogHead']}>{say.upgradeChanges}</h3>
      <ul className={css['changes']}>
        {plan.changes.slice(0, SHOWN_CHANGES).map(change => (
          <li key={change}>{change}</li>
        ))}
        {more > 0 ? <li>{say.upgradeMore(more)}</li> : null}
      </ul>
    </Dialog>
  );
}
