import { textOrNull } from './bound-values.ts';
import { has } from './catalog.ts';
import { wellFormed } from './python-text.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

/** The value of a key in `state_meta`; null where there is none. */
export function getMeta(store: Store, key: string): string | null {
  if (!has(store.catalog, 'state_meta')) return null;
  return (
    store.db
      .prepare<[string], string | null>('SELECT value FROM state_meta WHERE key = ?')
      .pluck()
      .get(wellFormed(key)) ?? null
  );
}

/** Writes a key of `state_meta`. Values are text: a number would be stored as `12.0`; spec: api §14. */
export function setMeta(store: Store, key: string, value: string): void {
  write(store, db => {
    db.prepare(
      'INSERT INTO state_meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    ).run(wellFormed(key), textOrNull(value));
  });
}
