import { bytes, number, plural } from '../format.ts';

/** `0.4 s`, `12 s`, `3 min 20 s`, `1 h 05 min`. */
function duration(seconds: number): string {
  if (seconds < 10) return `${number(Math.round(seconds * 10) / 10)} s`;
  if (seconds < 60) return `${number(Math.round(seconds))} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${number(minutes)} min ${number(Math.floor(seconds % 60))} s`;
  return `${number(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Texts of tool cards, of subagents shown inside them and of what was sent to a model. */
export const toolTexts = {
  parallel: (count: number) => plural(count, '# call at once', '# calls at once'),
  someFailed: (count: number) => plural(count, '# failed', '# failed'),
  duration,
  durationHint: 'From the message that made the call to the row of its result',
  raw: 'Raw',
  rawHint: 'Show arguments and result as they are stored',
  progressFolded: (count: number) =>
    plural(count, '# overwritten progress line is folded', '# overwritten progress lines are folded'),
  tooLongToFormat: (size: number) => `Shown as plain text: ${bytes(size)} is too much to format.`,
  changesSpoken: (added: number, removed: number) =>
    `${plural(added, '# line added', '# lines added')}, ${plural(removed, '# line removed', '# lines removed')}`,
  wholeFile: 'whole file written; what was there before is not recorded',
  diffOf: (path: string) => `Changes of ${path}`,
  lineCut: (size: number) => `… (line of ${bytes(size)})`,
  moreFiles: (count: number) => plural(count, '# more file', '# more files'),
  hits: (count: number) => plural(count, '# result', '# results'),
  moreHits: (count: number) => plural(count, '# more result', '# more results'),
  jsonSize: (kind: 'object' | 'list' | 'text', size: number) => {
    if (kind === 'text') return bytes(size);
    return kind === 'object' ? plural(size, '# member', '# members') : plural(size, '# item', '# items');
  },
  event: {
    model: 'model',
    provider: 'provider',
    delegation_id: 'delegation',
    task_count: 'tasks',
    completed_count: 'completed',
    failed_count: 'failed',
    failed: 'failed',
    duration_seconds: 'seconds',
    reactions: 'reactions',
  },
  sent: {
    show: 'What was sent',
    hide: 'Hide what was sent',
    heading: 'What was sent to the model',
    note: 'The text of this message as it went to the provider, where that differs from what is shown.',
    same: 'The text went out as it is shown.',
    differences: 'Compared with the stored text',
    whole: 'As it was sent',
    fields: 'Other fields of the provider',
    reading: 'Reading what was sent…',
    failed: 'What was sent could not be read',
  },
  subagent: {
    heading: 'Subagents',
    looking: 'Looking for the subagents of this call…',
    failed: 'The subagents could not be read',
    open: 'Open subagent inline',
    close: 'Close subagent',
    openWhole: 'Open whole conversation',
    none: 'This session records no subagent for the call.',
    task: (at: number) => `task ${number(at + 1)}`,
    by: {
      id: 'named by the call',
      task: 'its first words are the task of this call',
      time: 'only its time says so: it began while this call ran',
      none: 'not certain that this call started it',
    },
    uncertain: (count: number) =>
      plural(
        count,
        'Which subagent this call started is not recorded. One is possible:',
        'Which subagent this call started is not recorded. # are possible:',
      ),
    more: (count: number) => plural(count, '# more is not listed.', '# more are not listed.'),
    label: (name: string) => `Subagent ${name}`,
    messages: (count: number) => plural(count, '# message', '# messages'),
    tokens: (compact: string) => `${compact} tokens`,
    range: (from: number, to: number, of: number) => `Messages ${number(from)}–${number(to)} of ${number(of)}`,
    earlier: 'Earlier messages',
    later: 'Later messages',
    reading: 'Reading the subagent…',
    unreadable: 'This subagent could not be read',
    empty: 'Nothing was said in it.',
    live: 'Live',
    noModel: 'model unknown',
  },
  details: {
    prompt: 'System prompt',
    noPrompt: 'This row holds no system prompt.',
    config: 'Model configuration',
    noConfig: 'This row holds no model configuration.',
    goal: 'Goal',
    handoff: 'Hand-off',
    lock: 'Compression lock',
    delegations: 'Delegations',
    copyPrompt: 'Copy system prompt',
    copyConfig: 'Copy model configuration',
    copyGoal: 'Copy goal',
    holder: 'Holder',
    acquired: 'Acquired',
    expires: 'Expires',
    stale: 'stale: it has expired, nobody renews it',
    held: 'in force',
    noExpiry: 'no time of expiry is stored',
    state: 'State',
    platform: 'Platform',
    error: 'Error',
    reading: 'Reading…',
    cut: (length: number) => `The first ${bytes(length)} are shown.`,
  },
} as const;
