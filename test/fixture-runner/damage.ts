import Database from 'better-sqlite3';
import type { TableChanges } from './table-changes.ts';

type Changes = Readonly<Record<string, TableChanges>>;

/**
 * What is damaged in a file after a write; null where nothing is: the ordinary tables are whole, the indexes too, and
 * no row is gone or changed that the write was not recorded to touch.
 */
export function damage(path: string, ours: Changes, recorded: Changes): string | null {
  return brokenTable(path) ?? lostRow(ours, recorded);
}

/** Table by table: a check of the whole file also judges full-text indexes by what another SQLite would have written. */
function brokenTable(path: string): string | null {
  const db = new Database(path);
  try {
    const tables = db
      .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
      .pluck()
      .all();
    for (const table of tables) {
      const found = db.pragma(`integrity_check("${table}")`, { simple: true });
      if (found !== 'ok') return `integrity of ${table}: ${String(found)}`;
    }
    db.exec("INSERT INTO messages_fts (messages_fts) VALUES ('integrity-check')");
    return null;
  } catch (error) {
    return `integrity: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    db.close();
  }
}

function lostRow(ours: Changes, recorded: Changes): string | null {
  for (const [table, changes] of Object.entries(ours)) {
    const touched = recorded[table];
    const allowed = new Set(touched?.removed?.map(key => JSON.stringify(key)));
    const lost = changes.removed?.find(key => !allowed.has(JSON.stringify(key)));
    if (lost !== undefined) return `the row ${JSON.stringify(lost)} of ${table} is gone`;
    const changeable = new Set(touched?.changed?.map(({ key }) => JSON.stringify(key)));
    const changed = changes.changed?.find(({ key }) => !changeable.has(JSON.stringify(key)));
    if (changed !== undefined) return `the row ${JSON.stringify(changed.key)} of ${table} is changed`;
  }
  return null;
}
