import { AppError } from '../../shared/errors.ts';
import { errorWords } from '../api/error-text.ts';
import { texts } from '../app/messages.ts';
import { useUiStore } from '../app/ui-store.ts';
import { showToast } from './toasts.ts';

/** Says why an action failed, with the way out where there is one. What the user cancelled is no failure. */
export function reportFailure(error: unknown): void {
  if (error instanceof AppError && error.code === 'cancelled') return;
  const words = errorWords(error);
  const needsUpgrade = error instanceof AppError && error.code === 'needs-upgrade';
  const action = {
    label: texts.organise.upgrade,
    run: () => {
      useUiStore.getState().navigate({ screen: 'settings' });
    },
  };
  showToast({
    icon: 'alert',
    tone: 'danger',
    message: words.hint === null ? words.message : `${words.message} ${words.hint}`,
    action: needsUpgrade ? action : null,
  });
}
