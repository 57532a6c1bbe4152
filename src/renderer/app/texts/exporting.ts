import type { ExportFormat } from '../../../shared/contract/exporting.ts';
import { bytes, number, plural } from '../format.ts';

const FORMATS: Readonly<Record<ExportFormat, { readonly name: string; readonly hint: string }>> = {
  json: { name: 'JSON', hint: 'As Hermes writes it, with every column; can be imported again' },
  jsonl: { name: 'JSON Lines', hint: 'One session a line, as Hermes writes it; for large exports' },
  html: { name: 'HTML', hint: 'One page to read in a browser; nothing in it runs or loads' },
  markdown: { name: 'Markdown', hint: 'To read and to share: each conversation with all its segments' },
};

/** Texts of exports. */
export const exportTexts = {
  title: 'Export',
  formats: FORMATS,
  format: 'Format',
  whatConversations: (count: number) => plural(count, 'This conversation', '# conversations'),
  whatView: (count: number) => plural(count, 'The conversation in the list', 'The # conversations in the list'),
  whatAll: 'Everything in this database',
  listed: 'Listed conversations',
  elsewhere: 'Single and selected conversations are exported from the list and from their own menu.',
  secrets: 'Exports hold messages, tool output and prompts as they are, with any secrets in them.',
  choose: 'Choose a file…',
  cancel: 'Cancel',
  running: 'Exporting…',
  soFar: (done: number, total: number) => `Exporting: ${number(done)} of ${number(total)} sessions`,
  written: (sessions: number, messages: number, size: number, path: string) =>
    `Exported ${plural(sessions, '# session', '# sessions')}, ${plural(messages, '# message', '# messages')} (${bytes(size)}) to ${path}`,
} as const;
