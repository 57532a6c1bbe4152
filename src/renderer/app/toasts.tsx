import { Toast } from 'radix-ui';
import { useJob } from '../actions/jobs.ts';
import type { Job } from '../actions/jobs.ts';
import { dismissToast, useToastStore } from '../actions/toasts.ts';
import type { Toast as ToastData, ToastAction } from '../actions/toasts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { texts } from './messages.ts';
import css from './toasts.module.css';

/** How long a toast stays when nobody looks at it; hover and focus keep it. */
const STAY_MS = 10_000;

/** What was just done, with the way back, over the lower edge of the window. */
export function Toasts() {
  const toasts = useToastStore(store => store.toasts);
  return (
    <Toast.Provider duration={STAY_MS} label={texts.organise.notifications} swipeDirection="right">
      {toasts.map(toast => (
        <OneToast key={toast.id} toast={toast} />
      ))}
      <Toast.Viewport className={css['viewport']} label={texts.organise.notifications} />
    </Toast.Provider>
  );
}

function OneToast({ toast }: { toast: ToastData }) {
  const { id, icon, tone, action, jobId, lasting } = toast;
  const job = useJob(jobId);
  const urgent = tone === 'danger';
  return (
    <Toast.Root
      className={classNames(css['toast'], urgent && css['danger'])}
      type={urgent ? 'foreground' : 'background'}
      duration={jobId === null && !lasting ? STAY_MS : Number.POSITIVE_INFINITY}
      onOpenChange={open => {
        if (!open) dismissToast(id);
      }}
    >
      <Icon name={icon} size="small" />
      <Toast.Description className={css['message']} role={urgent ? 'alert' : undefined}>
        {wordsOf(toast, job)}
      </Toast.Description>
      {action === null ? null : <ActionButton action={action} />}
      <CancelButton job={job} />
      <Toast.Close asChild>
        <IconButton small icon="x" label={texts.organise.dismiss} />
      </Toast.Close>
    </Toast.Root>
  );
}

function ActionButton({ action }: { action: ToastAction }) {
  return (
    <Toast.Action altText={action.label} asChild>
      <Button small onClick={action.run}>
        {action.label}
      </Button>
    </Toast.Action>
  );
}

function CancelButton({ job }: { job: Job | null }) {
  if (job?.progress?.canCancel !== true) return null;
  return (
    <Button small onClick={job.cancel}>
      {texts.organise.cancel}
    </Button>
  );
}

function wordsOf({ message, progress: words }: ToastData, job: Job | null): string {
  const progress = job?.progress ?? null;
  if (progress?.phase === 'waiting') return texts.organise.busy;
  if (progress === null || words === null || progress.total === 0) return message;
  return words(progress.done, progress.total);
}
