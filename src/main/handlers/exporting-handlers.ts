import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { ExportFormat } from '../../shared/contract/exporting.ts';
import type { AppHandlers } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { displayPath } from '../database/open-failure.ts';
import type { NativeDialogs } from '../dialogs.ts';
import { extensionOf, suggestedName } from '../exporting/export-name.ts';
import type { FileHandlerParts } from './handler-parts.ts';

const KINDS: Readonly<Record<ExportFormat, string>> = {
  json: 'JSON',
  jsonl: 'JSON Lines',
  markdown: 'Markdown',
  html: 'Web page',
};

/** Exports: what, where to, and the writing itself in the task lane. */
export function exportingHandlers({ databases, jobs, dialogs }: FileHandlerParts): AppHandlers['exporting'] {
  return {
    run: async ({ jobId, scope, format }, { signal }) => {
      const { library } = databases;
      const { chains, title } = await library.read('chainsOfScope', scope, signal);
      if (chains.length === 0 && scope.kind !== 'all') {
        throw new AppError('not-found', 'There is nothing to export: these conversations are not there any more.');
      }
      const target = await chooseTarget(dialogs, suggestedName(title, format), format);
      if (target === null) return { kind: 'cancelled' };
      // Everything as records is every session of the file in Hermes's own order, not conversation by conversation.
      const isWhole = scope.kind === 'all' && (format === 'json' || format === 'jsonl');
      const input = { ...target, format, chains: isWhole ? null : chains };
      try {
        const written = await jobs.run(jobId, signal, tools =>
          library.task('exportSessions', input, tools.signal, tools.onProgress),
        );
        return { kind: 'written', path: displayPath(target.path), ...written };
      } catch (error) {
        if (error instanceof AppError && error.code === 'cancelled') return { kind: 'cancelled' };
        throw error;
      }
    },
  };
}

/** A file that is there is replaced only after a question of ours, unless the system's dialog has asked it already. */
async function chooseTarget(
  dialogs: NativeDialogs,
  suggestion: string,
  format: ExportFormat,
): Promise<{ path: string; replaces: boolean } | null> {
  const kind = { name: KINDS[format], extension: extensionOf(format) };
  for (;;) {
    const chosen = await dialogs.chooseTarget('Export', suggestion, kind);
    if (chosen === null) return null;
    const path = extname(chosen) === '' ? `${chosen}.${kind.extension}` : chosen;
    if (!existsSync(path)) return { path, replaces: false };
    const wasAsked = dialogs.asksToReplace && path === chosen;
    if (wasAsked || (await dialogs.askToReplace(basename(path)))) return { path, replaces: true };
  }
}
