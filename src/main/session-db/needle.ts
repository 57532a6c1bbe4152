import { escapeLike } from './session-filter.ts';
import type { Condition } from './session-filter.ts';
import { trim, wellFormed } from './python-text.ts';

/** Text to find in ids and titles; spec: api §4. */
export interface NeedleQuery {
  /** Part of an id. */
  readonly idQuery?: string | null;
  /** Part of a title or an id; separators of the title may be left out. */
  readonly searchQuery?: string | null;
}

/**
 * Conditions on the rows of alias `s` that hold a needle; none for blank needles. SQLite folds ASCII only.
 *
 * @param hasTitle - whether the file knows titles.
 */
export function titleAndIdConditions(query: NeedleQuery, hasTitle: boolean): Condition[] {
  const id = normalised(query.idQuery);
  const text = normalised(query.searchQuery);
  return [...(id === '' ? [] : [contains('s.id', id)]), ...(text === '' ? [] : [anywhere(text, hasTitle)])];
}

function normalised(needle: string | null | undefined): string {
  return trim(wellFormed(needle ?? '')).toLowerCase();
}

function contains(expression: string, needle: string): Condition {
  return { sql: `lower(${expression}) LIKE ? ESCAPE '\\'`, values: [`%${escapeLike(needle)}%`] };
}

function anywhere(needle: string, hasTitle: boolean): Condition {
  const bare = needle.replace(/[^\p{L}\p{N}]+/gu, '');
  const joinedTitle = "replace(replace(replace(replace(s.title, '-', ''), '_', ''), '.', ''), ' ', '')";
  const parts = [
    contains('s.id', needle),
    ...(hasTitle ? [contains('s.title', needle)] : []),
    ...(hasTitle && bare !== '' ? [contains(joinedTitle, bare)] : []),
  ];
  return { sql: `(${parts.map(part => part.sql).join(' OR ')})`, values: parts.flatMap(part => part.values) };
}
