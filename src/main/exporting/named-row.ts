import type { Catalog } from '../session-db/catalog.ts';
import { storedText } from '../session-db/content.ts';
import type { StoredRow } from './stored-rows.ts';

/** A row by column name, its bytes as the text that they hold. */
export type NamedRow = Readonly<Record<string, string | number | null>>;

/** Makes a function that gives the values of a row their names. */
export function rowNamer(catalog: Catalog, table: 'sessions' | 'messages'): (row: StoredRow) => NamedRow {
  const names = catalog.columns.get(table) ?? [];
  return row =>
    Object.fromEntries(
      names.map((name, at) => {
        const value = row[at] ?? null;
        return [name, typeof value === 'number' ? value : storedText(value)];
      }),
    );
}
