import type { Database } from 'better-sqlite3';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dumpPythonJson, parsePythonJson } from '../python-json.ts';
import type { PythonJson } from '../python-json.ts';
import { wellFormed } from '../python-text.ts';
import type { SchemaStep } from './step.ts';

/** Far more than any gateway has; a longer file is not its own. */
const MAX_FILE_BYTES = 64_000_000;

type Entry = Readonly<Record<string, PythonJson>>;

/**
 * Fills what older gateways kept beside the database, only where the columns are empty; spec: migrations §4.2. Reads
 * `sessions/sessions.json` in the folder of the opened file. No such file, or one that is no JSON object, adds nothing.
 */
export function gatewayMetadataStep(path: string): SchemaStep {
  return {
    name: 'take over gateway metadata from sessions.json',
    run: db => {
      for (const [key, entry] of readEntries(join(dirname(path), 'sessions', 'sessions.json'))) fill(db, key, entry);
    },
  };
}

function readEntries(path: string): [string, Entry][] {
  const parsed = readJson(path);
  if (!isObject(parsed)) return [];
  return Object.entries(parsed).flatMap(([key, entry]) =>
    !key.startsWith('_') && isObject(entry) ? [[key, entry]] : [],
  );
}

/** The metadata is of use and not of need, so a file that cannot be read is the same as none. */
function readJson(path: string): PythonJson {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true && found.size <= MAX_FILE_BYTES
      ? parsePythonJson(readFileSync(path, 'utf8'))
      : null;
  } catch {
    return null;
  }
}

function fill(db: Database, key: string, entry: Entry): void {
  const id = text(entry['session_id']);
  if (id === null || id === '') return;
  const origin = isObject(entry['origin']) ? entry['origin'] : {};
  const values = {
    session_key: nonEmpty(text(entry['session_key'])) ?? wellFormed(key),
    chat_id: text(origin['chat_id']),
    thread_id: text(origin['thread_id']),
    chat_type: text(entry['chat_type']),
    display_name: text(entry['display_name']),
    origin_json: Object.keys(origin).length === 0 ? null : jsonOf(origin),
  };
  const filled = Object.keys(values).map(name => `${name} = COALESCE(${name}, :${name})`);
  db.prepare(`UPDATE sessions SET ${filled.join(', ')} WHERE id = :id`).run({ ...values, id });
  if (entry['expiry_finalized'] !== true && entry['memory_flushed'] !== true) return;
  db.prepare('UPDATE sessions SET expiry_finalized = 1 WHERE id = ? AND COALESCE(expiry_finalized, 0) = 0').run(id);
}

function nonEmpty(value: string | null): string | null {
  return value === '' ? null : value;
}

/** What is nested too deeply was not written by a gateway, and is no reason to stop an upgrade. */
function jsonOf(origin: Entry): string | null {
  try {
    return dumpPythonJson(origin);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** A value as the text column stores it; null for what is no text and no number. */
function text(value: PythonJson | undefined): string | null {
  if (typeof value === 'string') return wellFormed(value);
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : null;
}

function isObject(value: PythonJson | undefined): value is { [key: string]: PythonJson } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
