import type { AppClient } from '../../shared/contract/index.ts';
import { texts } from '../app/messages.ts';
import { reportFailure } from './report-failure.ts';
import { showToast } from './toasts.ts';

/** Puts a text on the clipboard and says so; the menu that it was asked in is gone by then. */
export function copyOut(client: AppClient, text: string): void {
  client.app
    .copyText({ text })
    .then(() => {
      showToast({ icon: 'copy', message: texts.shell.copied });
    })
    .catch(reportFailure);
}

/** Shows the project folder of a session in the system's file manager. */
export function openProject(client: AppClient, sessionId: string): void {
  client.navigation.openProject({ sessionId }).catch(reportFailure);
}
