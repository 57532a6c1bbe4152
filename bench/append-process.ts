// Run as a process of its own: for each number on stdin appends as many messages to a session of its own, each in a
// transaction of its own, through SessionDB or by plain SQL. Says when it began and ended, in milliseconds of the clock.
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { SessionDB } from '../src/main/session-db/index.ts';
import { openBareWriter } from './lane/write-bare.ts';

const [way, path, name, seed] = process.argv.slice(2);
if (path === undefined || name === undefined)
  throw new Error('usage: append-process.ts app|bare <file> <session> <seed>');

/** Longer texts are rare, and one of them in a round would be all of it. */
const LONGEST_BYTES = 20_000;
const SAMPLES = 2000;
const Sample = z.object({
  role: z.string(),
  content: z.string().nullable(),
  tool_call_id: z.string().nullable(),
  tool_calls: z.string().nullable(),
  tool_name: z.string().nullable(),
  finish_reason: z.string().nullable(),
  reasoning: z.string().nullable(),
});
type Sample = z.infer<typeof Sample>;

const samples = readSamples(path, Number(seed));
const append = way === 'bare' ? bareAppender(path, name) : appAppender(path, name);
let next = 0;
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const count = Number(line);
  const from = clock();
  for (let at = 0; at < count; at += 1) {
    append(samples[next % samples.length] ?? fail());
    next += 1;
  }
  process.stdout.write(`${JSON.stringify({ from, to: clock() })}\n`);
}

function appAppender(file: string, sessionId: string): (sample: Sample) => void {
  const db = new SessionDB(file);
  db.createSession({ sessionId, source: 'cli' });
  return sample => {
    db.appendMessage({
      sessionId,
      role: sample.role,
      content: sample.content,
      toolCalls: sample.tool_calls,
      toolCallId: sample.tool_call_id,
      toolName: sample.tool_name,
      finishReason: sample.finish_reason,
      reasoning: sample.reasoning,
    });
  };
}

function bareAppender(file: string, sessionId: string): (sample: Sample) => void {
  const db = openBareWriter(file);
  db.prepare("INSERT INTO sessions (id, source, started_at) VALUES (?, 'cli', ?)").run(sessionId, Date.now() / 1000);
  const insert = db.prepare(
    `INSERT INTO messages
       (session_id, role, content, tool_call_id, tool_calls, tool_name, timestamp, finish_reason, reasoning)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const count = db.prepare(
    'UPDATE sessions SET message_count = message_count + 1, tool_call_count = tool_call_count + ? WHERE id = ?',
  );
  const appendOne = db.transaction((sample: Sample) => {
    const { role, content, tool_call_id: callId, tool_calls: calls, tool_name: tool } = sample;
    insert.run(
      ...[sessionId, role, content, callId, calls, tool, Date.now() / 1000, sample.finish_reason, sample.reasoning],
    );
    count.run(calls === null ? 0 : 1, sessionId);
  });
  return sample => {
    appendOne.immediate(sample);
  };
}

/** Messages of the file itself, one row in a hundred. */
function readSamples(file: string, first: number): Sample[] {
  const db = openBareWriter(file);
  const rows = db
    .prepare(
      `SELECT role, content, tool_call_id, tool_calls, tool_name, finish_reason, reasoning FROM messages
       WHERE id % 100 = ? AND COALESCE(octet_length(content), 0) <= ${LONGEST_BYTES}
         AND COALESCE(octet_length(tool_calls), 0) <= ${LONGEST_BYTES}
         AND COALESCE(octet_length(reasoning), 0) <= ${LONGEST_BYTES} LIMIT ${SAMPLES}`,
    )
    .all(first);
  db.close();
  return z.array(Sample).parse(rows);
}

/** The same for every process of the machine. */
function clock(): number {
  return performance.timeOrigin + performance.now();
}

function fail(): never {
  throw new Error('The file has too few messages to be appended again.');
}
