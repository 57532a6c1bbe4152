import type { RepairReport } from '../../shared/contract/maintenance.ts';
import { texts } from '../app/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';

interface RepairDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Says what a repair does before it is begun. */
export function RepairDialog({ open, onClose, onConfirm }: RepairDialogProps) {
  const say = texts.upkeep;
  return (
    <Dialog
      open={open}
      title={say.repairTitle}
      onClose={onClose}
      actions={
        <>
          <DialogCancel>
            <Button>{say.cancel}</Button>
          </DialogCancel>
          <Button
            look="destroy"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {say.repairDatabase}
          </Button>
        </>
      }
    >
      <p>{say.repairHint}</p>
    </Dialog>
  );
}

/** What came of a repair. */
export function repairWords(report: RepairReport): string {
  const say = texts.upkeep;
  if (report.repaired) return say.repaired(report.strategy ?? '', report.backupPath ?? '');
  if (report.salvagedPath !== null) return say.salvaged(report.salvagedPath);
  return say.notRepaired(report.detail ?? '');
}
