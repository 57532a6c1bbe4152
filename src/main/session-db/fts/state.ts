import type { Database } from 'better-sqlite3';
import { layoutOf } from '../catalog.ts';
import type { FtsLayout } from '../catalog.ts';
import { isServed } from './capability.ts';
import { CONTENT_ONLY, EXTERNAL, INLINE } from './shapes.ts';
import type { FtsShape, FtsTable } from './shapes.ts';

/** Prefix of the tables that hold the old index until it is torn down. */
export const TRASH_PREFIX = 'fts_v22_trash_';

/** The full-text objects of the file as they are at this moment. */
export interface FtsState {
  readonly layout: Readonly<Record<FtsTable, FtsLayout>>;
  readonly tables: ReadonlySet<string>;
  readonly triggers: ReadonlySet<string>;
  readonly views: ReadonlySet<string>;
  /** Former shadow tables, in the order in which they were made. */
  readonly trash: readonly string[];
}

/** Reads the state from `sqlite_master`; inside a transaction nothing can change it meanwhile. */
export function readFtsState(db: Database): FtsState {
  const objects = db
    .prepare<[], { type: string; name: string; sql: string | null }>(
      'SELECT type, name, sql FROM sqlite_master ORDER BY rowid',
    )
    .all();
  const named = (type: string) => objects.filter(object => object.type === type).map(object => object.name);
  const layout = (table: FtsTable) => layoutOf(objects.find(object => object.name === table)?.sql ?? null);
  return {
    layout: {
      messages_fts: layout('messages_fts'),
      messages_fts_trigram: layout('messages_fts_trigram'),
      messages_fts_cjk: layout('messages_fts_cjk'),
    },
    tables: new Set(named('table')),
    triggers: new Set(named('trigger')),
    views: new Set(named('view')),
    trash: named('table').filter(name => name.startsWith(TRASH_PREFIX)),
  };
}

/** True for the layouts before 23, which the user may have replaced. */
export function isLegacy(layout: FtsLayout): boolean {
  return layout === 'inline' || layout === 'content-only';
}

/** The names of the triggers that a table of any layout has. */
export function triggerNames(table: FtsTable): string[] {
  return ['insert', 'delete', 'update'].map(event => `${table}_${event}`);
}

/** True where the table lacks at least one of its triggers. */
export function lacksTrigger(state: FtsState, table: FtsTable): boolean {
  return triggerNames(table).some(name => !state.triggers.has(name));
}

/** What a table that is there, or is to be made, looks like: its own layout decides, else that of the word index. */
export function shapeOf(state: FtsState, table: 'messages_fts' | 'messages_fts_trigram'): FtsShape {
  const part = table === 'messages_fts' ? 'base' : 'trigram';
  const own = state.layout[table];
  if (own === 'external') return EXTERNAL[part];
  if (own === 'inline') return INLINE[part];
  if (own === 'content-only') return CONTENT_ONLY[part];
  return isLegacy(state.layout.messages_fts) ? INLINE[part] : EXTERNAL[part];
}

/** The tables that are there and whose module and tokenizer are, too. */
export function servedTables(db: Database, state: FtsState, tables: readonly FtsTable[]): FtsTable[] {
  return tables.filter(table => state.layout[table] !== 'none' && isServed(db, table));
}
