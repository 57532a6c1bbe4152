import type { Database, Statement } from 'better-sqlite3';
import type { Language, Prose } from './prose.ts';
import type { Random } from './random.ts';
import type { PlannedSession } from './session-plan.ts';

/** One row of `messages`, as far as it differs from row to row. */
interface MessageRow {
  role: string;
  content: string | null;
  tool_call_id: string | null;
  tool_calls: string | null;
  tool_name: string | null;
  timestamp: number;
  finish_reason: string | null;
  reasoning: string | null;
  active: number;
  compacted: number;
}

/** Counters of a session, summed up while its messages are written. */
export interface Written {
  readonly toolCalls: number;
  /** Unix seconds of the last message. */
  readonly last: number;
}

const TOOLS = ['terminal', 'read_file', 'patch', 'web_extract', 'search_files'] as const;
const INSERT = `INSERT INTO messages
  (session_id, role, content, tool_call_id, tool_calls, tool_name, timestamp, finish_reason, reasoning, active, compacted)
  VALUES (@session_id, @role, @content, @tool_call_id, @tool_calls, @tool_name, @timestamp, @finish_reason, @reasoning, @active, @compacted)`;
/** A few tool outputs are as long as real ones get. */
const HUGE_OUTPUT = 300_000;

/** Writes the messages of one session after the other, through the triggers of the real schema. */
export class MessageWriter {
  readonly #insert: Statement<[MessageRow & { session_id: string }]>;
  readonly #random: Random;
  readonly #prose: Prose;

  constructor(db: Database, random: Random, prose: Prose) {
    this.#insert = db.prepare(INSERT);
    this.#random = random;
    this.#prose = prose;
  }

  write(session: PlannedSession): Written {
    const random = this.#random;
    const rewinds = random.chance(0.02);
    let time = session.start;
    let toolCalls = 0;
    let pending: string | null = null;
    for (let index = 0; index < session.messages; index += 1) {
      time += random.between(1, 90);
      const row = this.#next(session.language, index, pending, time);
      pending = row.tool_calls === null ? null : `call_${session.id}_${String(index)}`;
      if (pending !== null) {
        row.tool_calls = this.#toolCalls(pending);
        toolCalls += 1;
      }
      if (rewinds && index > 4 && random.chance(0.1)) row.active = 0;
      this.#insert.run({ ...row, session_id: session.id });
    }
    return { toolCalls, last: time };
  }

  #next(language: Language, index: number, pending: string | null, timestamp: number): MessageRow {
    const row: MessageRow = {
      role: 'assistant',
      content: null,
      tool_call_id: null,
      tool_calls: null,
      tool_name: null,
      timestamp: timestamp + this.#random.next(),
      finish_reason: null,
      reasoning: null,
      active: 1,
      compacted: 0,
    };
    if (pending !== null)
      return {
        ...row,
        role: 'tool',
        tool_call_id: pending,
        tool_name: this.#random.pick(TOOLS),
        content: this.#output(),
      };
    if (index % 3 === 0) return { ...row, role: 'user', content: this.#question(language) };
    return this.#answer(row, language);
  }

  #question(language: Language): string {
    const random = this.#random;
    const text = this.#prose.sentences(language, random.between(1, 3));
    if (!random.chance(0.002)) return text;
    const part = JSON.stringify([
      { type: 'text', text: 'What is in this picture?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    ]);
    return `\0json:${part}`;
  }

  #answer(row: MessageRow, language: Language): MessageRow {
    const random = this.#random;
    const calls = random.chance(0.4);
    const text = this.#prose.sentences(language, random.between(2, 7));
    const code = random.chance(0.15) ? `\n\n\`\`\`ts\nexport const id = '${random.hex(12)}';\n\`\`\`` : '';
    return {
      ...row,
      content: calls && random.chance(0.4) ? null : `${text} ${random.hex(10)}${code}`,
      tool_calls: calls ? '[]' : null,
      finish_reason: calls ? 'tool_calls' : 'stop',
      reasoning: random.chance(0.2) ? this.#prose.sentences('en', 2) : null,
    };
  }

  #toolCalls(id: string): string {
    const name = this.#random.pick(TOOLS);
    const input = `{\\"path\\": \\"src/${this.#random.hex(6)}.ts\\"}`;
    return `[{"id": "${id}", "call_id": "${id}", "type": "function", "function": {"name": "${name}", "arguments": "${input}"}}]`;
  }

  #output(): string {
    const random = this.#random;
    const text = this.#prose.sentences('en', random.between(3, 12));
    if (random.chance(0.0004)) return text.repeat(Math.ceil(HUGE_OUTPUT / text.length));
    return `{"exit_code": ${random.chance(0.1) ? '1' : '0'}, "output": "${text} ${random.hex(16)}"}`;
  }
}
