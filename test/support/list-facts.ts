import Database from 'better-sqlite3';
import type { LaneContext } from '../../src/main/lanes/context.ts';
import { sessionsPage } from '../../src/main/read-models/session-view.ts';
import type { EdgeKind } from '../../src/shared/contract/conversation.ts';
import type { ConversationRow } from '../../src/shared/contract/sessions.ts';
import type { Fact } from './list-reference.ts';
import { EVERYTHING } from './list-view.ts';

/** What is known of the family of a session. */
export interface Kin {
  readonly edge: EdgeKind;
  /** Members of its conversation, oldest first. */
  readonly chain: readonly string[];
  readonly hidden: 'subagent' | 'unknown-child' | null;
}

type Row = Readonly<Record<string, unknown>>;

const PAGE = 200;
const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null);
const number = (value: unknown) => (typeof value === 'number' ? value : 0);
const time = (value: unknown) =>
  typeof value === 'number' && value >= 946_684_800 && value <= 4_102_444_800 ? value : null;

/**
 * Facts of every conversation of a file, out of its rows as plain SQL gives them and the families that are given. Costs
 * and opening words are the list's own.
 */
export function listFacts(
  { store }: LaneContext,
  kin: ReadonlyMap<string, Kin>,
  rows: readonly ConversationRow[],
): Fact[] {
  const db = new Database(store.path, { readonly: true });
  const sessions = new Map(
    db
      .prepare<[], Row>('SELECT * FROM sessions')
      .all()
      .map(row => [row['id'], row]),
  );
  const said = db.prepare<[], Row>(
    `SELECT session_id, MAX(timestamp) last FROM messages WHERE timestamp BETWEEN 946684800 AND 4102444800
     GROUP BY session_id`,
  );
  const last = new Map(said.all().map(row => [row['session_id'], number(row['last'])]));
  db.close();
  const shown = new Map(rows.map(row => [row.id, row]));
  const delegates = [...kin].filter(([, { edge }]) => edge === 'delegate').map(([id]) => sessions.get(id));
  const heads = [...kin].filter(([id, { chain }]) => chain[0] === id);
  return heads.map(([rootId, { chain, hidden, edge }]) => {
    const members = chain.map(id => sessions.get(id) ?? {});
    const row = shown.get(chain.at(-1) ?? '');
    const parent = edge === 'root' ? undefined : sessions.get(rootId)?.['parent_session_id'];
    return {
      ...valuesOf(members),
      id: chain.at(-1) ?? '',
      rootId,
      segments: chain.length,
      hidden,
      above: typeof parent === 'string' ? (kin.get(parent)?.chain.at(-1) ?? null) : null,
      subagents: delegates.filter(delegate => chain.includes(String(delegate?.['parent_session_id']))).length,
      lastActive: latest(members.map(member => activityOf(member, last.get(member['id'])))),
      cost: row?.cost ?? {
        actualUsd: 0,
        actualCount: 0,
        estimatedUsd: 0,
        estimatedCount: 0,
        includedCount: 0,
        unknownCount: 0,
      },
      words: [...members.flatMap(({ id, title }) => [text(id), text(title)]), row?.preview ?? '']
        .filter(word => word !== null)
        .map(word => word.toLowerCase()),
    };
  });
}

function valuesOf(members: readonly Row[]) {
  const root = members[0] ?? {};
  const tip = members.at(-1) ?? {};
  const newest = (valueOf: (row: Row) => string | null) =>
    members.map(valueOf).findLast(value => value !== null) ?? null;
  const sum = (...columns: readonly string[]) =>
    members.reduce((total, row) => total + columns.reduce((part, column) => part + number(row[column]), 0), 0);
  return {
    title: newest(row => text(row['title'])),
    source: text(root['source']) ?? '',
    model: newest(row => text(row['model'])),
    provider: newest(row => text(row['billing_provider'])),
    project: newest(row => (text(row['git_repo_root']) ?? text(row['cwd']))?.trim() ?? null),
    endReason: tip['ended_at'] === null ? null : text(tip['end_reason']),
    open: tip['ended_at'] === null,
    pinned: members.some(row => number(row['pinned']) !== 0),
    archived: number(tip['archived']) !== 0,
    startedAt: time(root['started_at']),
    messages: sum('message_count'),
    tokens: sum('input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens'),
  };
}

function activityOf(row: Row, message: number | undefined): number | null {
  return latest([time(message), time(row['last_activity_at'])]) ?? time(row['started_at']);
}

function latest(times: readonly (number | null)[]): number | null {
  const known = times.filter(each => each !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Every row of a file, children and archived ones too. */
export function everyRow(context: LaneContext): ConversationRow[] {
  const view = { ...EVERYTHING, showChildren: true };
  const rows: ConversationRow[] = [];
  for (let total = 1; rows.length < total;) {
    const page = sessionsPage(context, { view, offset: rows.length, limit: PAGE });
    total = page.total;
    rows.push(...page.rows);
  }
  return rows;
}
