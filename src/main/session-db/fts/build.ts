import type { Database } from 'better-sqlite3';
import { inlineText } from './shapes.ts';
import type { FtsShape, FtsTable } from './shapes.ts';
import { readFtsState, triggerNames } from './state.ts';

/** Makes what a table lacks of its view, itself and its triggers. What is there stays as it is. */
export function ensureShape(db: Database, shape: FtsShape): void {
  const state = readFtsState(db);
  const isNew = state.layout[shape.table] === 'none';
  // Triggers that outlived their table may belong to another layout.
  if (isNew) dropTriggers(db, shape.table);
  if (shape.view !== null && !state.views.has(shape.view.name)) db.exec(shape.view.create);
  if (isNew) db.exec(shape.create);
  for (const [name, create] of Object.entries(shape.triggers)) {
    if (isNew || !state.triggers.has(name)) db.exec(create);
  }
}

/** Drops the triggers of a table, so that messages can be written where the table cannot. */
export function dropTriggers(db: Database, table: FtsTable): void {
  for (const name of triggerNames(table)) db.exec(`DROP TRIGGER IF EXISTS ${name}`);
}

/**
 * Indexes every message anew, whatever the table held. A table that reads its text back is told to; one that keeps a
 * copy is made anew, since its own rebuild would only read that copy; spec: migrations §5, concurrency §5.
 */
export function refill(db: Database, shape: FtsShape): void {
  if (shape.layout !== 'inline') {
    db.exec(`INSERT INTO ${shape.table}(${shape.table}) VALUES('rebuild')`);
    return;
  }
  db.exec(`DROP TABLE IF EXISTS ${shape.table}`);
  db.exec(shape.create);
  db.exec(`INSERT INTO ${shape.table}(rowid, content) SELECT m.id, ${inlineText('m')} FROM messages m`);
}
