/** One message of a sample session. Times are seconds after the message before it. */
export interface SampleMessage {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly content?: string | readonly object[] | null;
  readonly after?: number;
  readonly reasoning?: string;
  readonly calls?: readonly SampleCall[];
  /** For `tool` messages: which call of the message before is answered. */
  readonly answers?: string;
  readonly toolName?: string;
  readonly observed?: boolean;
}

/** A tool call of an assistant message. */
export interface SampleCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: object;
}

/** Tokens and cost of a session, one of the four states that a cost can have. */
export interface SampleUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
  readonly cost?: { readonly status: 'actual' | 'estimated' | 'included' | 'unknown'; readonly usd: number };
}

/** One session to be written through `SessionDB`. */
export interface SampleSession {
  /** Name that other samples refer to; not stored. */
  readonly key: string;
  readonly source: string;
  readonly model: string;
  /** Hours before now at which it started. */
  readonly hoursAgo: number;
  readonly title?: string;
  readonly parent?: string;
  readonly edge?: 'continuation' | 'branch' | 'delegate';
  /** Absent: still open. */
  readonly endReason?: string;
  readonly cwd?: string;
  readonly messages: readonly SampleMessage[];
  readonly usage?: SampleUsage;
  /** Where a gateway had it. */
  readonly chat?: { readonly type: 'dm' | 'group' | 'channel' | 'thread'; readonly name: string };
  readonly pinned?: boolean;
  readonly archived?: boolean;
}

/** A question and its answer. */
export function exchange(question: string, answer: string, reasoning?: string): SampleMessage[] {
  return [
    { role: 'user', content: question, after: 40 },
    { role: 'assistant', content: answer, after: 12, ...(reasoning === undefined ? {} : { reasoning }) },
  ];
}

/** One tool call and what came back, as two messages. */
export function toolRun(id: string, name: string, input: object, output: string): SampleMessage[] {
  return [
    { role: 'assistant', content: null, after: 6, calls: [{ id, name, arguments: input }] },
    { role: 'tool', content: output, after: 4, answers: id, toolName: name },
  ];
}
