import { basename } from 'node:path';
import { existsSync, statSync } from 'node:fs';
import type { TrashEntry } from '../../shared/contract/trash.ts';
import type { Store } from '../session-db/store.ts';
import { JournalDamageError, type JournalSummary, readJournalSummary } from './journal-reader.ts';
import { TRASH_DAYS } from './reconcile.ts';
import { schemaProblem } from './restore-checks.ts';
import { type JournalEntry, journalsIn, type TrashPlace } from './trash-folder.ts';

const MAX_NAMES = 5;
const SECONDS_PER_DAY = 86_400;

/** What is in the trash of a database, newest first; one entry an action, however many journals it has. */
export function listTrash(store: Store, place: TrashPlace): TrashEntry[] {
  const byAction = new Map<string, JournalEntry[]>();
  for (const entry of journalsIn(place.folder)) {
    if (entry.state === 'trash') byAction.set(entry.actionId, [...(byAction.get(entry.actionId) ?? []), entry]);
  }
  return [...byAction]
    .flatMap(([id, entries]) => toTrashEntry(store, id, entries) ?? [])
    .sort((a, b) => b.deletedAt - a.deletedAt || (a.id < b.id ? 1 : -1));
}

/** Null where it has left the trash meanwhile. */
function toTrashEntry(store: Store, id: string, entries: readonly JournalEntry[]): TrashEntry | null {
  const read = entries.flatMap(entry => readEntry(entry) ?? []);
  if (read.length === 0) return null;
  const sound = read.flatMap(({ summary }) => summary ?? []);
  const isWhole = sound.length === read.length;
  const sum = (of: (summary: JournalSummary) => number) =>
    isWhole ? sound.reduce((total, summary) => total + of(summary), 0) : null;
  const first = sound[0];
  const deletedAt = first?.header.createdAt ?? read[0]?.modifiedAt ?? 0;
  const action = first?.header.action;
  return {
    id,
    deletedAt,
    expiresAt: deletedAt + TRASH_DAYS * SECONDS_PER_DAY,
    action: action === 'prune' || action === 'clear' ? action : 'delete',
    conversations: sum(({ header }) => header.conversations),
    sessions: sum(({ header }) => header.sessions),
    messages: sum(({ header }) => header.messages),
    bytes: read.reduce((total, { bytes }) => total + bytes, 0),
    names: sound.flatMap(({ header }) => header.names).slice(0, MAX_NAMES),
    database: basename(store.path),
    problem: problemOf(store, read),
  };
}

interface ReadEntry {
  /** Null where the journal is damaged. */
  readonly summary: JournalSummary | null;
  readonly bytes: number;
  /** Seconds. */
  readonly modifiedAt: number;
}

/** Null for a journal that is put back or removed by another thread at this moment. */
function readEntry({ path }: JournalEntry): ReadEntry | null {
  try {
    const { size, mtimeMs } = statSync(path);
    return { summary: summaryOrNull(path), bytes: size, modifiedAt: mtimeMs / 1000 };
  } catch (error) {
    if (existsSync(path)) throw error;
    return null;
  }
}

function summaryOrNull(path: string): JournalSummary | null {
  try {
    return readJournalSummary(path);
  } catch (error) {
    if (error instanceof JournalDamageError) return null;
    throw error;
  }
}

function problemOf(store: Store, read: readonly ReadEntry[]): string | null {
  if (read.some(({ summary }) => summary === null)) return 'A part of its journal is damaged.';
  for (const { summary } of read) {
    const problem = summary === null ? null : schemaProblem(store, summary.header, summary.footer);
    if (problem !== null) return problem;
  }
  return null;
}
