import { has, liveColumn } from '../session-db/catalog.ts';
import type { Store } from '../session-db/store.ts';
import { type Cost, costOf } from './cost.ts';
import { isDamage } from './edges-salvage.ts';
import { countOf, dollarsOf, isOddAmount, isOddCount, type Tokens } from './usage-values.ts';

/** A row of `session_model_usage`. */
export interface StoredUsage extends Tokens {
  readonly sessionId: string;
  readonly model: string;
  readonly provider: string;
  /** Empty for the main loop, and in files that know no tasks. */
  readonly task: string;
  readonly apiCalls: number;
  readonly estimatedUsd: number | null;
  /** Null where it is 0 and nothing says that it was reported: 0 is the default. Source: spec schema §5. */
  readonly actualUsd: number | null;
  readonly source: string | null;
  /** What the row alone says of its cost. */
  readonly cost: Cost;
}

/** The rows that were read. */
export interface UsageRows {
  readonly bySession: ReadonlyMap<string, readonly StoredUsage[]>;
  /** Values that are no count or no amount. */
  readonly odd: number;
  /** Reading stopped at a damaged page. */
  readonly damaged: boolean;
}

const TABLE = 'session_model_usage';
const COLUMNS = [
  'session_id',
  'model',
  'billing_provider',
  'task',
  'api_call_count',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
  'estimated_cost_usd',
  'actual_cost_usd',
  'cost_status',
  'cost_source',
] as const;
const NUMBERS = COLUMNS.slice(4, 12);

/**
 * Usage by model of some sessions, or of all. The key of the table may be any: nothing is taken for unique.
 * Source: spec schema §5, compat-notes 6.
 *
 * @param ids - all rows where it is null.
 */
export function readUsageRows({ db, catalog }: Store, ids: readonly string[] | null): UsageRows {
  const bySession = new Map<string, StoredUsage[]>();
  let odd = 0;
  if (!has(catalog, TABLE, 'session_id')) return { bySession, odd, damaged: false };
  const columns = COLUMNS.map(column => liveColumn(catalog, TABLE, column, 'u')).join(', ');
  const where = ids === null ? '' : 'WHERE u.session_id IN (SELECT value FROM json_each(?))';
  const statement = db.prepare<unknown[], unknown[]>(`SELECT ${columns} FROM ${TABLE} u ${where}`).raw();
  try {
    for (const row of statement.iterate(...(ids === null ? [] : [JSON.stringify(ids)]))) {
      const usage = toUsage(row);
      const known = bySession.get(usage.sessionId);
      if (known === undefined) bySession.set(usage.sessionId, [usage]);
      else known.push(usage);
      odd += oddValues(row);
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { bySession, odd, damaged: true };
  }
  return { bySession, odd, damaged: false };
}

/**
 * A text that changes with nearly every change of the table, a tenth as dear as reading it; null where that cannot be
 * said.
 */
export function usageFingerprint({ db, catalog }: Store): string | null {
  if (!has(catalog, TABLE, 'session_id')) return 'none';
  const sums = NUMBERS.map(column => `TOTAL(${liveColumn(catalog, TABLE, column, 'u')})`).join(', ');
  const seen = liveColumn(catalog, TABLE, 'last_seen', 'u');
  try {
    const sql = `SELECT COUNT(*), MAX(u.rowid), MAX(${seen}), ${sums} FROM ${TABLE} u`;
    return JSON.stringify(db.prepare(sql).raw().get());
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

const words = new Map<string, string>();
const MAX_WORDS = 10_000;

/** One string for each model, provider and task, however many rows name it. */
function shared(value: unknown): string {
  const text = textOf(value);
  const known = words.get(text);
  if (known !== undefined) return known;
  if (words.size >= MAX_WORDS) words.clear();
  words.set(text, text);
  return text;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return typeof value === 'number' ? String(value) : '';
}

/** Positions: {@link COLUMNS}. */
function toUsage(row: readonly unknown[]): StoredUsage {
  const [status, source] = [row[12], row[13]];
  const stored = dollarsOf(row[11]);
  const actualUsd = stored === 0 && status !== 'actual' ? null : stored;
  const estimatedUsd = dollarsOf(row[10]);
  return {
    sessionId: textOf(row[0]),
    model: shared(row[1]),
    provider: shared(row[2]),
    task: shared(row[3]),
    apiCalls: countOf(row[4]),
    inputTokens: countOf(row[5]),
    outputTokens: countOf(row[6]),
    cacheReadTokens: countOf(row[7]),
    cacheWriteTokens: countOf(row[8]),
    reasoningTokens: countOf(row[9]),
    estimatedUsd,
    actualUsd,
    source: shared(source) === '' ? null : shared(source),
    cost: costOf({ estimatedUsd, actualUsd, status, source }),
  };
}

function oddValues(row: readonly unknown[]): number {
  let odd = Number(isOddAmount(row[10])) + Number(isOddAmount(row[11]));
  for (let at = 4; at <= 9; at += 1) if (isOddCount(row[at])) odd += 1;
  return odd;
}
