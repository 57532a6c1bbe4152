import type { Database } from 'better-sqlite3';
import { isBranch, isDelegate, isMarkedBranch } from '../lineage-sql.ts';
import { gatewayMetadataStep } from './gateway-metadata.ts';
import type { SchemaStep } from './step.ts';

/** Longer configurations are left as they are; Hermes writes a few hundred bytes. */
const MAX_CONFIG_BYTES = 4_000_000;

/**
 * The steps that change rows, each for files from before its version; spec: migrations §4.
 *
 * @param version - the number of the file; null (no row) runs none.
 * @param path - the file; gateway metadata lies in the folder beside it.
 */
export function dataSteps(version: number | null, path: string): SchemaStep[] {
  if (version === null) return [];
  const gated: readonly (readonly [number, SchemaStep])[] = [
    [16, { name: 'mark subagent sessions', run: markDelegates }],
    [18, gatewayMetadataStep(path)],
    [20, { name: 'seed the usage by model from the totals of each session', run: seedUsage }],
  ];
  return gated.filter(([since]) => version < since).map(([, step]) => step);
}

/**
 * Marks what is a subagent's session: children that neither branch off nor continue, and short untitled sessions with
 * tool calls that nothing hangs on; spec: migrations §4.1. A configuration that is no JSON object stays as it is.
 */
function markDelegates(db: Database): void {
  const config = 's.model_config';
  const isObject = `CASE WHEN ${config} IS NULL THEN 1 WHEN octet_length(${config}) > ${String(MAX_CONFIG_BYTES)} THEN 0
    WHEN json_valid(${config}) THEN json_type(${config}) = 'object' ELSE 0 END`;
  const mark = (value: string) =>
    `UPDATE sessions AS s SET model_config = json_set(COALESCE(${config}, '{}'), '$._delegate_from', ${value})
     WHERE ${isObject} AND NOT ${isDelegate('s')}`;
  const anyMark = { branchMarks: 'any' } as const;
  db.exec(`${mark('s.parent_session_id')} AND s.parent_session_id IS NOT NULL AND NOT ${isBranch('s', anyMark)}
    AND NOT EXISTS (SELECT 1 FROM sessions p WHERE p.id = s.parent_session_id AND p.end_reason = 'compression')`);
  db.exec(`${mark("'__orphaned__'")} AND s.parent_session_id IS NULL AND NOT ${isMarkedBranch('s', anyMark)}
    AND s.title IS NULL AND s.message_count <= 25
    AND EXISTS (SELECT 1 FROM messages m WHERE m.session_id = s.id AND m.role = 'tool')
    AND NOT EXISTS (SELECT 1 FROM sessions c WHERE c.parent_session_id = s.id)`);
}

const COUNTERS = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens', 'reasoning_tokens'];
const COSTS = ['estimated_cost_usd', 'actual_cost_usd'];

/** One row of the main loop for every session that used tokens; spec: migrations §4.3. */
function seedUsage(db: Database): void {
  const numbers = ['api_call_count', ...COUNTERS, ...COSTS];
  const orZero = (name: string) => `COALESCE(${name}, 0)`;
  const orBlank = (name: string) => `COALESCE(${name}, '')`;
  const route = ['billing_provider', 'billing_base_url', 'billing_mode'];
  db.exec(`INSERT OR IGNORE INTO session_model_usage
    (session_id, model, ${route.join(', ')}, task, ${numbers.join(', ')}, cost_status, cost_source, first_seen, last_seen)
    SELECT id, COALESCE(NULLIF(model, ''), 'unknown'), ${route.map(orBlank).join(', ')}, '', ${numbers.map(orZero).join(', ')},
      cost_status, cost_source, started_at, COALESCE(ended_at, started_at)
    FROM sessions WHERE ${COUNTERS.map(orZero).join(' + ')} > 0`);
}
