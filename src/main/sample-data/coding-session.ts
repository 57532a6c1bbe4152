import { exchange, type SampleSession } from './sample-session.ts';

const BEFORE = `  take(tenant: string): boolean {
    const bucket = this.#buckets.get(tenant) ?? { tokens: this.#burst, at: Date.now() };
    bucket.tokens -= 1;
    this.#buckets.set(tenant, bucket);
    return bucket.tokens >= 0;
  }`;

const AFTER = `  take(tenant: string, now = performance.now()): boolean {
    const bucket = this.#buckets.get(tenant) ?? { tokens: this.#burst, at: now };
    const earned = ((now - bucket.at) / 1000) * this.#rate;
    const tokens = Math.min(this.#burst, bucket.tokens + earned);
    const isAllowed = tokens >= 1;
    this.#buckets.set(tenant, { tokens: isAllowed ? tokens - 1 : tokens, at: now });
    return isAllowed;
  }`;

const SOURCE = `export class TenantLimiter {
  readonly #rate: number;
  readonly #burst: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor({ rate, burst }: LimiterOptions) {
    this.#rate = rate;
    this.#burst = burst;
  }

${BEFORE}
}`;

const RED = '\u001b[31m';
const GREEN = '\u001b[32m';
const DIM = '\u001b[2m';
const BOLD = '\u001b[1m';
const PLAIN = '\u001b[0m';

const FAILING = [
  `${BOLD} RUN ${PLAIN} v4.1.0 ${DIM}/home/sam/src/atlas-api${PLAIN}`,
  '',
  ` ${RED}❯${PLAIN} src/limits/tenant-limiter.test.ts ${DIM}(4 tests | ${RED}1 failed${PLAIN}${DIM})${PLAIN} 31ms`,
  `   ${GREEN}✓${PLAIN} lets a burst through ${DIM}2ms${PLAIN}`,
  `   ${RED}×${PLAIN} earns one token every 100 ms ${DIM}14ms${PLAIN}`,
  `     ${RED}→ expected false to be true${PLAIN}`,
  '',
  ` ${BOLD}Tests${PLAIN}  ${RED}1 failed${PLAIN} | ${GREEN}3 passed${PLAIN} ${DIM}(4)${PLAIN}`,
].join('\n');

const PASSING = [
  ` ${GREEN}✓${PLAIN} src/limits/tenant-limiter.test.ts ${DIM}(4 tests)${PLAIN} 19ms`,
  '',
  ` ${BOLD}Tests${PLAIN}  ${GREEN}4 passed${PLAIN} ${DIM}(4)${PLAIN}`,
].join('\n');

const EXPLANATION = `A bucket refills by the clock now, not by the call. With rate $$r$$ and burst $$b$$ the tokens after a pause are

$$
t_{n+1} = \\min\\left(b,\\; t_n + r \\cdot \\Delta\\right) - 1
$$

and a request passes while $$t_n \\ge 1$$. What happens to a request:

\`\`\`mermaid
flowchart LR
  request[Request] --> bucket{Token left?}
  bucket -- yes --> pass[Handler]
  bucket -- no --> wait["429, Retry-After: 1"]
\`\`\`

| tenant | rate | burst | longest pause at full load |
| --- | ---: | ---: | ---: |
| free | 2 / s | 10 | 500 ms |
| team | 10 / s | 60 | 100 ms |
| enterprise | 100 / s | 500 | 10 ms |`;

/** A piece of work in code: files read at the same time, a failing test in colours, an edit, and what was learnt. */
export const codingSession: readonly SampleSession[] = [
  {
    key: 'limiter',
    source: 'cli',
    model: 'anthropic/claude-sonnet-4.6',
    hoursAgo: 2.6,
    title: 'Token bucket for each tenant',
    endReason: 'cli_close',
    cwd: '/home/sam/src/atlas-api',
    usage: { input: 154_000, output: 11_300, cacheRead: 88_000, cost: { status: 'estimated', usd: 0.61 } },
    messages: [
      {
        role: 'user',
        after: 1,
        content: 'The limiter never lets anybody in again after a burst. Please find out why.',
      },
      {
        role: 'assistant',
        after: 4,
        content: 'I’ll read the limiter and look for its callers.',
        reasoning: 'Never again sounds like tokens that are taken and not given back.',
        calls: [
          { id: 'c1', name: 'read_file', arguments: { path: 'src/limits/tenant-limiter.ts' } },
          { id: 'c2', name: 'search_files', arguments: { pattern: 'new TenantLimiter', path: 'src' } },
        ],
      },
      { role: 'tool', answers: 'c1', toolName: 'read_file', after: 1, content: SOURCE },
      {
        role: 'tool',
        answers: 'c2',
        toolName: 'search_files',
        after: 1,
        content: JSON.stringify({
          total_count: 2,
          matches: [
            { path: 'src/server.ts', line: 88, content: 'const limiter = new TenantLimiter({ rate: 10, burst: 60 });' },
            {
              path: 'src/limits/tenant-limiter.test.ts',
              line: 9,
              content: 'new TenantLimiter({ rate: 10, burst: 1 })',
            },
          ],
        }),
      },
      {
        role: 'assistant',
        after: 8,
        content: 'Nothing ever adds tokens. A test first:',
        calls: [{ id: 'c3', name: 'terminal', arguments: { command: 'npx vitest run src/limits --color' } }],
      },
      {
        role: 'tool',
        answers: 'c3',
        toolName: 'terminal',
        after: 3,
        content: JSON.stringify({ output: FAILING, exit_code: 1, error: null }),
      },
      {
        role: 'assistant',
        after: 12,
        content: null,
        calls: [
          {
            id: 'c4',
            name: 'patch',
            arguments: {
              mode: 'replace',
              path: 'src/limits/tenant-limiter.ts',
              old_string: BEFORE,
              new_string: AFTER,
            },
          },
        ],
      },
      {
        role: 'tool',
        answers: 'c4',
        toolName: 'patch',
        after: 1,
        content: JSON.stringify({ success: true, files_modified: ['src/limits/tenant-limiter.ts'] }),
      },
      {
        role: 'assistant',
        after: 5,
        content: null,
        calls: [{ id: 'c5', name: 'terminal', arguments: { command: 'npx vitest run src/limits --color' } }],
      },
      {
        role: 'tool',
        answers: 'c5',
        toolName: 'terminal',
        after: 3,
        content: JSON.stringify({ output: PASSING, exit_code: 0, error: null }),
      },
      { role: 'assistant', after: 9, content: EXPLANATION },
      ...exchange(
        'Good. Is the clock safe when the machine sleeps?',
        '`performance.now()` stands still while it sleeps, so nobody earns tokens in that time. That is what you want here.',
      ),
    ],
  },
];
