import type { HealthFinding, HealthReport } from '../../../shared/contract/maintenance.ts';
import type { Interruption, TrashEntry } from '../../../shared/contract/trash.ts';
import { bytes, fullTime, list, number, plural } from '../format.ts';

const conversations = (count: number): string => plural(count, '# conversation', '# conversations');
const sessions = (count: number): string => plural(count, '# session', '# sessions');
const messages = (count: number): string => plural(count, '# message', '# messages');

const seconds = (count: number): string =>
  count < 0.1 ? 'less than 0.1 s' : `${number(Math.round(count * 10) / 10)} s`;

const STATES: Readonly<Record<HealthFinding['state'], string>> = {
  ok: 'sound',
  damaged: 'damaged',
  incomplete: 'incomplete',
  unknown: 'cannot be told',
};

const ADVICE: Readonly<Record<HealthReport['advice'], string>> = {
  nothing: 'Nothing has to be done.',
  rebuild: 'The messages are sound; rebuilding the search index mends what was found.',
  repair: 'Part of the data itself is damaged. The repair makes a copy of the file first.',
};

const ACTIONS: Readonly<Record<TrashEntry['action'], string>> = {
  delete: 'Deleted',
  prune: 'Pruned',
  clear: 'Messages cleared',
};

const INTERRUPTED: Readonly<Record<Interruption['action'], string>> = {
  delete: 'A deletion',
  prune: 'A prune',
  clear: 'Clearing messages',
  restore: 'A restore',
  export: 'An export',
  backup: 'A backup',
  upgrade: 'An upgrade',
  rebuild: 'A rebuild of the search index',
  vacuum: 'Compacting the file',
  repair: 'A repair',
};

/** Texts of pruning, the trash and the upkeep of the file. */
export const upkeepTexts = {
  cancel: 'Cancel',
  waiting: 'Waiting for another program that uses the database…',
  cannotStop: 'This cannot be stopped half-way.',
  percent: (done: number, total: number) => `${number(Math.floor((100 * done) / total))} %`,
  soFar: (done: number, total: number) => `${number(done)} of ${number(total)}`,
  readOnly: 'Read-only mode is on.',

  prune: 'Prune',
  pruneLead:
    'Removes whole conversations that have ended, with their subagents. Nothing happens until you have seen the list; what goes is written to the trash first and can be restored for 30 days.',
  olderThan: 'Older than',
  days: 'days',
  daysWrong: (most: number) => `A number from 0 to ${number(most)}, please.`,
  daysSince: { activity: 'since the last message', started: 'since the start' },
  ageBy: 'Age counts from',
  bySource: 'Source',
  anySource: 'any source',
  alsoTake: 'Also take',
  includePinned: 'Pinned',
  includeArchived: 'Archived',
  includeOpen: 'Never ended',
  includeOpenHint: 'Conversations with an open session in which nothing was written for as long; one in use never goes',
  dryRun: 'Dry run',
  dryRunning: 'Counting what would go…',
  dryRunFailed: 'The dry run failed',
  pruneFailed: 'The prune failed',
  wouldGo: (kept: { conversations: number; sessions: number; messages: number; size: string }) =>
    list([conversations(kept.conversations), sessions(kept.sessions), messages(kept.messages), kept.size]),
  nothingToPrune: 'No conversation qualifies.',
  table: 'Table',
  rows: 'Rows',
  size: 'Bytes',
  total: 'Total',
  conversation: 'Conversation',
  lastActive: 'Last active',
  started: 'Started',
  sessionsColumn: 'Sessions',
  messagesColumn: 'Messages',
  onlyFirst: (shown: number, count: number) => `The oldest ${number(shown)} of ${number(count)} are listed.`,
  keptWords: (kept: { pinned: number; archived: number; live: number; compressing: number }) => {
    const parts = [
      kept.pinned > 0 && `${number(kept.pinned)} pinned`,
      kept.archived > 0 && `${number(kept.archived)} archived`,
      kept.live > 0 && `${number(kept.live)} with an open session`,
      kept.compressing > 0 && `${number(kept.compressing)} being compressed`,
    ].filter(part => part !== false);
    return parts.length === 0 ? 'Nothing that is old enough is kept back.' : `Old enough but kept: ${list(parts)}.`;
  },
  newRoots: (count: number) =>
    plural(
      count,
      '# branch stays and becomes a conversation of its own.',
      '# branches stay and become conversations of their own.',
    ),
  pruneTitle: (count: number) => `Prune ${conversations(count)}?`,
  pruning: 'Pruning…',
  pruned: (count: number, rows: number, texts: number) =>
    `Pruned ${list([conversations(count), sessions(rows), messages(texts)])}`,
  spared: (count: number) => plural(count, '# did not qualify any more.', '# did not qualify any more.'),
  stopped: 'Stopped on request; what is pruned can be restored.',
  fileStays: 'The file keeps its size; freed pages are used again.',

  trash: 'Trash',
  trashLead:
    'Every deletion and every prune first writes the exact rows, all columns, to a compressed journal with a checksum.',
  trashEmpty: 'The trash is empty',
  trashFailed: 'The trash could not be read',
  what: 'What',
  removed: 'Removed',
  contents: 'Contents',
  journal: 'Journal',
  keptUntil: 'Kept until',
  entryActions: 'Actions',
  trashName: ({ action, conversations: count }: TrashEntry) =>
    count === null ? ACTIONS[action] : `${ACTIONS[action]}: ${conversations(count)}`,
  trashContents: (entry: TrashEntry) =>
    entry.sessions === null || entry.messages === null
      ? 'unknown'
      : `${sessions(entry.sessions)}, ${messages(entry.messages)}`,
  daysLeft: (days: number) => plural(days, '# day', '# days'),
  restore: 'Restore',
  restoring: 'Restoring…',
  restoringSoFar: (done: number, total: number) =>
    `Restoring: part ${number(Math.min(done + 1, total))} of ${number(total)}`,
  restored: (rows: number, texts: number) => `Restored ${sessions(rows)}, ${messages(texts)}`,
  cannotRestore: (reason: string) => `Cannot be restored as it is. ${reason}`,
  deletePermanently: 'Delete permanently',
  deletePermanentlyTitle: 'Delete this permanently?',
  emptyTrash: 'Empty trash',
  emptyTrashTitle: (count: number) =>
    plural(count, 'Delete the entry in the trash permanently?', 'Delete all # entries in the trash permanently?'),
  noWayBack: 'There is no way back from this.',
  emptied: (count: number) => plural(count, 'Deleted # entry permanently', 'Deleted # entries permanently'),

  maintenance: 'Maintenance',
  maintenanceLead: 'Nothing here runs by itself.',
  backup: 'Backup',
  backupHint: 'A verified copy beside the file, consistent while other programs keep writing.',
  backUpNow: 'Back up now',
  backingUp: 'Copying…',
  backedUp: (path: string, size: string, rows: number, texts: number) =>
    `Backed up ${sessions(rows)} and ${messages(texts)} (${size}) to ${path}`,
  check: 'Check',
  checkHint:
    'Quick reads every table; full reads every page and index of them; search index looks at full-text search alone.',
  depth: 'How deep',
  depths: { quick: 'Quick', full: 'Full', 'search-index': 'Search index' },
  checkDatabase: 'Check database',
  checking: 'Checking…',
  checked: (report: HealthReport) =>
    report.data === 'ok' && (report.searchIndex === 'ok' || report.searchIndex === 'none')
      ? `All sound; checked in ${seconds(report.seconds)}.`
      : `Checked in ${seconds(report.seconds)}.`,
  states: STATES,
  advice: ADVICE,
  searchIndex: 'Search index',
  searchIndexHint: 'Reads every message again and writes the index anew. Messages are not touched.',
  rebuild: 'Rebuild search index',
  rebuilding: 'Rebuilding…',
  rebuilt: 'The search index was rebuilt',
  upgrade: 'Upgrade',
  upgradeNotNeeded: (version: number | null) =>
    `Schema ${version === null ? 'unknown' : String(version)} needs no upgrade.`,
  upgradeNewer: 'This database is newer than what this app writes; it is never changed in its form.',
  upgradeNeeded: (from: number | null, to: number) =>
    `From schema ${from === null ? 'unknown' : String(from)} to ${String(to)}, so that this app can rename, pin, archive and delete. Hermes does the same at its next start.`,
  upgradeDatabase: 'Upgrade database',
  upgradeTitle: 'Upgrade this database?',
  upgradeBackup: (size: string) => `A verified backup (${size}) is made beside the file first.`,
  upgradeSpace: (size: string) => `${size} are free on that disk.`,
  upgradeChanges: 'What changes',
  upgradeMore: (count: number) => `and ${number(count)} more`,
  upgrading: 'Upgrading…',
  upgraded: (to: number, path: string) => `Upgraded to schema ${String(to)}; the backup is ${path}`,
  later: 'Later',
  repair: 'Repair',
  repairHint:
    'Tries one remedy after another, the gentlest first, after a copy of the file. No other program may have it open.',
  repairDatabase: 'Repair database',
  repairTitle: 'Repair this database?',
  repairing: 'Repairing…',
  repaired: (strategy: string, backup: string) => `Repaired (${strategy}); the copy from before is ${backup}`,
  salvaged: (path: string) => `What could be read was written to a new file: ${path}. The damaged file is as it was.`,
  notRepaired: (detail: string) => `Not repaired: ${detail}`,

  safety: 'Safety',
  readOnlyMode: 'Read-only mode',
  readOnlyHint: 'Switches off everything that writes to a database.',
  on: 'On',
  off: 'Off',

  interrupted: (entry: Interruption) =>
    `${INTERRUPTED[entry.action]} was interrupted (${fullTime(entry.startedAt)}). ${entry.outcome}`,
  dismiss: 'Dismiss',
  sizeOf: bytes,
} as const;
