import { numberOrNull, textOrNull } from './bound-values.ts';
import { has } from './catalog.ts';
import { wellFormed } from './python-text.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

/** A pause after compressions that failed. */
export interface CompressionCooldown {
  /** Unix seconds. */
  readonly cooldown_until: number;
  readonly remaining_seconds: number;
  readonly error: string | null;
}

/** The pause that a session is in; null where there is none, or it is over; spec: schema §3. */
export function getCompressionFailureCooldown(store: Store, id: string): CompressionCooldown | null {
  if (!has(store.catalog, 'sessions', 'compression_failure_cooldown_until')) return null;
  const row = store.db
    .prepare<[string], { until: number | null; error: string | null }>(
      `SELECT compression_failure_cooldown_until AS until, compression_failure_error AS error
       FROM sessions WHERE id = ?`,
    )
    .get(wellFormed(id));
  const now = store.now();
  if (row === undefined || row.until === null || row.until <= now) return null;
  return { cooldown_until: row.until, remaining_seconds: row.until - now, error: row.error };
}

/**
 * Records that compressing failed and is not to be tried again before a time.
 *
 * @param cooldownUntil - Unix seconds.
 */
export function recordCompressionFailureCooldown(
  store: Store,
  id: string,
  cooldownUntil: number,
  error: string | null = null,
): void {
  setCooldown(store, id, cooldownUntil, error);
}

/** Ends the pause of a session. */
export function clearCompressionFailureCooldown(store: Store, id: string): void {
  setCooldown(store, id, null, null);
}

function setCooldown(store: Store, id: string, until: number | null, error: string | null): void {
  if (!has(store.catalog, 'sessions', 'compression_failure_cooldown_until')) return;
  write(store, db =>
    db
      .prepare(`UPDATE sessions SET compression_failure_cooldown_until = ?, compression_failure_error = ? WHERE id = ?`)
      .run(numberOrNull(until), textOrNull(error), wellFormed(id)),
  );
}

type Count = 'compression_fallback_streak' | 'compression_ineffective_count';

/** How often in a row compressing fell back to the simple way; 0 for an unknown id. */
export function getCompressionFallbackStreak(store: Store, id: string): number {
  return countOf(store, 'compression_fallback_streak', id);
}

/** Sets what {@link getCompressionFallbackStreak} reads; below 0 is 0. */
export function setCompressionFallbackStreak(store: Store, id: string, streak: number): void {
  setCount(store, 'compression_fallback_streak', id, streak);
}

/** How often compressing freed next to nothing; 0 for an unknown id. */
export function getCompressionIneffectiveCount(store: Store, id: string): number {
  return countOf(store, 'compression_ineffective_count', id);
}

/** Sets what {@link getCompressionIneffectiveCount} reads; below 0 is 0. */
export function setCompressionIneffectiveCount(store: Store, id: string, count: number): void {
  setCount(store, 'compression_ineffective_count', id, count);
}

function countOf(store: Store, column: Count, id: string): number {
  if (!has(store.catalog, 'sessions', column)) return 0;
  const stored = store.db
    .prepare<[string], unknown>(`SELECT ${column} FROM sessions WHERE id = ?`)
    .pluck()
    .get(wellFormed(id));
  const count = Math.trunc(Number(stored ?? 0));
  return Number.isFinite(count) ? Math.max(0, count) : 0;
}

function setCount(store: Store, column: Count, id: string, count: number): void {
  if (!has(store.catalog, 'sessions', column)) return;
  write(store, db =>
    db
      .prepare(`UPDATE sessions SET ${column} = CAST(? AS INTEGER) WHERE id = ?`)
      .run(Math.max(0, Math.trunc(count)), wellFormed(id)),
  );
}
