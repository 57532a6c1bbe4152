import type { Database } from 'better-sqlite3';

/** Set to one of these to keep the tokenizer out of every connection; spec: migrations §10. */
const OFF = new Set(['0', 'false', 'off', 'no']);

/**
 * Loads the tokenizer of the index for Chinese, Japanese and Korean. It is foreign code in this process, so only a
 * path that the user agreed to comes here. Search and writing work without it.
 *
 * @param path - the library, such as `libfts5_cjk.so`; its name decides the entry point.
 * @returns what SQLite said where it could not be loaded, null where it could or where `HERMES_CJK_FTS` says not to.
 */
export function loadCjkTokenizer(
  db: Database,
  path: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  if (OFF.has((env['HERMES_CJK_FTS'] ?? '').trim().toLowerCase())) return null;
  try {
    db.loadExtension(path);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
