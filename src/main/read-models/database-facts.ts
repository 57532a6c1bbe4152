import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseFacts } from '../../shared/contract/database.ts';
import type { LaneContext } from '../lanes/context.ts';
import type { Catalog } from '../session-db/catalog.ts';
import { has } from '../session-db/catalog.ts';
import { MESSAGE_COLUMNS, SESSION_COLUMNS } from '../session-db/known-columns.ts';
import { SCHEMA_VERSION } from '../session-db/schema.ts';
import type { Store } from '../session-db/store.ts';
import { currentIndex, loadedIndex } from './conversation-index.ts';

/** What the lane knows of the file; main adds what only it knows. */
type LaneFacts = Omit<DatabaseFacts, 'profile' | 'isCopy'>;

/** Tables that Hermes or SQLite itself makes at some version up to 25; spec: schema §2, §5, §11. */
const KNOWN_TABLES = new Set([
  'schema_version',
  'sessions',
  'messages',
  'session_model_usage',
  'session_model_usage_v21',
  'state_meta',
  'gateway_routing',
  'compression_locks',
  'async_delegations',
  'system_prompts',
  'telegram_dm_topic_mode',
  'telegram_dm_topic_bindings',
]);

/** Columns beside those of version 23: later builds and strays; spec: schema §3, §4, §11. */
const KNOWN_LATER_COLUMNS: Readonly<Record<'sessions' | 'messages', readonly string[]>> = {
  sessions: [
    'system_prompt_hash',
    'last_activity_at',
    'last_activity_description',
    'last_activity_provenance',
    'last_read_at',
    'handoff_pending',
    'icon',
  ],
  messages: ['anthropic_content_blocks'],
};

/** The six triggers that keep the full-text tables in step; spec: schema §8.2. */
const BASE_TRIGGERS = ['messages_fts_insert', 'messages_fts_delete', 'messages_fts_update'] as const;

/** Facts of the open file, all of them from the live catalogue and cheap statements. */
export function databaseFacts({ store }: LaneContext, _input: Readonly<Record<string, never>>): LaneFacts {
  const { db, catalog, path } = store;
  const sizeBytes = fileSize(path);
  const walBytes = fileSize(`${path}-wal`);
  return {
    path,
    name: basename(path),
    schemaVersion: catalog.schemaVersion,
    age: ageOf(catalog.schemaVersion),
    ftsLayout: catalog.ftsLayout,
    ftsIncomplete: isFtsIncomplete(store),
    ftsDamaged: catalog.fts.base.error,
    journalMode: String(db.pragma('journal_mode', { simple: true })),
    sizeBytes,
    walBytes,
    sessions: Number(db.prepare('SELECT COUNT(*) FROM sessions').pluck().get()),
    conversations: currentIndex(store)?.listed ?? null,
    unknownObjects: unknownObjects(catalog),
    missingColumns: missingColumns(catalog),
    damage: damageOf(store, walBytes === 0 ? sizeBytes : Infinity) ?? loadedIndex(store)?.damage ?? null,
  };
}

function ageOf(version: number | null): DatabaseFacts['age'] {
  if (version === null) return 'unknown';
  if (version === SCHEMA_VERSION) return 'current';
  return version < SCHEMA_VERSION ? 'older' : 'newer';
}

/** A missing trigger means that later messages were not indexed; a high-water key, that a backfill is pending. */
function isFtsIncomplete({ db, catalog }: Store): boolean {
  if (catalog.ftsLayout === 'none') return false;
  if (BASE_TRIGGERS.some(trigger => !catalog.triggers.has(trigger))) return true;
  if (!has(catalog, 'state_meta', 'key')) return false;
  return db.prepare(`SELECT 1 FROM state_meta WHERE key = 'fts_rebuild_high_water'`).get() !== undefined;
}

function unknownObjects(catalog: Catalog): string[] {
  const tables = [...catalog.columns.keys()].filter(
    table => !KNOWN_TABLES.has(table) && !table.startsWith('sqlite_') && !/^(fts_v22_trash_)?messages_fts/.test(table),
  );
  const columns = (
    [
      ['sessions', SESSION_COLUMNS],
      ['messages', MESSAGE_COLUMNS],
    ] as const
  ).flatMap(([table, known]) => {
    const expected = new Set<string>([...known, ...KNOWN_LATER_COLUMNS[table]]);
    return (catalog.columns.get(table) ?? [])
      .filter(column => !expected.has(column))
      .map(column => `${table}.${column}`);
  });
  return [...columns, ...tables.map(table => `table ${table}`)];
}

function missingColumns(catalog: Catalog): string[] {
  return [
    ...SESSION_COLUMNS.filter(column => !has(catalog, 'sessions', column)).map(column => `sessions.${column}`),
    ...MESSAGE_COLUMNS.filter(column => !has(catalog, 'messages', column)).map(column => `messages.${column}`),
  ];
}

/** A file without a log that is shorter than its own header says was cut off while it was copied or written. */
function damageOf({ db }: Store, sizeBytes: number): string | null {
  const pages = Number(db.pragma('page_count', { simple: true }));
  const declared = pages * Number(db.pragma('page_size', { simple: true }));
  if (declared > sizeBytes)
    return `The file is cut short: it says that it has ${String(declared)} bytes, but only ${String(sizeBytes)} are there.`;
  // So it is opened where it could not be read otherwise.
  const isSalvaged = Number(db.pragma('writable_schema', { simple: true })) === 1;
  return isSalvaged ? 'The file is cut short or damaged; what lies beyond is missing here.' : null;
}

function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
