import type { ElectronApplication } from '@playwright/test';

/** Buttons of the question whether a file is to be replaced. */
const REPLACE = 0;
const KEEP = 1;

/** How the system's dialogs are to be answered. */
export interface DialogAnswers {
  /** The file that is chosen, at the first dialog, the second, and so on; null closes a dialog, and so do all further ones. */
  readonly paths: readonly (string | null)[];
  /** Whether a file that is there may be replaced. */
  readonly replaces?: boolean;
}

/** Puts answers in place of the system's dialogs, which no driver can reach. */
export async function answerDialogs(
  app: ElectronApplication,
  { paths, replaces = false }: DialogAnswers,
): Promise<void> {
  await app.evaluate(
    ({ dialog }, { left, button }) => {
      const asked: string[] = [];
      Object.assign(globalThis, { askedInDialogs: asked });
      dialog.showSaveDialog = () => {
        const path = left.shift() ?? null;
        return Promise.resolve({ canceled: path === null, filePath: path ?? '' });
      };
      dialog.showMessageBox = (...words: unknown[]) => {
        asked.push((words.at(-1) as { message: string }).message);
        return Promise.resolve({ response: button, checkboxChecked: false });
      };
    },
    { left: [...paths], button: replaces ? REPLACE : KEEP },
  );
}

/** The questions that were answered since {@link answerDialogs}. */
export function questionsAsked(app: ElectronApplication): Promise<readonly string[]> {
  return app.evaluate(() => (globalThis as { askedInDialogs?: string[] }).askedInDialogs ?? []);
}
