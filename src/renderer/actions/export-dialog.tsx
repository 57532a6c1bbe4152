import { useState } from 'react';
import type { ExportFormat, ExportScope } from '../../shared/contract/exporting.ts';
import type { AppClient } from '../../shared/contract/index.ts';
import { useClient } from '../api/client-context.tsx';
import { texts } from '../app/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import css from './export-dialog.module.css';
import { reportFailure } from './report-failure.ts';
import { runShown } from './run-shown.ts';
import { showToast } from './toasts.ts';

const FORMATS: readonly ExportFormat[] = ['json', 'jsonl', 'markdown', 'html'];

export interface ExportDialogProps {
  readonly scope: ExportScope;
  /** What is exported, in words. */
  readonly what: string;
  readonly onClose: () => void;
}

/** Asks for the format; main asks for the place. */
export function ExportDialog({ scope, what, onClose }: ExportDialogProps) {
  const client = useClient();
  const [format, setFormat] = useState<ExportFormat>(scope.kind === 'all' ? 'jsonl' : 'json');
  const words = texts.exporting;
  return (
    <Dialog
      open
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <DialogCancel>
            <Button>{words.cancel}</Button>
          </DialogCancel>
          <Button
            look="primary"
            onClick={() => {
              onClose();
              void exportTo(client, scope, format);
            }}
          >
            {words.choose}
          </Button>
        </>
      }
    >
      <p className={css['what']}>{what}</p>
      <fieldset className={css['formats']}>
        <legend className="visually-hidden">{words.format}</legend>
        {FORMATS.map(value => (
          <label key={value} className={css['format']}>
            <input
              type="radio"
              name="export-format"
              value={value}
              checked={value === format}
              onChange={() => {
                setFormat(value);
              }}
            />
            <span>
              <span className={css['name']}>{words.formats[value].name}</span>
              <span className={css['hint']}>{words.formats[value].hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className={css['note']}>{words.secrets}</p>
    </Dialog>
  );
}

/** Exports with progress, and says where it went. */
async function exportTo(client: AppClient, scope: ExportScope, format: ExportFormat): Promise<void> {
  const words = texts.exporting;
  try {
    const result = await runShown(
      { icon: 'export', message: words.running, progress: words.soFar },
      ({ jobId, signal }) => client.exporting.run({ jobId, scope, format }, { signal }),
    );
    if (result.kind === 'cancelled') return;
    showToast({ icon: 'export', message: words.written(result.sessions, result.messages, result.bytes, result.path) });
  } catch (error) {
    reportFailure(error);
  }
}
