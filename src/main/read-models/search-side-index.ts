import BetterSqlite3 from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import type { LaneContext } from '../lanes/context.ts';
import { liveColumn } from '../session-db/catalog.ts';
import { CONTENT_SENTINEL, storedText } from '../session-db/content.ts';
import type { Store } from '../session-db/store.ts';
import { addAllWords, addJsonTokens, addTokens } from './search-side-tokens.ts';

/** Texts longer than this, in bytes, are not taken apart: their messages are always looked at themselves. */
const MAX_TEXT_BYTES = 1024 * 1024;
const CHUNK = 1000;
/** With more tokens than this the index stops growing; older messages are then searched without it. */
const MAX_TOKENS = 25_000_000;
/** The word index of later versions takes only so many characters of a tool's output; spec: schema §11. */
const INDEXED_TOOL_BYTES = 8192;

type Row = readonly [id: number, content: unknown, toolName: unknown, toolCalls: unknown, unsure: number];

const indexes = new WeakMap<Store, SideIndex>();

/** The side index of a lane's file. It holds nothing until it is extended. */
export function sideIndex({ store }: LaneContext): SideIndex {
  const known = indexes.get(store);
  if (known !== undefined) return known;
  const index = new SideIndex();
  indexes.set(store, index);
  return index;
}

/**
 * An index in memory of what the file's own word index cannot find. It covers the messages from `low` to `high` and
 * grows at both ends, newest messages first. It only proposes: whoever asks looks at the messages themselves.
 */
export class SideIndex {
  readonly #db: Database;
  /** Messages that must be looked at in any case. */
  readonly unsure = new Set<number>();
  #low: number | null = null;
  #high = 0;
  #tokens = 0;

  constructor() {
    this.#db = new BetterSqlite3(':memory:');
    this.#db.exec(
      "CREATE VIRTUAL TABLE side USING fts5(tokens, content = '', detail = none, columnsize = 0, tokenize = ascii)",
    );
  }

  /** Messages with smaller ids are not covered; 0 where all are. */
  get low(): number {
    return this.#low ?? Number.MAX_SAFE_INTEGER;
  }

  /** True where every message is covered that can be, as of now. */
  isReady({ store }: LaneContext): boolean {
    const newest = Number(store.db.prepare('SELECT MAX(id) FROM messages').pluck().get() ?? 0);
    return this.#low !== null && this.#high >= newest && (this.#low === 0 || this.#tokens >= MAX_TOKENS);
  }

  /**
   * Covers every message that can be covered: new ones first, then older ones. What was done stays when the request is
   * cancelled, so that a person who goes on typing does not wait for it twice.
   *
   * @throws AppError `cancelled`.
   */
  extend(context: LaneContext): void {
    const newest = Number(context.store.db.prepare('SELECT MAX(id) FROM messages').pluck().get() ?? 0);
    if (this.#low === null) [this.#low, this.#high] = [newest + 1, newest];
    while (this.#high < newest) this.#addNewer(context, this.#high);
    while (this.#low > 0 && this.#tokens < MAX_TOKENS) this.#addOlder(context, this.#low);
  }

  /** Ids of messages that may match, the newest first. */
  ask(expression: string, limit: number): number[] {
    return this.#db
      .prepare<[string, number], number>('SELECT rowid FROM side WHERE side MATCH ? ORDER BY rowid DESC LIMIT ?')
      .pluck()
      .all(expression, limit);
  }

  #addNewer(context: LaneContext, high: number): void {
    const last = Number(
      context.store.db
        .prepare<[number, number], number>(
          'SELECT MAX(id) FROM (SELECT id FROM messages WHERE id > ? ORDER BY id LIMIT ?)',
        )
        .pluck()
        .get(high, CHUNK),
    );
    this.#add(context, high + 1, last);
  }

  #addOlder(context: LaneContext, low: number): void {
    const lowest = context.store.db
      .prepare<[number, number], number>(
        'SELECT MIN(id) FROM (SELECT id FROM messages WHERE id < ? ORDER BY id DESC LIMIT ?)',
      )
      .pluck()
      .get(low, CHUNK);
    if (typeof lowest === 'number') this.#add(context, lowest, low - 1);
    else this.#low = 0;
  }

  #add(context: LaneContext, first: number, last: number): void {
    const rows = context.store.db.prepare<[number, number], Row>(rowsSql(context)).raw().all(first, last);
    this.#db.transaction(() => {
      const insert = this.#db.prepare('INSERT INTO side (rowid, tokens) VALUES (?, ?)');
      for (const row of rows) {
        context.checkCancelled();
        const tokens = tokensOf(row, isContentAlone(context.store));
        if (row[4] === 1) this.unsure.add(row[0]);
        if (tokens.size > 0) insert.run(row[0], [...tokens].join(' '));
        this.#tokens += tokens.size;
      }
    })();
    this.#high = Math.max(this.#high, last);
    this.#low = Math.min(this.#low ?? first, first);
  }
}

/** The word index of versions 1 to 10 has no tool names and no tool calls; spec: schema §8. */
function isContentAlone({ catalog }: Store): boolean {
  return catalog.ftsLayout === 'content-only';
}

function tokensOf([, content, toolName, toolCalls]: Row, contentAlone: boolean): Set<string> {
  const tokens = new Set<string>();
  const text = storedText(content) ?? '';
  if (text.startsWith(CONTENT_SENTINEL)) addJsonTokens(tokens, text);
  else addTokens(tokens, text);
  const name = storedText(toolName) ?? '';
  addTokens(tokens, name);
  const calls = storedText(toolCalls) ?? '';
  if (calls !== '') addJsonTokens(tokens, calls);
  if (contentAlone) for (const unindexed of [name, calls]) addAllWords(tokens, unindexed);
  return tokens;
}

/** Only texts that can hold a token leave SQLite: plain ASCII without escapes has none, where the word index takes it. */
function rowsSql({ store, guard }: LaneContext): string {
  const column = (name: string) => liveColumn(store.catalog, 'messages', name, 'm');
  const [content, toolName, toolCalls] = [column('content'), column('tool_name'), column('tool_calls')];
  const fits = (text: string) => `octet_length(${text}) <= ${MAX_TEXT_BYTES}`;
  const any = isContentAlone(store) ? '1' : '0';
  const notAscii = (text: string) => `length(${text}) <> octet_length(${text})`;
  const escaped = ['n', 'u', 't', 'r'].map(char => `instr(${toolCalls}, '\\${char}') > 0`).join(' OR ');
  const tooLong = [content, toolName, toolCalls].map(text => `COALESCE(octet_length(${text}), 0) > ${MAX_TEXT_BYTES}`);
  const cut = store.catalog.views.has('messages_fts_src')
    ? `m.role = 'tool' AND octet_length(${content}) > ${INDEXED_TOOL_BYTES}`
    : '0';
  return (
    `SELECT m.id, CASE WHEN ${fits(content)} AND (${notAscii(content)} OR typeof(${content}) = 'blob') THEN ${content} END, ` +
    `CASE WHEN ${fits(toolName)} AND (${any} OR ${notAscii(toolName)}) THEN ${toolName} END, ` +
    `CASE WHEN ${fits(toolCalls)} AND (${any} OR ${notAscii(toolCalls)} OR ${escaped}) THEN ${toolCalls} END, ` +
    `${[...tooLong, `COALESCE(${cut}, 0)`].map(condition => `(${condition})`).join(' OR ')} ` +
    `FROM messages m WHERE ${guard('m.id')} AND m.id BETWEEN ? AND ? ORDER BY m.id`
  );
}
