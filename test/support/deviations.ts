import type { Database } from 'better-sqlite3';
import { has } from '../../src/main/session-db/catalog.ts';
import type { Catalog } from '../../src/main/session-db/catalog.ts';
import { MESSAGE_COLUMNS } from '../../src/main/session-db/known-columns.ts';
import type { FtsState } from '../fixture-runner/fts-state.ts';
import type { Question } from '../fixture-runner/hermes-calls.ts';
import { decodeArgument, isRecord } from '../fixture-runner/recorded-values.ts';
import { isNewerSqlite } from '../fixture-runner/sqlite-behaviour.ts';
import { contentOnlyHits } from './content-only-search.ts';
import type { RecordedCall } from './fixtures.ts';
import { referenceBlocks } from './reference-blocks.ts';

/** The file that a recorded call was asked of, as it really is. */
export interface LiveFile {
  readonly catalog: Catalog;
  readonly db: Database;
}

/** A place where the written semantics ask for another answer than Hermes gives. */
export interface Deviation {
  readonly name: string;
  /** The line that asks for it. */
  readonly spec: string;
  readonly applies: (question: Question, live: LiveFile, call: RecordedCall) => boolean;
  /** The right answer, from the recorded one and the file. */
  readonly rightValue: (recorded: unknown, question: Question, live: LiveFile, call: RecordedCall) => unknown;
}

/** What a rule about the state of a full-text table may look at. */
export interface FtsContext {
  readonly table: string;
  readonly live: LiveFile;
  /** The state of our table. */
  readonly ours: FtsState | undefined;
  /** The state of the table in the untouched file, where the linked SQLite is not the one that recorded. */
  readonly untouched?: FtsState | undefined;
}

/** A full-text table that is right in another state than the recorded one. */
export interface FtsDeviation {
  readonly name: string;
  /** The line that asks for it. */
  readonly spec: string;
  /** The right state; the recorded one where the rule does not apply. */
  readonly rightState: (recorded: FtsState, context: FtsContext) => FtsState;
}

/** The name of the rules about the word index of versions 1 to 10. */
export const CONTENTS_ALONE = 'a word index of contents alone stays one of contents alone';

export const ftsDeviations: readonly FtsDeviation[] = [
  {
    name: CONTENTS_ALONE,
    spec: 'migrations §5: "for an external single-column base table issue the FTS \'rebuild\' command instead"',
    rightState: ([rows, check, againstContent], { table, live }) =>
      table === 'messages_fts' && holdsContentsAlone(live) ? [rows, check, 'ok'] : [rows, check, againstContent],
  },
  {
    name: 'a trigram index that an older SQLite wrote fails the check of a newer one',
    spec: 'test/fixtures/README.md, Two SQLites: "A failed integrity check of that table alone is no proof of damage"',
    rightState: ([rows, check, againstContent], { table, ours, untouched }) => {
      if (table !== 'messages_fts_trigram' || untouched === undefined) return [rows, check, againstContent];
      const still = (at: 1 | 2, recorded: string) =>
        recorded === 'ok' && untouched[at] !== 'ok' && ours?.[at] === untouched[at] ? untouched[at] : recorded;
      return [rows, still(1, check), still(2, againstContent)];
    },
  },
];

type RowCounts = Readonly<Record<string, number>>;

/** A file after an optimisation of its storage. */
interface RebuiltFile extends LiveFile {
  /** Whether the optimisation made the indexes anew. */
  readonly rebuilt: boolean;
}

/** A number of rows that is right where another was recorded. */
export interface RowCountDeviation {
  readonly name: string;
  /** The line that asks for it. */
  readonly spec: string;
  readonly rightCounts: (recorded: RowCounts, live: RebuiltFile) => RowCounts;
}

export const rowCountDeviations: readonly RowCountDeviation[] = [
  {
    name: 'a substring index holds what the linked SQLite finds behind a NUL character',
    spec: 'test/fixtures/README.md, Two SQLites: "The trigram tokenizer of older SQLites stops there, that of newer ones goes on"',
    rightCounts: (recorded, live) =>
      isNewerSqlite() && live.rebuilt && holdsNul(live) ? { ...recorded, ...referenceBlocks(live.db) } : recorded,
  },
];

function holdsNul(live: LiveFile): boolean {
  return live.db.prepare('SELECT 1 FROM messages WHERE instr(content, char(0)) > 0 LIMIT 1').get() !== undefined;
}

/** A refusal where Hermes has an answer. */
export interface Refusal {
  readonly name: string;
  /** The line that asks for it. */
  readonly spec: string;
  readonly applies: (question: Question, live: LiveFile) => boolean;
  /** The code of the error that is right. */
  readonly code: string;
}

const UPKEEP = new Set(['optimize_fts', 'rebuild_fts', 'vacuum', 'optimize_fts_storage']);

export const refusals: readonly Refusal[] = [
  {
    name: 'the storage of a newer file is left as it is',
    spec: "migrations §9 (3), (4): no 'rebuild'/'optimize', no VACUUM on a file newer than 25, none of §6 above 23",
    applies: (question, live) => UPKEEP.has(question.method) && (live.catalog.schemaVersion ?? 0) > 25,
    code: 'db-newer',
  },
];

/** A refusal that is ours in other words. */
export interface ErrorDeviation {
  readonly name: string;
  /** The line that asks for the refusal. */
  readonly spec: string;
  /** Our message in place of the recorded one; null where the rule does not apply. */
  readonly rightMessage: (recorded: string) => string | null;
}

export const errorDeviations: readonly ErrorDeviation[] = [
  {
    name: 'an unknown filter is named in a sentence',
    spec: 'api §10: "Unknown filter ⇒ error"; Python says which of its functions was called wrongly',
    rightMessage: recorded => {
      const filter = /_prune_filter_where\(\) got an unexpected keyword argument '(\w+)'/.exec(recorded)?.[1];
      return filter === undefined ? null : `There is no prune filter named '${filter}'.`;
    },
  },
];

/** Flags that a file may lack, and what their absence means. */
const FLAG_DEFAULTS = { observed: 0, active: 1, compacted: 0 } as const;
const MESSAGE_METHODS = new Set(['get_messages', 'get_anchored_view', 'get_messages_around']);
const SENTINEL = '\u0000json:';

export const deviations: readonly Deviation[] = [
  {
    name: 'messages come in the order of their ids',
    spec: 'api §2, get_messages: "Order: id ascending"; stores before 11 ordered by time',
    applies: question => question.method === 'get_messages',
    rightValue: recorded => (isList(recorded) ? recorded.toSorted((a, b) => idOf(a) - idOf(b)) : recorded),
  },
  {
    name: 'message flags that the file lacks have their defaults',
    spec: 'migrations §1.1: "supplying defaults (archived 0, pinned 0, active 1, compacted 0, observed 0, everything else NULL)"',
    applies: (question, live, call) =>
      MESSAGE_METHODS.has(question.method) && call.view === 'messages' && missingFlags(live).length > 0,
    rightValue: (recorded, _question, live) =>
      mapRecords(recorded, row => ({ ...Object.fromEntries(missingFlags(live)), ...row })),
  },
  {
    name: 'message columns that are not known are left out',
    spec: 'compat-notes 4: "build selects from live ∩ known"',
    applies: (question, live) => MESSAGE_METHODS.has(question.method) && unknownColumns(live).size > 0,
    rightValue: (recorded, _question, live) => withoutKeys(recorded, unknownColumns(live)),
  },
  {
    name: 'content that is bytes comes as text',
    spec: 'compat-notes 15: "Accept Buffer (decode as UTF-8 with replacement), string, null"',
    applies: question => MESSAGE_METHODS.has(question.method) || question.method.includes('conversation'),
    rightValue: recorded => bytesAsText(recorded),
  },
  {
    name: 'snippets of multimodal messages come from their text',
    spec: 'api §7.9: "for rows whose content starts with the sentinel build the snippet from decoded text parts"',
    applies: question => question.method === 'search_messages',
    rightValue: (recorded, _question, live) =>
      mapRecords(recorded, hit => {
        const parts = multimodalParts(live, hit['id']);
        return parts === null || typeof hit['snippet'] !== 'string'
          ? hit
          : { ...hit, snippet: markedText(parts, hit['snippet']) };
      }),
  },
  {
    name: CONTENTS_ALONE,
    spec: 'migrations §5: "for an external single-column base table issue the FTS \'rebuild\' command instead"; Hermes mixes the texts of all columns into it',
    applies: (question, live, call) =>
      question.method === 'search_messages' && call.route === 'fts5' && holdsContentsAlone(live),
    rightValue: (recorded, question, live, call) => {
      const hits = contentOnlyHits(live.db, String(decodeArgument(call.cleaned_query ?? '')), question.kwargs);
      return isList(recorded) && recorded.every(isRecord) ? hits : hits.map(hit => hit.id);
    },
  },
];

/**
 * How many hits of a word are right, where `recorded` counts those of an index that Hermes mixed texts into.
 *
 * @returns null where the file has no such index.
 */
export function contentsAloneCount(live: LiveFile, word: string): number | null {
  return holdsContentsAlone(live) ? contentOnlyHits(live.db, word, { limit: -1 }).length : null;
}

/** The shape of the word index that versions 1 to 10 made: content alone, read from the messages. */
function holdsContentsAlone(live: LiveFile): boolean {
  return live.catalog.ftsLayout === 'content-only';
}

function mapRecords(value: unknown, map: (row: Record<string, unknown>) => unknown): unknown {
  return isList(value) ? value.map(row => (isRecord(row) ? map(row) : row)) : value;
}

function unknownColumns(live: LiveFile): Set<string> {
  const known = new Set<string>(MESSAGE_COLUMNS);
  return new Set(live.catalog.columns.get('messages')?.filter(column => !known.has(column)));
}

function withoutKeys(value: unknown, keys: ReadonlySet<string>): unknown {
  if (isList(value)) return value.map(item => withoutKeys(item, keys));
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !keys.has(key));
  return Object.fromEntries(kept.map(([key, part]) => [key, isList(part) ? withoutKeys(part, keys) : part]));
}

function bytesAsText(value: unknown): unknown {
  if (isList(value)) return value.map(bytesAsText);
  if (!isRecord(value)) return value;
  if (typeof value['$bytes'] === 'string') return Buffer.from(value['$bytes'], 'hex').toString('utf8');
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, bytesAsText(part)]));
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function idOf(row: unknown): number {
  return Number(isRecord(row) ? row['id'] : row);
}

function missingFlags(live: LiveFile): [string, number][] {
  return Object.entries(FLAG_DEFAULTS).filter(([column]) => !has(live.catalog, 'messages', column));
}

function multimodalParts(live: LiveFile, id: unknown): unknown[] | null {
  const stored = live.db.prepare('SELECT content FROM messages WHERE id = CAST(? AS INTEGER)').pluck().get(Number(id));
  if (typeof stored !== 'string' || !stored.startsWith(SENTINEL)) return null;
  const parts: unknown = JSON.parse(stored.slice(SENTINEL.length));
  return Array.isArray(parts) ? parts : null;
}

/** The text parts of a short message, with every word marked that the recorded snippet marks in the JSON. */
function markedText(parts: readonly unknown[], snippet: string): string {
  const texts = parts.map(part => (isRecord(part) && part['type'] === 'text' ? String(part['text']) : ''));
  const text = texts.filter(part => part !== '').join(' ') || '[multimodal content]';
  const words = new Set([...snippet.matchAll(/>>>(.*?)<<</gs)].map(match => (match[1] ?? '').toLowerCase()));
  return text
    .split(/([\p{L}\p{N}_]+)/u)
    .map(piece => (words.has(piece.toLowerCase()) ? `>>>${piece}<<<` : piece))
    .join('');
}
