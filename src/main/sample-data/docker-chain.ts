import { exchange, toolRun, type SampleSession } from './sample-session.ts';

const DOCKERFILE = `FROM --platform=$BUILDPLATFORM node:22-slim AS deps
ARG TARGETARCH
WORKDIR /app
COPY package.json package-lock.json ./
# take the prebuilt module for the target, compile nothing
RUN npm_config_arch=$TARGETARCH npm ci --omit=dev --foreground-scripts`;

const BUILD_LOG = Array.from(
  { length: 400 },
  (_, line) => `#14 ${(line * 0.11).toFixed(2)} npm info run step ${String(line)} of the install`,
)
  .concat(
    '#14 41.83 npm error gyp ERR! build error',
    '#14 41.83 npm error c++: fatal error: Killed signal terminated program cc1plus',
    '#14 41.84 npm error gyp ERR! System Linux 6.8.0 arm64',
    'ERROR: failed to solve: process "/bin/sh -c npm ci --omit=dev" did not complete successfully: exit code: 1',
  )
  .join('\n');

const SUMMARY_1 = `[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted into this summary.

## Goal
Find out why the Docker build of atlas-api fails on linux/arm64 and mend it.

## What is known
- The failing step is \`npm ci\` (exit code 1); amd64 is not affected.
- The cache mount is not the cause: the layer is rebuilt either way.

## Next
Read the complete log of one failing job.`;

const SUMMARY_2 = `[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted into this summary.

## Goal
Mend the arm64 build of atlas-api without touching the base image.

## What is known
- \`cc1plus\` is killed under QEMU: memory, not code.
- \`better-sqlite3\` publishes a binary for arm64; the build stage has no network to fetch it.

## Next
Fetch native modules in a stage that runs on the build machine.`;

const MODEL = 'anthropic/claude-sonnet-4.6';
const CWD = '/home/sam/src/atlas-api';

/** A conversation that was compressed twice, with subagents and a branch. */
export const dockerChain: readonly SampleSession[] = [
  {
    key: 'docker-1',
    source: 'cli',
    model: MODEL,
    hoursAgo: 5.2,
    title: 'Fix Docker build on arm64',
    endReason: 'compression',
    cwd: CWD,
    usage: { input: 210_400, output: 18_200, cacheRead: 402_000, cost: { status: 'estimated', usd: 1.42 } },
    messages: [
      ...exchange(
        'The Docker build of atlas-api fails on arm64 since this morning. Can you look?',
        'Let me look at the last run first, then reproduce it here.',
        'A native module is the usual suspect. The log will tell which one.',
      ),
      ...toolRun(
        'd1',
        'terminal',
        { command: 'gh run view --log-failed | tail -n 60' },
        '{"exit_code": 0, "output": "build (linux/arm64)  npm ci  exit code: 1"}',
      ),
      ...exchange(
        'Is it the cache mount?',
        'The cache mount is not the cause; the layer is rebuilt either way. I need the complete log of one failing job.',
      ),
    ],
  },
  {
    key: 'docker-2',
    source: 'cli',
    model: MODEL,
    hoursAgo: 4.1,
    title: 'Fix Docker build on arm64 #2',
    parent: 'docker-1',
    edge: 'continuation',
    endReason: 'compression',
    cwd: CWD,
    usage: { input: 318_000, output: 21_750, cacheRead: 540_000, cost: { status: 'estimated', usd: 1.26 } },
    messages: [
      { role: 'user', content: SUMMARY_1, after: 1 },
      { role: 'user', content: 'Is it the cache mount?', after: 1 },
      ...toolRun(
        'd2',
        'terminal',
        { command: 'docker buildx inspect --bootstrap' },
        '{"exit_code": 0, "output": "Name: builder0\\nDriver: docker-container\\nPlatforms: linux/amd64, linux/arm64"}',
      ),
      ...toolRun(
        'd3',
        'terminal',
        { command: 'docker buildx build --platform linux/arm64 -t api:ci .' },
        JSON.stringify({ exit_code: 1, output: BUILD_LOG }),
      ),
      {
        role: 'assistant',
        after: 20,
        reasoning:
          'Laptop is native, CI runs under QEMU. If the compiler is killed rather than failing, memory is the limit, not the code.',
        content: `The compiler is *killed*, it doesn’t fail: \`cc1plus\` runs out of memory under QEMU. \`better-sqlite3\` has a prebuilt binary for arm64, but \`npm ci\` can’t fetch it because the build stage has no network. Fetch it in a stage that runs on the build machine:

\`\`\`dockerfile
${DOCKERFILE}
\`\`\``,
      },
    ],
  },
  {
    key: 'docker-3',
    source: 'cli',
    model: MODEL,
    hoursAgo: 0.6,
    title: 'Fix Docker build on arm64 #3',
    parent: 'docker-2',
    edge: 'continuation',
    cwd: CWD,
    pinned: true,
    usage: { input: 96_000, output: 7_420, cacheRead: 160_000, cost: { status: 'estimated', usd: 0.73 } },
    messages: [
      { role: 'user', content: SUMMARY_2, after: 1 },
      ...exchange(
        'The build still fails on arm64, but only in CI. The same Dockerfile works on my laptop. Can you find out why before we touch the base image again?',
        'Two things differ between CI and your laptop: the builder and the cache. I’ll look at the builder first, then run the same build with emulation.',
      ),
      {
        role: 'assistant',
        after: 5,
        content: null,
        calls: [
          { id: 'd4', name: 'delegate_task', arguments: { goal: 'Audit image layers for native modules' } },
          { id: 'd5', name: 'read_file', arguments: { path: 'Dockerfile' } },
        ],
      },
      {
        role: 'tool',
        answers: 'd4',
        toolName: 'delegate_task',
        after: 100,
        content: '{"status": "completed", "summary": "Only better-sqlite3 and sharp hold native code."}',
      },
      { role: 'tool', answers: 'd5', toolName: 'read_file', after: 1, content: DOCKERFILE },
      ...exchange(
        'Good. Apply it, and check that the amd64 image doesn’t change size by more than a megabyte.',
        'Applied. The amd64 image went from 212.4 MB to 212.9 MB, and the arm64 build now takes 1 min 12 s.',
      ),
    ],
  },
  {
    key: 'docker-sub-1',
    source: 'subagent',
    model: 'nous/hermes-4-405b',
    hoursAgo: 0.58,
    parent: 'docker-3',
    edge: 'delegate',
    endReason: 'agent_close',
    usage: { input: 82_000, output: 4_100, cost: { status: 'estimated', usd: 0.18 } },
    messages: exchange(
      'Audit image layers for native modules',
      'Only `better-sqlite3` and `sharp` hold native code; both publish arm64 builds.',
    ),
  },
  {
    key: 'docker-sub-2',
    source: 'subagent',
    model: 'nous/hermes-4-405b',
    hoursAgo: 0.5,
    parent: 'docker-3',
    edge: 'delegate',
    endReason: 'agent_close',
    usage: { input: 34_000, output: 1_900, cost: { status: 'unknown', usd: 0 } },
    messages: exchange(
      'Read the buildx release notes',
      'Nothing in the last three releases touches QEMU memory limits.',
    ),
  },
  {
    key: 'docker-branch',
    source: 'cli',
    model: MODEL,
    hoursAgo: 0.3,
    title: 'Docker build with a distroless base',
    parent: 'docker-3',
    edge: 'branch',
    cwd: CWD,
    messages: exchange(
      'Same problem, another way: what if we move to a distroless base?',
      'Then the shell goes, and `npm ci` has to happen in the build stage anyway, which solves it as well. The image shrinks to 148 MB.',
    ),
  },
];
