import type { Database } from 'better-sqlite3';
import type { SchemaStep } from '../migrate/step.ts';
import { dropTriggers, ensureShape, refill } from './build.ts';
import { ftsCapability, isServed } from './capability.ts';
import type { FtsCapability } from './capability.ts';
import { applyCjkNeed, cjkNeed } from './cjk.ts';
import { WORD_KEYS } from './marker-keys.ts';
import { clearMarkers, readMarkers } from './markers.ts';
import type { FtsShape, FtsTable } from './shapes.ts';
import { lacksTrigger, readFtsState, shapeOf, triggerNames } from './state.ts';
import type { FtsState } from './state.ts';

const ALL_TABLES = ['messages_fts', 'messages_fts_trigram', 'messages_fts_cjk'] as const;
const WORD_TABLES = ['messages_fts', 'messages_fts_trigram'] as const;

/**
 * What the full-text objects of a file need before rows are written; spec: migrations §5, §10. Reads only, and
 * may be asked before the tables are up to date: each step looks again when it runs.
 *
 * @param capability - what this connection's SQLite has; looked at unless given.
 * @returns no step where nothing is missing.
 */
export function ftsSteps(db: Database, capability: FtsCapability = ftsCapability(db)): readonly SchemaStep[] {
  const state = readFtsState(db);
  if (!capability.fts5) return withoutIndex(state, ALL_TABLES, 'this SQLite has no full-text search');
  const unusable = ALL_TABLES.filter(table => table !== 'messages_fts_cjk' && isUnusable(db, state, table, capability));
  return [
    ...withoutIndex(state, unusable, 'its tokenizer is missing'),
    ...repairStep(db, capability),
    ...cjkStep(db, state, capability),
  ];
}

/** Message writes would fail at a trigger whose table cannot be written. */
function withoutIndex(state: FtsState, tables: readonly FtsTable[], why: string): SchemaStep[] {
  return tables
    .filter(table => triggerNames(table).some(name => state.triggers.has(name)))
    .map(table => ({
      name: `stop keeping the index ${table}: ${why}`,
      mayWait: true,
      run: db => {
        dropTriggers(db, table);
      },
    }));
}

function isUnusable(db: Database, state: FtsState, table: FtsTable, capability: FtsCapability): boolean {
  if (state.layout[table] !== 'none') return !isServed(db, table);
  return table === 'messages_fts_trigram' && !capability.trigram;
}

function repairStep(db: Database, capability: FtsCapability): SchemaStep[] {
  const { tables } = repairPlan(db, capability);
  if (tables.length === 0) return [];
  const state = readFtsState(db);
  return [
    {
      mayWait: tables.every(shape => isAbsent(state, shape.table)),
      name: `complete the search index ${tables.map(shape => shape.table).join(' and ')}`,
      run: inTransaction => {
        repair(inTransaction, capability);
      },
    },
  ];
}

/** Rows are written rightly beside an index that is not there at all, but past a trigger that is missing they are lost to it. */
function isAbsent(state: FtsState, table: FtsTable): boolean {
  return state.layout[table] === 'none' && !triggerNames(table).some(name => state.triggers.has(name));
}

interface RepairPlan {
  /** Tables that lack something, as they have to be. */
  readonly tables: readonly FtsShape[];
  /** Tables whose rows have to be indexed anew. */
  readonly refill: readonly FtsShape[];
}

/**
 * A table that lacks a trigger has missed messages and is filled anew. The triggers of the two tables are counted
 * apart, so a SQLite without the one tokenizer does not rebuild the other index at every open; spec: migrations §5.
 */
function repairPlan(db: Database, capability: FtsCapability): RepairPlan {
  const state = readFtsState(db);
  const usable = WORD_TABLES.filter(table => !isUnusable(db, state, table, capability));
  const broken = usable.filter(table => state.layout[table] === 'none' || lacksTrigger(state, table));
  const tables = broken.map(table => shapeOf(state, table));
  const together = [...tables, ...alsoRefilled(db, state, usable, tables)];
  return { tables, refill: together };
}

/**
 * Both indexes share their markers, so while a backfill is under way neither can be rebuilt alone. And a word index
 * of the first versions, which Hermes itself fills with text its triggers do not know, is rebuilt from the content.
 */
function alsoRefilled(
  db: Database,
  state: FtsState,
  usable: readonly (typeof WORD_TABLES)[number][],
  broken: readonly FtsShape[],
): FtsShape[] {
  if (broken.length === 0) return [];
  const others = usable.filter(table => broken.every(shape => shape.table !== table));
  const pending = readMarkers(db, WORD_KEYS) !== null;
  return others
    .map(table => shapeOf(state, table))
    .filter(shape => pending || (shape.table === 'messages_fts' && shape.layout === 'content-only'));
}

function repair(db: Database, capability: FtsCapability): void {
  const plan = repairPlan(db, capability);
  for (const shape of plan.tables) ensureShape(db, shape);
  const hasRows = db.prepare('SELECT 1 FROM messages LIMIT 1').get() !== undefined;
  if (hasRows) for (const shape of plan.refill) refill(db, shape);
  if (readMarkers(db, WORD_KEYS) !== null) clearMarkers(db, WORD_KEYS);
}

/** The word index may be made by the step before, so only a legacy one rules the CJK index out. */
function cjkStep(db: Database, state: FtsState, capability: FtsCapability): SchemaStep[] {
  const layout =
    state.layout.messages_fts === 'none' ? { ...state.layout, messages_fts: 'external' as const } : state.layout;
  if (cjkNeed(db, { ...state, layout }, capability) === null) return [];
  return [
    {
      name: 'bring the index for Chinese, Japanese and Korean in order',
      mayWait: true,
      run: inTransaction => {
        const need = cjkNeed(inTransaction, readFtsState(inTransaction), capability);
        if (need !== null) applyCjkNeed(inTransaction, need);
      },
    },
  ];
}
