import { has } from './catalog.ts';
import { TitleConflictError, TitleTooLongError } from './errors.ts';
import { codePointLength, PYTHON_SPACE, trim, wellFormed } from './python-text.ts';
import { escapeLike } from './session-filter.ts';
import { allColumns } from './session-row.ts';
import type { SessionRow } from './session-row.ts';
import { sqliteFailure } from './sqlite-errors.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

const MAX_TITLE_LENGTH = 100;

/** C0 controls except tab, line feed and carriage return, and DEL; spec: api §5. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
/** Zero-width and directional characters, the byte order mark and the interlinear and object marks. */
const INVISIBLE = /[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffc\ufff9-\ufffb]/g;
const SPACES = new RegExp(`[${PYTHON_SPACE}]+`, 'gu');

/**
 * The form of a title that is stored: no control or invisible characters, single spaces, trimmed; spec: api §5.
 *
 * @returns null where nothing is left.
 * @throws TitleTooLongError where more than 100 code points are left.
 */
export function sanitizeTitle(title: string | null | undefined): string | null {
  const text = wellFormed(title ?? '')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, '')
    .replace(SPACES, ' ');
  const clean = trim(text);
  const length = codePointLength(clean);
  if (length > MAX_TITLE_LENGTH) throw new TitleTooLongError(length, MAX_TITLE_LENGTH);
  return clean === '' ? null : clean;
}

/**
 * Sets or clears the title of a session. A title held by an earlier segment of the same conversation moves here.
 *
 * @returns false for an unknown id.
 * @throws TitleConflictError where any other session has the title, TitleTooLongError.
 */
export function setSessionTitle(store: Store, id: string, title: string | null): boolean {
  const clean = sanitizeTitle(title);
  return write(store, () => assignTitle(store, wellFormed(id), clean));
}

/** As {@link setSessionTitle}, but only where the session has no title yet; false where it has one. */
export function setAutoTitleIfEmpty(store: Store, id: string, title: string | null): boolean {
  const clean = sanitizeTitle(title);
  const session = wellFormed(id);
  return write(store, () => {
    const untitled =
      store.db.prepare('SELECT 1 FROM sessions WHERE id = ? AND title IS NULL').get(session) !== undefined;
    return untitled && assignTitle(store, session, clean);
  });
}

function assignTitle(store: Store, id: string, title: string | null): boolean {
  if (title !== null) freeTitle(store, id, title);
  try {
    return store.db.prepare('UPDATE sessions SET title = ? WHERE id = ?').run(title, id).changes > 0;
  } catch (error) {
    throw title === null ? error : (conflictOf(store, error, { id, title }) ?? error);
  }
}

/** An index of other builds may take more for the same title than we do, such as other case; spec: compat-notes 39. */
function conflictOf(
  store: Store,
  error: unknown,
  { id, title }: { readonly id: string; readonly title: string },
): TitleConflictError | null {
  const failure = sqliteFailure(error);
  if (failure?.family !== 'CONSTRAINT' || failure.detail !== 'UNIQUE') return null;
  const holder = store.db
    .prepare<[string, string], string>('SELECT id FROM sessions WHERE title = ? COLLATE NOCASE AND id <> ?')
    .pluck()
    .get(title, id);
  return holder === undefined ? null : new TitleConflictError(title, holder);
}

/** Several rows can hold one title where the unique index is missing; each of them must give way or refuses. */
function freeTitle(store: Store, id: string, title: string): void {
  const holders = store.db
    .prepare<[string, string], string>('SELECT id FROM sessions WHERE title = ? AND id <> ?')
    .pluck()
    .all(title, id);
  if (holders.length === 0) return;
  const ancestors = compressedAncestors(store, id);
  const stranger = holders.find(holder => !ancestors.has(holder));
  if (stranger !== undefined) throw new TitleConflictError(title, stranger);
  const clear = store.db.prepare('UPDATE sessions SET title = NULL WHERE id = ?');
  for (const holder of holders) clear.run(holder);
}

/** Rows above `id` as long as each ended by compression. UNION ends loops. */
function compressedAncestors(store: Store, id: string): Set<string> {
  const ids = store.db
    .prepare<[string], string>(
      `WITH RECURSIVE up(id) AS (
         SELECT p.id FROM sessions c JOIN sessions p ON p.id = c.parent_session_id
         WHERE c.id = ? AND p.end_reason = 'compression'
         UNION
         SELECT p.id FROM up JOIN sessions c ON c.id = up.id JOIN sessions p ON p.id = c.parent_session_id
         WHERE p.end_reason = 'compression'
       ) SELECT id FROM up`,
    )
    .pluck()
    .all(id);
  return new Set(ids);
}

/** The title of a session; null where it has none or is unknown. */
export function getSessionTitle(store: Store, id: string): string | null {
  if (!has(store.catalog, 'sessions', 'title')) return null;
  return (
    store.db.prepare<[string], string | null>('SELECT title FROM sessions WHERE id = ?').pluck().get(wellFormed(id)) ??
    null
  );
}

/** The session with exactly this title, case included; null where there is none. */
export function getSessionByTitle(store: Store, title: string): SessionRow | null {
  if (!has(store.catalog, 'sessions', 'title')) return null;
  const columns = allColumns(store.catalog, 's');
  return (
    store.db
      .prepare<[string], SessionRow>(`SELECT ${columns} FROM sessions s WHERE s.title = ? LIMIT 1`)
      .get(wellFormed(title)) ?? null
  );
}

/**
 * The session that a title means: the latest of its numbered variants if there are any, else the exact one. Numbers
 * are not checked and ASCII letters match in either case, as in Hermes; use ids to pick a row of a list.
 */
export function resolveSessionByTitle(store: Store, title: string): string | null {
  if (!has(store.catalog, 'sessions', 'title')) return null;
  const numbered = store.db
    .prepare<[string], string>(
      `SELECT id FROM sessions WHERE title LIKE ? ESCAPE '\\' ORDER BY started_at DESC, id DESC LIMIT 1`,
    )
    .pluck()
    .get(`${escapeLike(wellFormed(title))} #%`);
  return numbered ?? getSessionByTitle(store, title)?.id ?? null;
}

/**
 * A free title for the next segment of a conversation: `base`, or `base #n` with a number above every one in use. It
 * may be longer than a title may be; the setter then refuses it; spec: api §5.
 */
export function getNextTitleInLineage(store: Store, title: string): string {
  const clean = wellFormed(title);
  const base = /^(.*) #\d+$/.exec(clean)?.[1] ?? clean;
  if (!has(store.catalog, 'sessions', 'title')) return base;
  const taken = store.db
    .prepare<[string, string], string>(`SELECT title FROM sessions WHERE title = ? OR title LIKE ? ESCAPE '\\'`)
    .pluck()
    .all(base, `${escapeLike(base)} #%`);
  if (taken.length === 0) return base;
  const numbers = taken.map(used => BigInt(/ #(\d+)$/.exec(used)?.[1] ?? 1));
  const highest = numbers.reduce((most, number) => (number > most ? number : most), 1n);
  return `${base} #${String(highest + 1n)}`;
}
