import { exchange, toolRun, type SampleSession } from './sample-session.ts';

const DIGEST_TOPICS = ['SQLite 3.54', 'Electron', 'TypeScript', 'WebAssembly', 'Postgres', 'Rust', 'Python', 'Node.js'];
const CHAT_QUESTIONS: readonly (readonly [source: string, question: string, answer: string])[] = [
  ['discord', 'how do I squash the last three commits?', '`git rebase -i HEAD~3`, then mark the last two as `squash`.'],
  [
    'discord',
    'shorter, and start with what breaks',
    '**Breaking:** images no longer contain Python. Use the `-full` tag if you call it from hooks.',
  ],
  ['slack', 'who is on call this weekend?', 'According to the calendar: Ines on Saturday, Tom on Sunday.'],
  [
    'slack',
    'summarise the thread about the quota alert',
    'The quota was raised to 400 GB on Tuesday; the alert still used the old limit and was muted.',
  ],
  ['matrix', 'is the mirror back?', 'Yes, since 14:20. Replication lag is 3 seconds.'],
  [
    'email',
    'Draft a reply: we accept the offer of 12 March',
    'Dear Mr. Ito,\n\nwe accept your offer of 12 March and look forward to working together.',
  ],
  [
    'whatsapp',
    'recipe for lentil soup for 6, please',
    '1. 400 g red lentils\n2. 2 onions, 3 carrots\n3. 1.5 l stock\n\nSimmer for 25 minutes, blend half of it.',
  ],
  ['homeassistant', 'turn the heating down at night', 'Set to 17 °C from 23:00 to 06:00 in all rooms but the nursery.'],
  ['signal', 'remind me to water the plants on Sunday', 'Done: Sunday, 10:00.'],
  ['telegram', 'convert 37.5 miles to km', '37.5 mi are 60.35 km.'],
];

/** Runs of two cron jobs, a tool's own session and an API caller. */
export const automation: readonly SampleSession[] = [
  ...DIGEST_TOPICS.map((topic, day): SampleSession => ({
    key: `digest-${String(day)}`,
    source: 'cron',
    model: 'deepseek/deepseek-v3.2',
    hoursAgo: 24 * day + 3,
    endReason: 'cron_complete',
    usage: { input: 18_000 + day * 700, output: 1_100, cost: { status: 'estimated', usd: 0.02 } },
    messages: [
      { role: 'user', content: `Collect what is new about ${topic} and write a digest of five lines.`, after: 1 },
      ...toolRun(
        `n${String(day)}`,
        'web_search',
        { query: `${topic} news` },
        `{"results": [{"title": "${topic}: release notes"}]}`,
      ),
      {
        role: 'assistant',
        content: `**${topic}** today: one release, two articles worth reading, no security notice.`,
        after: 20,
      },
    ],
  })),
  ...[0, 1, 2, 3, 4, 5].map((night): SampleSession => ({
    key: `scan-${String(night)}`,
    source: 'cron',
    model: 'deepseek/deepseek-v3.2',
    hoursAgo: 24 * night + 5.5,
    ...(night === 0 ? { title: 'Nightly image scan' } : {}),
    endReason: 'cron_complete',
    messages: [
      { role: 'user', content: 'Scan the images of last night and report new findings.', after: 1 },
      ...toolRun(
        `s${String(night)}`,
        'terminal',
        { command: 'trivy image --quiet api:nightly' },
        '{"exit_code": 0, "output": "libssl3 3.0.13 HIGH fixed in 3.0.15"}',
      ),
      { role: 'assistant', content: 'One new finding, severity high, fixed upstream. Ticket text below.', after: 10 },
    ],
  })),
  {
    key: 'tool-session',
    source: 'tool',
    model: 'openai/gpt-5.2-mini',
    hoursAgo: 20,
    endReason: 'agent_close',
    messages: exchange('Extract the dates from this page', '2026-03-12, 2026-04-01'),
  },
  ...[1, 2, 3, 4].map((shard): SampleSession => ({
    key: `eval-${String(shard)}`,
    source: 'api_server',
    model: 'nous/hermes-4-405b',
    hoursAgo: 10 + shard * 0.1,
    title: `POST /v1/runs · nightly eval, shard ${String(shard)}`,
    endReason: 'idle_timeout',
    usage: { input: 88_000, output: 5_000, cost: { status: 'included', usd: 0 } },
    messages: exchange(`{"task":"summarise","shard":${String(shard)}}`, '{"status":"ok","items":18}'),
  })),
];

/** Short chats, some of them never titled, some of them left open. */
export const chats: readonly SampleSession[] = CHAT_QUESTIONS.map(
  ([source, question, answer], index): SampleSession => ({
    key: `chat-${String(index)}`,
    source,
    model: index % 2 === 0 ? 'openai/gpt-5.2-mini' : 'nous/hermes-4-405b',
    hoursAgo: 14 + index * 17,
    ...(index % 3 === 0 ? {} : { endReason: 'idle_timeout' }),
    ...(index % 4 === 1 ? { title: question.slice(0, 40) } : {}),
    usage: {
      input: 2_000 + index * 300,
      output: 300,
      ...(index % 5 === 0 ? {} : { cost: { status: 'estimated' as const, usd: 0.01 } }),
    },
    messages: exchange(question, answer),
  }),
);
