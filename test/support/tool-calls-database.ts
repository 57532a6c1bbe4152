import { writeSmallDatabase, type Row } from './small-database.ts';

/** Session of {@link toolCallsDatabase} in which every kind of call stands. */
export const TOOL_SESSION = 'tools';
/** When it began, in seconds. */
const BEGAN = 1_787_000_000;
const ESC = '\u001b';
/** Length of the output that is one line, in bytes. */
const LONG_LINE = 5_000_000;

const DIFF = [
  '--- a/src/report.ts',
  '+++ b/src/report.ts',
  '@@ -41,7 +41,8 @@ export function report(rows: readonly Row[]): Report {',
  '   const totals = new Map<string, number>();',
  '   for (const row of rows) {',
  '-    totals.set(row.day, (totals.get(row.day) ?? 0) + row.amount);',
  '+    const day = localDay(row.timestamp, zone);',
  '+    totals.set(day, (totals.get(day) ?? 0) + row.amount);',
  '   }',
  '   return { totals };',
  ' }',
].join('\n');

const COLOURED = [
  `${ESC}[1mvitest${ESC}[0m run report`,
  '',
  ` ${ESC}[32m✓${ESC}[39m report.test.ts ${ESC}[2m(12 tests)${ESC}[22m`,
  ` ${ESC}[31m✗${ESC}[39m days.test.ts ${ESC}[2m(4 tests | ${ESC}[31m1 failed${ESC}[39m)${ESC}[22m`,
  'collecting 10%\rcollecting 60%\rcollecting done',
  `   ${ESC}[38;5;208mAssertionError${ESC}[0m: expected ${ESC}[33m'2026-10-24'${ESC}[0m to be ${ESC}[33m'2026-10-25'${ESC}[0m`,
  `${ESC}[7m FAIL ${ESC}[27m  1 of 16`,
].join('\n');

interface Step {
  readonly name: string;
  readonly args: unknown;
  readonly answer: unknown;
}

const STEPS: Readonly<Record<string, Step>> = {
  terminal: {
    name: 'terminal',
    args: { command: 'npx vitest run report', timeout: 120 },
    answer: { output: COLOURED, exit_code: 1 },
  },
  edit: {
    name: 'patch',
    args: { mode: 'replace', path: 'src/report.ts', old_string: 'row.day', new_string: 'day' },
    answer: { success: true, diff: DIFF, files_modified: ['src/report.ts'] },
  },
  write: {
    name: 'write_file',
    args: { path: 'src/days.ts', content: 'export function localDay() {\n  return day;\n}\n' },
    answer: { bytes_written: 52 },
  },
  json: {
    name: 'billing_lookup',
    args: { customer: 42, expand: ['invoices'] },
    answer: {
      id: 42,
      invoices: [{ number: 'A-1', cents: 12345, paid: true }],
      note: null,
      owner: { name: 'Ada', mail: 'ada@example.org' },
    },
  },
  search: {
    name: 'web_search',
    args: { query: 'Intl.DateTimeFormat time zone day', limit: 5 },
    answer: {
      success: true,
      data: {
        web: [
          {
            title: 'Intl.DateTimeFormat',
            url: 'https://example.org/intl/date-time-format',
            description: 'Formats dates and times in a locale and a time zone.',
          },
          {
            title: 'Days and daylight saving time',
            url: 'https://example.org/days',
            description: 'Why a day is not always 24 hours, and what to do about it.',
          },
        ],
      },
    },
  },
  long: { name: 'read_log', args: { path: 'server.log' }, answer: { output: 'x'.repeat(LONG_LINE), exit_code: 0 } },
  delegate: {
    name: 'delegate_task',
    args: { goal: 'Audit the time zones of the importer' },
    answer: { status: 'completed', summary: 'Two places use the zone of the machine.' },
  },
};

/** A database with one conversation that has a call of every kind, two at once, one that delegates, and a sent text. */
export function toolCallsDatabase(): string {
  const messages: Row[] = [
    said('user', 'The report counts a payment of 00:30 for the day before. Why?', 0, {
      api_content: 'The report counts a payment of 00:30 for the day before. Why?\n\n[Context: the user is in Berlin]',
    }),
  ];
  let at = 10;
  for (const [id, step] of Object.entries(STEPS)) {
    messages.push(...called([[id, step]], at));
    at += 20;
  }
  messages.push(
    ...called(
      [
        ['first', { name: 'read_file', args: { path: 'a.ts' }, answer: { content: 'alpha', total_lines: 1 } }],
        ['second', { name: 'read_file', args: { path: 'b.ts' }, answer: { error: 'no such file' } }],
        ['third', { name: 'terminal', args: { command: 'git status' }, answer: { output: 'clean', exit_code: 0 } }],
      ],
      at,
    ),
    said('assistant', 'It is fixed: days are those of the user now.', at + 30, {
      reasoning_details: '[{"type":"reasoning.text","text":"The zone of the machine was taken.","signature":"c2ln"}]',
    }),
    said('user', 'The model was switched to hermes-4-405b.', at + 40, {
      display_kind: 'model_switch',
      display_metadata: '{"model": "hermes-4-405b", "provider": "nous"}',
    }),
  );
  const delegated = BEGAN + 10 + 20 * Object.keys(STEPS).indexOf('delegate');
  const children = [
    ['sub-right', 'Audit the time zones of the importer', delegated + 1],
    ['sub-other', 'Read the release notes', delegated + 2],
  ] as const;
  return writeSmallDatabase({
    sessions: [
      {
        id: TOOL_SESSION,
        source: 'cli',
        model: 'claude-sonnet-4.6',
        title: 'Days of the report',
        started_at: BEGAN,
        system_prompt: 'You are Hermes, an agent.\n'.repeat(40),
        model_config:
          '{"model": "claude-sonnet-4.6", "max_tokens": 12345678901234567890, "reasoning_config": {"effort": "high"}}',
        handoff_state: 'failed',
        handoff_platform: 'telegram',
      },
      ...children.map(([id, , began]) => ({
        id,
        source: 'subagent',
        model: 'hermes-4-405b',
        started_at: began,
        parent_session_id: TOOL_SESSION,
        model_config: JSON.stringify({ _delegate_from: TOOL_SESSION }),
      })),
    ],
    messages: [
      ...messages,
      ...children.flatMap(([id, task, began]) => [
        { ...said('user', task, began - BEGAN), session_id: id },
        { ...said('assistant', `Done: ${task}`, began - BEGAN + 3), session_id: id },
      ]),
    ],
    sql: [
      `INSERT INTO state_meta (key, value) VALUES ('goal:${TOOL_SESSION}', '{"goal": "Days are right", "done": false}')`,
      'CREATE TABLE IF NOT EXISTS compression_locks (session_id TEXT PRIMARY KEY, holder TEXT NOT NULL, acquired_at REAL NOT NULL, expires_at REAL NOT NULL)',
      `INSERT INTO compression_locks VALUES ('${TOOL_SESSION}', 'pid 4242', ${String(BEGAN)}, ${String(BEGAN + 60)})`,
    ],
  });
}

function said(role: string, content: string | null, after: number, change: Row = {}): Row {
  return { session_id: TOOL_SESSION, role, content, timestamp: BEGAN + after, ...change };
}

/** Calls of one message and their answers, which come some seconds later. */
function called(steps: readonly (readonly [string, Step])[], after: number): Row[] {
  const calls = steps.map(([id, { name, args }]) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
  return [
    said('assistant', null, after, { tool_calls: JSON.stringify(calls) }),
    ...steps.map(([id, { name, answer }], at) =>
      said('tool', typeof answer === 'string' ? answer : JSON.stringify(answer), after + 4 + at, {
        tool_call_id: id,
        tool_name: name,
      }),
    ),
  ];
}
