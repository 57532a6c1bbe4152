import { list, number, plural } from '../format.ts';

const conversations = (count: number): string => plural(count, '# conversation', '# conversations');
const sessions = (count: number): string => plural(count, '# session', '# sessions');
const messages = (count: number): string => plural(count, '# message', '# messages');

/** Texts of what is done to conversations: rename, pin, archive, delete, undo. */
export const organiseTexts = {
  open: 'Open',
  showLineage: 'Show lineage',
  rename: 'Rename',
  renameTo: 'New title',
  renameHint: 'Enter saves, Esc leaves it as it is',
  pin: 'Pin',
  unpin: 'Unpin',
  archive: 'Archive',
  unarchive: 'Unarchive',
  delete: 'Delete',
  deleteSegment: 'Delete only this segment',
  export: 'Export',
  copyResume: 'Copy resume command',
  copyId: 'Copy id',
  copyLink: 'Copy link',
  copyMessageLink: 'Copy link to this message',
  openFolder: 'Open project folder',
  more: 'More actions',
  rowActions: 'Actions of this conversation',
  notWhileReadOnly: 'Read-only mode is on; switch it off in Settings to change anything.',

  renamed: (title: string) => `Renamed to “${title}”`,
  titleCleared: 'Title removed',
  titleTaken: (holder: string) => `“${holder}” already has this title.`,
  useNextFree: (title: string) => `Use “${title}”`,
  openHolder: 'Show it',
  titleTooLong: (length: number, maximum: number) =>
    `The title has ${number(length)} characters; ${number(maximum)} are allowed.`,

  pinned: (count: number) => `Pinned ${conversations(count)}`,
  unpinned: (count: number) => `Unpinned ${conversations(count)}`,
  archived: (count: number) => `Archived ${conversations(count)}`,
  unarchived: (count: number) => `Unarchived ${conversations(count)}`,
  nothingChanged: 'Nothing had to be changed',
  deleting: (count: number) => `Deleting ${conversations(count)}…`,
  deletingSoFar: (done: number, total: number) => `Deleting: ${number(done)} of ${number(total)}`,
  deleted: (count: number, rows: number, texts: number) =>
    `Deleted ${list([conversations(count), sessions(rows), messages(texts)])}`,
  undo: 'Undo',
  undoing: 'Taking it back…',
  undoingSoFar: (done: number, total: number) =>
    `Taking it back: part ${number(Math.min(done + 1, total))} of ${number(total)}`,
  undone: 'Undone',
  undoStopped: 'Stopped. What is not back yet is still in the trash.',
  waiting: 'Waiting to write to the database…',
  nothingToUndo: 'There is nothing to undo',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
  busy: 'Another program is using the database; waiting for it…',
  upgrade: 'Upgrade…',
  cancel: 'Cancel',

  bulk: 'Selected conversations',
  selected: (count: number) => `${number(count)} selected`,
  selectAll: (count: number) => `Select all ${number(count)}`,
  clearSelection: 'Clear selection',

  deleteTitle: (count: number) =>
    count === 1 ? 'Delete this conversation?' : `Delete ${number(count)} conversations?`,
  deleteSegmentTitle: 'Delete only this segment?',
  counting: 'Counting what goes…',
  goes: 'What goes',
  goesSegments: (chains: number, segments: number) =>
    chains === segments
      ? conversations(chains)
      : `${conversations(chains)} in ${plural(segments, '# segment', '# segments')}`,
  goesSubagents: (count: number) => plural(count, '# subagent session', '# subagent sessions'),
  goesMessages: (count: number, size: string) => `${messages(count)}, ${size}`,
  goesTranscripts: (count: number) =>
    plural(
      count,
      '# transcript file in the sessions folder goes along',
      '# transcript files in the sessions folder go along',
    ),
  andMore: (count: number) => `and ${number(count)} more`,
  stays: 'What stays',
  becomesRoots: (count: number) =>
    plural(
      count,
      '# branch stays and becomes a conversation of its own',
      '# branches stay and become conversations of their own',
    ),
  earlierStays: 'The other segments stay; they appear in the list as they are.',
  warnPinned: (count: number) => plural(count, '# of them is pinned.', '# of them are pinned.'),
  warnOpen: (count: number) =>
    plural(
      count,
      '# session is still open; Hermes may be writing to it.',
      '# sessions are still open; Hermes may be writing to them.',
    ),
  compressing: (names: string) => `An agent is compressing ${names} right now. Try again when it is done.`,
  kept: 'Everything goes to the trash and can be restored for 30 days.',
  confirmDelete: 'Delete',
  planFailed: 'What goes could not be counted',
} as const;
