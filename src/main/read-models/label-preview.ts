import type { Statement } from 'better-sqlite3';
import { type Catalog, has, liveColumn } from '../session-db/catalog.ts';
import { CONTENT_SENTINEL, decodeContent, storedText, textParts } from '../session-db/content.ts';
import { firstCodePoints } from '../session-db/python-text.ts';
import type { Store } from '../session-db/store.ts';
import type { Conversation } from './conversation-index-build.ts';
import { isDamage } from './edges-salvage.ts';
import type { Session } from './edges.ts';
import { SUMMARY_STARTS } from './copies-replayed.ts';

/** Characters of a preview. */
const PREVIEW_LENGTH = 120;
/** Bytes up to which a text is fetched at once, characters that are looked at of a longer one at first. */
const SHORT_BYTES = 4096;
const HEAD_LENGTH = 1000;
/** Bytes beyond which a text is passed over. */
const WHOLE_BYTES = 8 * 1024 * 1024;
/** Rows that are tried where the first one has no words: an image, blanks, a recalled memory. */
const MAX_TRIES = 32;
const SESSION_INDEXES = ['idx_messages_session', 'idx_messages_session_id', 'idx_messages_session_active'];

/** Id of a message, and its text where it is short. */
type Candidate = readonly [id: number, text: unknown];

interface Entry {
  readonly text: string;
  /** Value of the cache's count of commits when the text was read. */
  readonly checked: number;
}

interface Statements {
  readonly catalog: Catalog;
  readonly live: Statement<[string, number], Candidate>;
  readonly compacted: Statement<[string, number], Candidate> | null;
  readonly whole: Statement<[number], unknown>;
}

/** Opening words of sessions, read once and again where the session row changed. */
export class PreviewCache {
  readonly #store: Store;
  readonly #entries = new WeakMap<Session, Entry>();
  #statements: Statements | null = null;
  #commits = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Makes texts count as stale: somebody committed. */
  recheck(): void {
    this.#commits += 1;
  }

  /**
   * The first words that the user says in the latest segment in which he says any: live, not hidden, not empty; on one
   * line, 120 characters at most; empty where there are none.
   * Spec: compat-notes 13, 14, 25; api §4 (the tip's preview stands for the chain).
   *
   * @param exact - reads again what may have changed without a change of the session row; for the rows on screen.
   */
  of({ segments }: Conversation, exact: boolean): string {
    for (let at = segments.length - 1; at >= 0; at -= 1) {
      const segment = segments[at];
      const text = segment === undefined ? '' : this.ofSession(segment, exact);
      if (text !== '') return text;
    }
    return '';
  }

  /** The same of one session alone. */
  ofSession(session: Session, exact: boolean): string {
    const known = this.#entries.get(session);
    if (known !== undefined && (!exact || known.checked === this.#commits)) return known.text;
    const text = this.#readWhereSound(session.id);
    this.#entries.set(session, { text, checked: this.#commits });
    return text;
  }

  /** Damage within one conversation leaves the list alive; opening that conversation says what is wrong. */
  #readWhereSound(id: string): string {
    try {
      return this.#read(id);
    } catch (error) {
      if (isDamage(error)) return '';
      throw error;
    }
  }

  #read(id: string): string {
    const statements = this.#prepared();
    if (statements === null) return '';
    return (
      this.#firstWords(statements, statements.live, id) ??
      (statements.compacted === null ? null : this.#firstWords(statements, statements.compacted, id)) ??
      ''
    );
  }

  #firstWords(statements: Statements, statement: Statement<[string, number], Candidate>, id: string): string | null {
    const first = statement.get(id, 1);
    if (first === undefined) return null;
    const words = wordsOf(first, statements);
    if (words !== '') return words;
    for (const candidate of statement.all(id, MAX_TRIES).slice(1)) {
      const later = wordsOf(candidate, statements);
      if (later !== '') return later;
    }
    return null;
  }

  /** Null where a look at one session's messages would be a scan over all of them. */
  #prepared(): Statements | null {
    const { catalog } = this.#store;
    if (this.#statements?.catalog === catalog) return this.#statements;
    if (!has(catalog, 'messages', 'content') || !SESSION_INDEXES.some(name => catalog.indexes.has(name))) return null;
    this.#statements = prepare(this.#store);
    return this.#statements;
  }
}

function prepare({ db, catalog }: Store): Statements {
  const column = (name: string, fallback: string) => liveColumn(catalog, 'messages', name, 'm', fallback);
  const candidates = (condition: string) =>
    db
      .prepare<[string, number], Candidate>(
        `SELECT m.id, CASE WHEN octet_length(m.content) <= ${String(SHORT_BYTES)} THEN m.content END FROM messages m
         WHERE m.session_id = ? AND m.role = 'user' AND m.content IS NOT NULL AND ${condition}
         AND COALESCE(${column('display_kind', 'NULL')}, '') <> 'hidden' ORDER BY m.timestamp, m.id LIMIT ?`,
      )
      .raw();
  const active = `COALESCE(${column('active', '1')}, 1)`;
  return {
    catalog,
    live: candidates(`${active} = 1`),
    compacted: has(catalog, 'messages', 'compacted') ? candidates(`${active} = 0 AND m.compacted = 1`) : null,
    whole: db
      .prepare<[number], unknown>(
        `SELECT CASE WHEN octet_length(m.content) <= ${String(WHOLE_BYTES)} THEN m.content END FROM messages m WHERE m.id = ?`,
      )
      .pluck(),
  };
}

function wordsOf([id, short]: Candidate, { whole }: Statements): string {
  if (short !== null) return previewOf(storedText(short) ?? '');
  const text = storedText(whole.get(id)) ?? '';
  const head = text.slice(0, HEAD_LENGTH);
  return previewOf(needsWhole(head) ? text : head);
}

/** Structured content, nothing but blanks, or a recalled memory or a summary whose end is not in it. */
function needsWhole(head: string): boolean {
  return head.startsWith(CONTENT_SENTINEL) || head.trim() === '' || FENCE_BEGINS.test(head) || isSummary(head);
}

const FENCE_BEGINS = /<\/?memory-context|\[System note:/i;
const FENCED = /<memory-context>[\s\S]*?<\/memory-context>/gi;
const FENCE_TAG = /<\/?memory-context>/gi;
const MEMORY_NOTE = /\[System note:\s*The following is recalled memory context[^\]]*\]/gi;
const HARNESS = /^(?:Review the conversation above and (?:update the skill library|consider saving to memory))/;
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[ -/]*[@-~]`, 'g');

/** What a summary that stands before the user's own words in one message ends with. */
const SUMMARY_END = /--- END OF CONTEXT SUMMARY[^\n]*---/;

function isSummary(text: string): boolean {
  return SUMMARY_STARTS.some(start => text.startsWith(start));
}

/** Nothing, or the user's own words behind it. */
function withoutSummary(text: string): string {
  if (!isSummary(text)) return text;
  const end = SUMMARY_END.exec(text);
  return end === null ? '' : text.slice(end.index + end[0].length);
}

/**
 * A stored content on one line: the texts of a structured one joined; summaries of compaction, recalled memory,
 * terminal escapes and the prompts of the harness left out.
 * Spec: api §2 (fences, review prompts), compat-notes 13, 14, 22, 25.
 */
export function previewOf(stored: string): string {
  const content = decodeContent(stored);
  const text = Array.isArray(content) ? textParts(content).join(' ') : typeof content === 'string' ? content : '';
  const said = withoutSummary(text)
    .replace(FENCED, ' ')
    .replace(FENCE_TAG, ' ')
    .replace(MEMORY_NOTE, ' ')
    .replace(ESCAPES, '');
  const line = said.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (HARNESS.test(line)) return '';
  const cut = firstCodePoints(line, PREVIEW_LENGTH);
  return cut.length < line.length ? `${cut.trimEnd()}…` : line;
}
