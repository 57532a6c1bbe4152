import { type Cost, type CostState, strongest } from './cost.ts';
import type { Session } from './edges.ts';
import type { StoredUsage } from './usage-rows.ts';
import { addTokens, hasTokens, type MutableTokens, shownModel, type Tokens } from './usage-values.ts';

/**
 * The least thing that is counted. The main loop of a session is split into its rows by model and a rest, which add up
 * to what the session row says; auxiliary calls come on top.
 */
export interface UsagePart extends Tokens, Cost {
  readonly kind: 'row' | 'rest' | 'auxiliary';
  readonly model: string;
  /** The name that the model is counted under. */
  readonly shown: string;
  readonly provider: string;
  /** Empty unless the part is auxiliary. */
  readonly task: string;
  readonly apiCalls: number;
  readonly source: string | null;
}

/** Smaller differences of dollars are those of adding up fractions. */
const NOISE_USD = 1e-9;

/**
 * The parts of a session. Dollars of the main loop are those of the session's own state, so that they add up to the
 * session's; a part without any is named by its own row.
 * Source: spec api §12 (per model, residual), design §10 Numbers.
 *
 * @param rows - its rows of `session_model_usage`, in any order, keys not unique.
 */
export function partsOf(session: Session, rows: readonly StoredUsage[]): readonly UsagePart[] {
  const parts: UsagePart[] = [];
  for (const row of rows) if (row.task === '') parts.push(mainPart(session.cost.state, row));
  const rest = restOf(session, parts);
  if (rest !== null) parts.push(rest);
  for (const row of rows) if (row.task !== '') parts.push(partOf(row, 'auxiliary', row.cost));
  return parts;
}

/** True for what the session row counts, false for what comes on top. */
export function isMain(part: UsagePart): boolean {
  return part.kind !== 'auxiliary';
}

/**
 * The state in which a session counts where these of its main parts do: its own where all do or one of them is in it,
 * else the strongest of theirs.
 *
 * @param counted - main parts; at least one.
 * @param all - how many main parts the session has.
 */
export function stateOfParts(session: Session, counted: readonly UsagePart[], all: number): CostState {
  const own = session.cost.state;
  if (counted.length >= all || counted.some(({ state }) => state === own)) return own;
  return strongest(counted.map(({ state }) => state));
}

function mainPart(state: CostState, row: StoredUsage): UsagePart {
  const usd = state === 'actual' ? row.actualUsd : state === 'estimated' ? row.estimatedUsd : null;
  if (usd !== null && usd !== 0) return partOf(row, 'row', { state, usd });
  return partOf(row, 'row', { state: withoutDollars(state, row.cost.state), usd: 0 });
}

/** Dollars of another state than the session's are not counted, so that state cannot be shown for the part either. */
function withoutDollars(session: CostState, own: CostState): CostState {
  if (own === session || own === 'included' || own === 'unknown') return own;
  return session === 'included' ? 'included' : 'unknown';
}

function partOf(row: StoredUsage, kind: UsagePart['kind'], { state, usd }: Cost): UsagePart {
  return {
    kind,
    model: row.model,
    shown: shownModel(row.model),
    provider: row.provider,
    task: row.task,
    inputTokens: row.inputTokens,
    outputTokens: row.outputTokens,
    cacheReadTokens: row.cacheReadTokens,
    cacheWriteTokens: row.cacheWriteTokens,
    reasoningTokens: row.reasoningTokens,
    apiCalls: row.apiCalls,
    state,
    usd,
    source: row.source,
  };
}

/** What the rows leave of the session's totals, signed; null where that is nothing and the rows name its model. */
function restOf(session: Session, rows: readonly UsagePart[]): UsagePart | null {
  const left = leftBy(session, rows);
  const model = session.model ?? '';
  const shown = shownModel(model);
  const isNamed = rows.some(part => part.shown === shown);
  if (isNamed && left.usd === 0 && left.apiCalls === 0 && !hasTokens(left)) return null;
  const { state } = session.cost;
  const isState = rows.length === 0 || left.usd !== 0 || state === 'included';
  return {
    kind: 'rest',
    model,
    shown,
    provider: session.provider ?? '',
    task: '',
    ...left,
    state: isState ? state : 'unknown',
    source: null,
  };
}

function leftBy(
  session: Session,
  rows: readonly UsagePart[],
): MutableTokens & { readonly apiCalls: number; readonly usd: number } {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = session;
  const left = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens };
  let { apiCalls } = session;
  let { usd } = session.cost;
  for (const row of rows) {
    addTokens(left, row, -1);
    apiCalls -= row.apiCalls;
    usd -= row.usd;
  }
  return { ...left, apiCalls, usd: Math.abs(usd) > NOISE_USD || rows.length === 0 ? usd : 0 };
}
