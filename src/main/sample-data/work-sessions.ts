import { exchange, toolRun, type SampleSession } from './sample-session.ts';

const SONNET = 'anthropic/claude-sonnet-4.6';
const DEEPSEEK = 'deepseek/deepseek-v3.2';

/** A bar chart of 240 × 120 pixels. */
const CHART_PNG = [
  'iVBORw0KGgoAAAANSUhEUgAAAPAAAAB4CAIAAABD1OhwAAABv0lEQVR42u3TsQ2AIBCGUYahdx9KexMLR3QJplETHeESzPG+XP8X',
  'PEpbt+cuKUUFaAEtAS0BLQEtoCWgJaAloCWgBbQEtAS0BLQEtICWZgRd9zPkPIOAloD2UYEGGmig4x8+65aABlpAAw000EADDTTQ',
  'QAMtoG35PEADDTRkQAMNGdBA2wIaaFtAAw000JABDTRkQANtC2igbQlooIGGDGigIQMaaFtAA20LaKCBBhoyoIGGDGigbQENtC2g',
  'gQYaaMiABhoyoIG2BTTQtoAGGmigIQMaaMiABtoW0EDbeuvHEnJAQwY00LaABtoW0EADDTRkQAMNGdBA2wIaaFtAAw000JABDTRk',
  'QANtC2igbQENNNBAQwY00JABDbQtoIG2BTTQQAMNGdBAAw000LaABhpooCEDGmjIgAbaFtBA2wIaaKCBhgxooCGbGfSozwM00EBD',
  'BjTQkAENtC2ggbYFNNBAAw0Z0EBDBjTQtoAG2hbQQAMNNGRAAw0Z0EDbAhpoW0ADDTTQkAENNGRAA20LaKBtAQ0Z0EBDBjTQtoAG',
  '2hbQQAMNNGRAAw0Z0EDbAhpoW0BHgZb+1gfauRwHtEt1Nz+fPE7UwvBpAAAAAElFTkSuQmCC',
].join('');

const LEDGER_FIX = `The value is rounded twice: once when the row is parsed and again when it is stored.

\`\`\`diff
--- a/src/ledger/import.ts
+++ b/src/ledger/import.ts
@@ -41,7 +41,7 @@ export function amountOf(row: Row): Money {
-  return Money.of(Math.round(Number(row.amount) * 100) / 100, row.currency);
+  return Money.parse(row.amount, row.currency);
 }
\`\`\`

| currency | minor units | before | after |
| --- | ---: | ---: | ---: |
| JPY | 0 | 1,235 | 1,234.5 → 1,235 |
| EUR | 2 | 1,234.50 | 1,234.50 |
| BHD | 3 | 1,234.50 | 1,234.500 |

- [x] parser keeps the text until the currency is known
- [x] one rounding, half to even
- [ ] backfill the 14 rows of last week`;

const ADVISORY_LOCKS = `\`SKIP LOCKED\` never waits, so a stuck worker can’t block the queue:

\`\`\`sql
WITH next AS (
  SELECT id FROM jobs
  WHERE state = 'ready'
  ORDER BY run_at
  FOR UPDATE SKIP LOCKED
  LIMIT 1
)
UPDATE jobs SET state = 'running', worker = $1
FROM next WHERE jobs.id = next.id
RETURNING jobs.*;
\`\`\`

Compare it with \`pg_advisory_xact_lock\`: that one is released at commit, which is earlier than you want.`;

const RUST_ITERATOR = `Return an iterator and let the caller decide:

\`\`\`rust
pub fn lines_of<R: BufRead>(reader: R) -> impl Iterator<Item = io::Result<String>> {
    reader.lines().filter(|line| !matches!(line, Ok(text) if text.is_empty()))
}
\`\`\``;

/** Sessions of a working week at the terminal: code, tools, failures, long output. */
export const workSessions: readonly SampleSession[] = [
  {
    key: 'ledger',
    source: 'cli',
    model: SONNET,
    hoursAgo: 6.4,
    title: 'Ledger import: rounding in JPY rows',
    endReason: 'cli_close',
    cwd: '/home/sam/src/ledger-web',
    usage: { input: 280_000, output: 24_000, reasoning: 6_100, cost: { status: 'estimated', usd: 0.92 } },
    messages: [
      { role: 'user', content: 'why does 1,234.5 become 1,235 for JPY and stay 1,234.50 for EUR?', after: 1 },
      ...toolRun(
        'l1',
        'search_files',
        { pattern: 'Math.round', path: 'src/ledger' },
        '{"matches": [{"file": "src/ledger/import.ts", "line": 44}]}',
      ),
      ...toolRun(
        'l2',
        'terminal',
        { command: 'npm test -- ledger' },
        '{"exit_code": 1, "output": "FAIL src/ledger/import.test.ts\\n  expected 1234.5, got 1235\\n\\nTests: 1 failed, 41 passed"}',
      ),
      {
        role: 'assistant',
        after: 9,
        content: LEDGER_FIX,
        reasoning: 'JPY has no minor unit; the parser should not know about cents at all.',
      },
    ],
  },
  {
    key: 'queue',
    source: 'cli',
    model: SONNET,
    hoursAgo: 29,
    title: 'Move the queue to advisory locks',
    endReason: 'cli_close',
    cwd: '/home/sam/src/atlas-api',
    usage: { input: 1_240_000, output: 61_000, cacheRead: 300_000, cost: { status: 'estimated', usd: 4.87 } },
    messages: [
      ...exchange(
        'compare SKIP LOCKED with advisory locks for our job queue',
        ADVISORY_LOCKS,
        'Both work; what differs is what happens when a worker dies.',
      ),
      ...toolRun(
        'q1',
        'terminal',
        { command: 'psql -c "select count(*) from jobs"' },
        '{"exit_code": 0, "output": " count\\n-------\\n 48210"}',
      ),
      ...exchange(
        'and when a worker dies?',
        'Its transaction is rolled back, so the row is free again at once. With advisory locks of the session kind it stays locked until the connection is noticed to be gone.',
      ),
    ],
  },
  {
    key: 'webhook',
    source: 'cli',
    model: DEEPSEEK,
    hoursAgo: 6.9,
    title: 'Rate limits for the public webhook',
    endReason: 'cli_close',
    cwd: '/home/sam/src/atlas-api',
    usage: { input: 70_000, output: 4_400, cost: { status: 'actual', usd: 0.06 } },
    messages: exchange(
      'what happens when a client sends 500 requests in a second?',
      'The token bucket empties after 60, and the rest get `429` with `Retry-After: 1`. Nothing is queued.',
    ),
  },
  {
    key: 'stack-trace',
    source: 'cli',
    model: DEEPSEEK,
    hoursAgo: 9.5,
    endReason: 'cli_close',
    cwd: '/home/sam/src/atlas-api',
    messages: [
      {
        role: 'user',
        after: 1,
        content:
          "explain this stack trace from the worker\n\nTypeError: Cannot read properties of undefined (reading 'id')\n    at claim (src/queue/claim.ts:31:18)\n    at processTicksAndRejections (node:internal/process/task_queues:105:5)",
      },
      {
        role: 'assistant',
        after: 8,
        content:
          'The claim returned no row, and line 31 reads `row.id` without asking. Return `null` there and let the loop sleep.',
      },
    ],
  },
  {
    key: 'temporal',
    source: 'cli',
    model: SONNET,
    hoursAgo: 33,
    title: 'Spike: replace moment with Temporal',
    endReason: 'cli_close',
    archived: true,
    cwd: '/home/sam/src/ledger-web',
    usage: { input: 510_000, output: 30_000, cost: { status: 'estimated', usd: 1.52 } },
    messages: exchange(
      'which of the 61 call sites need a time zone?',
      'Nineteen. The other 42 only format dates that are already local.',
    ),
  },
  {
    key: 'grafana',
    source: 'tui',
    model: DEEPSEEK,
    hoursAgo: 36,
    title: 'Grafana panel for p99 of the ingest path',
    endReason: 'tui_close',
    cwd: '/home/sam/src/infra',
    usage: { input: 120_000, output: 9_800, cost: { status: 'estimated', usd: 0.11 } },
    messages: exchange(
      'histogram_quantile gives NaN for quiet hours, how do I avoid that?',
      'Wrap it: `histogram_quantile(0.99, sum by (le) (rate(x_bucket[5m])) > 0)`. Empty buckets then vanish instead of turning into NaN.',
    ),
  },
  {
    key: 'rust',
    source: 'acp',
    model: SONNET,
    hoursAgo: 58,
    title: 'Iterator instead of Vec in the reader',
    endReason: 'agent_close',
    cwd: '/home/sam/src/tidy',
    messages: exchange('review this function: fn lines_of(path: &Path) -> Vec<String>', RUST_ITERATOR),
  },
  {
    key: 'log-hunt',
    source: 'cli',
    model: SONNET,
    hoursAgo: 80,
    title: 'Find the slow endpoint in yesterday’s log',
    endReason: 'cli_close',
    cwd: '/home/sam/src/infra',
    usage: { input: 640_000, output: 8_000, cost: { status: 'estimated', usd: 2.05 } },
    messages: [
      { role: 'user', content: 'which endpoint got slow at 09:40 yesterday?', after: 1 },
      ...toolRun('g1', 'terminal', { command: 'journalctl -u api --since 09:30 --until 10:00' }, accessLog()),
      {
        role: 'assistant',
        after: 10,
        content: '`GET /v1/reports/quarter` went from 80 ms to 4.2 s at 09:41, right after the index was dropped.',
      },
    ],
  },
  {
    key: 'html-notes',
    source: 'cli',
    model: DEEPSEEK,
    hoursAgo: 120,
    title: 'Escape user comments <b>everywhere</b>',
    endReason: 'cli_close',
    cwd: '/home/sam/src/ledger-web',
    messages: exchange(
      'This comment breaks the page: <img src=x onerror="alert(1)"> and so does <script>alert(2)</script>',
      'It is rendered with `dangerouslySetInnerHTML`. Show it as text; `{comment.body}` already escapes.',
    ),
  },
  {
    key: 'picture',
    source: 'discord',
    model: SONNET,
    hoursAgo: 45,
    title: 'What is wrong with this chart?',
    chat: { type: 'thread', name: '#metrics' },
    endReason: 'idle_timeout',
    usage: { input: 6_000, output: 700, cost: { status: 'estimated', usd: 0.03 } },
    messages: [
      {
        role: 'user',
        after: 1,
        content: [
          { type: 'text', text: 'What is wrong with this chart?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${CHART_PNG}` } },
        ],
      },
      { role: 'assistant', after: 9, content: 'The axis starts at 90, so a change of 2 % looks like a collapse.' },
    ],
  },
];

/** About 300 KB of log, so that long output can be seen. */
function accessLog(): string {
  return Array.from({ length: 4200 }, (_, line) => {
    const minute = String(30 + Math.floor(line / 140)).padStart(2, '0');
    const second = String(line % 60).padStart(2, '0');
    return `09:${minute}:${second} api[812]: GET /v1/reports/${line % 7 === 0 ? 'quarter' : 'day'} 200 ${String(60 + ((line * 37) % 90))} ms`;
  }).join('\n');
}
