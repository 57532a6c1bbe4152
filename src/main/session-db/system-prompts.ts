import { createHash } from 'node:crypto';
import { textOrNull } from './bound-values.ts';
import { hasSharedPrompts } from './session-row.ts';
import type { Store } from './store.ts';

/**
 * The columns that hold a prompt, with their values. Later builds keep prompts by hash in a table of their own; there
 * the prompt is stored, and the inline column is emptied, since the hash of an older prompt would win over it; spec:
 * migrations §9. Runs inside a transaction of the caller.
 */
export function promptColumns(store: Store, prompt: string | null): Record<string, string | Uint8Array | null> {
  const clean = textOrNull(prompt);
  if (!hasSharedPrompts(store.catalog)) return { system_prompt: clean };
  if (clean === null) return { system_prompt: null, system_prompt_hash: null };
  const hash = createHash('sha256').update(clean).digest('hex');
  store.db.prepare('INSERT OR IGNORE INTO system_prompts (hash, prompt) VALUES (?, ?)').run(hash, clean);
  return { system_prompt: null, system_prompt_hash: hash };
}

/** Removes prompts that no session names any more. Runs inside a transaction of the caller; spec: migrations §9. */
export function removeUnusedPrompts(store: Store): void {
  if (!hasSharedPrompts(store.catalog)) return;
  store.db.exec(
    `DELETE FROM system_prompts WHERE NOT EXISTS (
       SELECT 1 FROM sessions WHERE sessions.system_prompt_hash = system_prompts.hash)`,
  );
}
