import Database from 'better-sqlite3';
import { fixtureGolden, fixturePath, type FixtureVersion, type Golden, type RecordedCall } from './fixtures.ts';

/** Links of compressed conversations as the notes of the recordings name them; each is one row, at its last link. */
const CHAINS = ['chain', 'chain_race', 'chain_untitled', 'replayed', 'archived_chain'] as const;

/**
 * The conversations that the list shows for everybody's sessions, latest activity first, as the original recorded them.
 * Where it listed none itself (version 1), they follow from its rows and messages.
 *
 * @returns ids of the live ends of the conversations.
 */
export function recordedList(version: FixtureVersion): string[] {
  const golden = fixtureGolden(version);
  const listed = golden.calls['list_sessions_rich']?.find(isWholeListing);
  return listed === undefined ? derivedList(golden, startTimes(version)) : correctedTips(golden, idsOf(listed.result));
}

function isWholeListing({ kwargs = {} }: RecordedCall): boolean {
  return Object.keys(kwargs).length === 2 && kwargs['limit'] === 200 && kwargs['order_by_last_active'] === true;
}

/** Versions up to 11 took an orphaned sibling for the live end, see test/fixtures/README.md; its place stays the chain's. */
function correctedTips({ notes }: Golden, ids: readonly string[]): string[] {
  const tip = namesOf(notes['chain_race']).at(-1);
  return ids.map(id => (id === notes['stale_sibling'] && tip !== undefined ? tip : id));
}

function derivedList({ calls, notes }: Golden, started: ReadonlyMap<string, number>): string[] {
  const all = calls['search_sessions']?.find(({ kwargs }) => kwargs?.['limit'] === 500);
  const earlier = CHAINS.flatMap(name => namesOf(notes[name]).slice(0, -1));
  const hidden = new Set([...earlier, ...namesOf(notes['stale_sibling'])]);
  const active = new Map([...started, ...lastMessages(calls)]);
  const shown = idsOf(all?.result).filter(id => !hidden.has(id));
  return shown.sort((a, b) => (active.get(b) ?? 0) - (active.get(a) ?? 0));
}

function startTimes(version: FixtureVersion): Map<string, number> {
  const db = new Database(fixturePath(version), { readonly: true });
  const rows = db.prepare<[], { id: string; started_at: number }>('SELECT id, started_at FROM sessions').all();
  db.close();
  return new Map(rows.map(row => [row.id, row.started_at]));
}

/** Time of the last message of each session that has any. */
function lastMessages(calls: Golden['calls']): Map<string, number> {
  const last = new Map<string, number>();
  for (const { args, result } of calls['get_messages'] ?? []) {
    const times = (result as readonly unknown[]).map(message => numberIn(message, 'timestamp'));
    if (times.length > 0) last.set(String(args[0]), Math.max(...times));
  }
  return last;
}

function numberIn(row: unknown, column: string): number {
  const value: unknown = Reflect.get(Object(row) as object, column);
  if (typeof value !== 'number') throw new Error(`${column} is not a number in a recorded row`);
  return value;
}

function namesOf(note: unknown): string[] {
  return [note].flat().filter(name => typeof name === 'string');
}

function idsOf(rows: unknown): string[] {
  return (rows as readonly (string | { readonly id: string })[]).map(row => (typeof row === 'string' ? row : row.id));
}
