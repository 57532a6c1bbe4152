import { type Catalog, has } from '../session-db/catalog.ts';
import type { Ledger } from './usage-ledger.ts';

/** A thing that files may not know, the column that says it, and the words where it is not there. */
const COLUMNS: readonly (readonly [column: string, words: string])[] = [
  ['cache_read_tokens', 'This file does not count cached and reasoning tokens.'],
  ['estimated_cost_usd', 'This file does not know costs.'],
  ['billing_provider', 'This file does not name providers.'],
  ['api_call_count', 'This file does not count API calls.'],
];

/** What a file of this shape cannot say of its usage, a sentence each. */
export function missingInSchema(catalog: Catalog): string[] {
  const missing = COLUMNS.flatMap(([column, words]) => (has(catalog, 'sessions', column) ? [] : [words]));
  if (!has(catalog, 'session_model_usage', 'session_id')) {
    missing.push(
      'This file has no usage by model: each session counts under its own model, and auxiliary calls are not known.',
    );
  } else if (!has(catalog, 'session_model_usage', 'task')) {
    missing.push('This file does not know auxiliary calls.');
  }
  if (has(catalog, 'session_model_usage_v21')) {
    missing.push('Usage by model from before an interrupted upgrade lies in a table of its own and is not read.');
  }
  return missing;
}

/** What was left out of a ledger, a sentence each. */
export function missingInLedger({ orphans, odd, damaged, index }: Ledger): string[] {
  const missing: string[] = [];
  if (index.damage !== null) missing.push(`The file is damaged: ${index.damage}`);
  if (damaged) missing.push('Usage by model can be read in part only.');
  if (orphans > 0) missing.push(`${counted(orphans, 'row')} of usage by model without a session: not counted.`);
  if (odd > 0) missing.push(`${counted(odd, 'stored value')} that cannot be a count or an amount: counted as nothing.`);
  return missing;
}

/** Sessions whose messages cannot be read; null where there are none. */
export function missingMessages(unread: number): string[] {
  return unread === 0 ? [] : [`Messages of ${counted(unread, 'session')} cannot be read: taken from its counter.`];
}

function counted(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}
