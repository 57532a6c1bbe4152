/** More than this is no count of tokens, calls or messages of one row; sums of fewer rows stay exact. */
const MAX_COUNT = 1e12;
/** More US dollars than this are no cost of one row. */
const MAX_USD = 1e9;

/**
 * A counter as it is counted: a whole number from 0 to a million million. Anything else that a row may hold (negative,
 * a fraction, a text, beyond any use) is no count, and counts as 0; {@link isOddCount} tells.
 *
 * @param value - as SQLite gives it.
 */
export function countOf(value: unknown): number {
  const number = typeof value === 'string' && /^\d{1,13}$/.test(value) ? Number(value) : value;
  if (typeof number === 'bigint') return number >= 0n && number <= BigInt(MAX_COUNT) ? Number(number) : 0;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= MAX_COUNT ? number : 0;
}

/** True where a row holds something that is no count. NULL is none, but not odd. */
export function isOddCount(value: unknown): boolean {
  return value !== null && value !== undefined && Number(value) !== 0 && countOf(value) === 0;
}

/**
 * An amount in US dollars: a number from 0 to a thousand million; null for anything else.
 *
 * @param value - as SQLite gives it.
 */
export function dollarsOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= MAX_USD ? value : null;
}

/** True where a row holds something that is no amount. */
export function isOddAmount(value: unknown): boolean {
  return value !== null && value !== undefined && dollarsOf(value) === null;
}

/** The counters that `sessions` and `session_model_usage` have alike. */
export interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** Part of the output. */
  readonly reasoningTokens: number;
}

/** Tokens under construction. */
export type MutableTokens = { -readonly [K in keyof Tokens]: Tokens[K] };

/** The tokens of nothing. */
export function noTokens(): MutableTokens {
  return { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
}

/** Adds tokens, or takes them away with a factor of −1. */
export function addTokens(to: MutableTokens, from: Tokens, factor: 1 | -1 = 1): void {
  to.inputTokens += factor * from.inputTokens;
  to.outputTokens += factor * from.outputTokens;
  to.cacheReadTokens += factor * from.cacheReadTokens;
  to.cacheWriteTokens += factor * from.cacheWriteTokens;
  to.reasoningTokens += factor * from.reasoningTokens;
}

/** Input, output and cached tokens; reasoning is part of output. Source: spec api §12. */
export function totalOf(tokens: Tokens): number {
  return tokens.inputTokens + tokens.outputTokens + tokens.cacheReadTokens + tokens.cacheWriteTokens;
}

/** True where any counter is not 0. */
export function hasTokens(tokens: Tokens): boolean {
  return (
    tokens.inputTokens !== 0 ||
    tokens.outputTokens !== 0 ||
    tokens.cacheReadTokens !== 0 ||
    tokens.cacheWriteTokens !== 0 ||
    tokens.reasoningTokens !== 0
  );
}

/** The five counters alone, with their total. */
export function withTotal(tokens: Tokens): Tokens & { readonly totalTokens: number } {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = tokens;
  const totalTokens = totalOf(tokens);
  return { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens, totalTokens };
}

/** The name that a model is counted under: the text after the last slash. Source: spec api §12, per model. */
export function shownModel(model: string): string {
  const name = model.slice(model.lastIndexOf('/') + 1);
  return name === '' ? model : name;
}
