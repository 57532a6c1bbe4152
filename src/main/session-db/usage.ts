import { has } from './catalog.ts';
import { SessionDbError } from './errors.ts';
import { wellFormed } from './python-text.ts';
import { upsertSession } from './session-lifecycle.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

/** Tokens by kind. 0 unless given. */
interface TokenCounts {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
}

/** One report of the main loop; spec: api §12. */
export interface TokenUpdate extends TokenCounts {
  readonly model?: string | null;
  /** US dollars. */
  readonly estimatedCostUsd?: number | null;
  readonly actualCostUsd?: number | null;
  readonly costStatus?: string | null;
  readonly costSource?: string | null;
  readonly pricingVersion?: string | null;
  readonly billingProvider?: string | null;
  readonly billingBaseUrl?: string | null;
  readonly billingMode?: string | null;
  readonly apiCallCount?: number;
  /** The counters are totals that replace the stored ones, instead of being added. Usage by model is then not kept. */
  readonly absolute?: boolean;
}

/** One call beside the main loop, such as a title or a vision request. */
export interface AuxiliaryUsage extends TokenCounts {
  readonly model?: string | null;
  readonly billingProvider?: string | null;
  readonly billingBaseUrl?: string | null;
  readonly estimatedCostUsd?: number | null;
}

interface Route {
  readonly model: string | null;
  readonly billing_provider: string | null;
  readonly billing_base_url: string | null;
  readonly billing_mode: string | null;
}

interface Amounts {
  readonly api_call_count: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly reasoning_tokens: number;
}

/**
 * Adds to the counters and costs of a session, or replaces them. An unknown session is created; spec: api §12.
 *
 * @throws SessionDbError `invalid-input` for a number that is none.
 */
export function updateTokenCounts(store: Store, sessionId: string, update: TokenUpdate = {}): void {
  const id = wellFormed(sessionId);
  assertNumbers(update);
  write(store, () => {
    upsertSession(store, { sessionId: id, source: 'unknown' });
    const amounts = amountsOf(update, update.apiCallCount ?? 0);
    const accounts = Object.values(amounts).some(amount => amount !== 0) || Boolean(update.estimatedCostUsd);
    if (accounts) settleRoute(store, id, update);
    addToSession(store, id, update, amounts);
    if (accounts && update.absolute !== true) addToUsage(store, { id, task: '' }, update, amounts);
  });
}

/** `NaN` is stored as NULL, and with it all that was counted before would be lost. */
function assertNumbers(given: TokenUpdate): void {
  const wrong = Object.entries(given).find(([, value]) => typeof value === 'number' && !Number.isFinite(value));
  if (wrong !== undefined)
    throw new SessionDbError('invalid-input', `${wrong[0]} is not a number that can be counted.`);
}

/**
 * Records usage outside the main loop: by task only, never in the counters of the session. No task, no record.
 *
 * @throws SessionDbError `invalid-input` for a number that is none.
 */
export function recordAuxiliaryUsage(store: Store, sessionId: string, task: string, usage: AuxiliaryUsage = {}): void {
  if (task === '') return;
  assertNumbers(usage);
  const id = wellFormed(sessionId);
  write(store, () => {
    upsertSession(store, { sessionId: id, source: 'unknown' });
    addToUsage(store, { id, task }, usage, amountsOf(usage, 1));
  });
}

function amountsOf(counts: TokenCounts, calls: number): Amounts {
  return {
    api_call_count: calls,
    input_tokens: counts.inputTokens ?? 0,
    output_tokens: counts.outputTokens ?? 0,
    cache_read_tokens: counts.cacheReadTokens ?? 0,
    cache_write_tokens: counts.cacheWriteTokens ?? 0,
    reasoning_tokens: counts.reasoningTokens ?? 0,
  };
}

function clean(value: string | null | undefined): string | null {
  return value === null || value === undefined ? null : wellFormed(value);
}

function routeOf(update: TokenUpdate): Route {
  return {
    model: clean(update.model),
    billing_provider: clean(update.billingProvider),
    billing_base_url: clean(update.billingBaseUrl),
    billing_mode: clean(update.billingMode),
  };
}

/** The first call that counts decides the route where it differs from the planned one; later ones fill gaps only. */
function settleRoute(store: Store, id: string, update: TokenUpdate): void {
  const given = routeOf(update);
  const stored = storedRoute(store, id);
  const decides =
    stored?.api_call_count === 0 &&
    given.model !== null &&
    given.billing_provider !== null &&
    (given.model !== stored.model || given.billing_provider !== stored.billing_provider);
  const assign = (column: keyof Route) => `${column} = ${decides ? `:${column}` : `COALESCE(${column}, :${column})`}`;
  store.db
    .prepare(
      `UPDATE sessions SET ${assign('model')}, ${assign('billing_provider')}, ${assign('billing_base_url')},
       ${assign('billing_mode')} WHERE id = :id`,
    )
    .run({ ...given, id });
}

function storedRoute(store: Store, id: string): (Route & { api_call_count: number }) | undefined {
  return store.db
    .prepare<[string], Route & { api_call_count: number }>(
      `SELECT model, billing_provider, billing_base_url, billing_mode, COALESCE(api_call_count, 0) AS api_call_count
       FROM sessions WHERE id = ?`,
    )
    .get(id);
}

function addToSession(store: Store, id: string, update: TokenUpdate, amounts: Amounts): void {
  const replaces = update.absolute === true;
  const counters = Object.keys(amounts).map(column =>
    replaces ? `${column} = :${column}` : `${column} = COALESCE(${column}, 0) + :${column}`,
  );
  const estimated = replaces ? ':estimated' : 'COALESCE(estimated_cost_usd, 0) + :estimated';
  const actual = replaces ? ':actual' : 'COALESCE(actual_cost_usd, 0) + :actual';
  store.db
    .prepare(
      `UPDATE sessions SET ${counters.join(', ')}, estimated_cost_usd = ${estimated},
         actual_cost_usd = CASE WHEN :actual IS NULL THEN actual_cost_usd ELSE ${actual} END,
         cost_status = COALESCE(:status, cost_status), cost_source = COALESCE(:source, cost_source),
         pricing_version = COALESCE(:version, pricing_version)
       WHERE id = :id`,
    )
    .run({
      ...amounts,
      id,
      estimated: update.estimatedCostUsd ?? 0,
      actual: update.actualCostUsd ?? null,
      status: clean(update.costStatus),
      source: clean(update.costSource),
      version: clean(update.pricingVersion),
    });
}

interface UsageKey {
  readonly id: string;
  readonly task: string;
}

function addToUsage(store: Store, key: UsageKey, update: TokenUpdate, amounts: Amounts): void {
  if (!has(store.catalog, 'session_model_usage')) return;
  const columns = Object.keys(amounts);
  store.db
    .prepare(
      `INSERT INTO session_model_usage (session_id, model, billing_provider, billing_base_url, billing_mode, task,
         ${columns.join(', ')}, estimated_cost_usd, actual_cost_usd, cost_status, cost_source, first_seen, last_seen)
       VALUES (:id, :model, :billing_provider, :billing_base_url, :billing_mode, :task,
         ${columns.map(column => `:${column}`).join(', ')}, :estimated, :actual, :status, :source, :now, :now)
       ON CONFLICT (session_id, model, billing_provider, billing_base_url, billing_mode, task) DO UPDATE SET
         ${columns.map(column => `${column} = ${column} + excluded.${column}`).join(', ')},
         estimated_cost_usd = estimated_cost_usd + excluded.estimated_cost_usd,
         actual_cost_usd = actual_cost_usd + excluded.actual_cost_usd,
         cost_status = COALESCE(excluded.cost_status, cost_status),
         cost_source = COALESCE(excluded.cost_source, cost_source), last_seen = excluded.last_seen`,
    )
    .run({
      ...amounts,
      ...usageRoute(store, key, update),
      id: key.id,
      task: wellFormed(key.task),
      estimated: update.estimatedCostUsd ?? 0,
      actual: update.actualCostUsd ?? 0,
      status: clean(update.costStatus),
      source: clean(update.costSource),
      now: store.now(),
    });
}

/** Usage of the main loop borrows what a report leaves out from the session; that of a side task does not. */
function usageRoute(store: Store, key: UsageKey, update: TokenUpdate): Record<keyof Route, string> {
  const given = routeOf(update);
  const stored = key.task === '' ? storedRoute(store, key.id) : undefined;
  const pick = (column: keyof Route, missing: string) => given[column] ?? stored?.[column] ?? missing;
  return {
    model: pick('model', 'unknown'),
    billing_provider: pick('billing_provider', ''),
    billing_base_url: pick('billing_base_url', ''),
    billing_mode: pick('billing_mode', ''),
  };
}
