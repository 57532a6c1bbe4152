import { join } from 'node:path';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { temporaryFolder } from './fixtures.ts';

/** The epoch that the times of the table are offsets from. */
export const EPOCH = 1_780_000_000;

interface Session {
  readonly id: string;
  readonly parent?: string;
  readonly started: number;
  readonly ended?: readonly [time: number, reason: string];
  readonly config?: Readonly<Record<string, string>>;
  readonly title?: string;
  readonly source?: string;
  readonly archived?: boolean;
  readonly messages?: readonly (readonly [time: number, role: string, text: string])[];
}

/** spec: api §15.1, row by row. */
const SESSIONS: readonly Session[] = [
  {
    id: 'A',
    started: 0,
    ended: [100, 'compression'],
    title: 'Proj',
    messages: [
      [1, 'user', 'root q'],
      [2, 'assistant', 'root a'],
    ],
  },
  {
    id: 'A2',
    parent: 'A',
    started: 100,
    ended: [200, 'compression'],
    title: 'Proj #2',
    messages: [
      [101, 'user', 'root q'],
      [102, 'assistant', 'a2'],
    ],
  },
  { id: 'A2b', parent: 'A', started: 150, ended: [160, 'ws_orphan_reap'], messages: [[155, 'user', 'stale']] },
  { id: 'A3', parent: 'A2', started: 199, title: 'Proj #3', messages: [[201, 'user', 'a3 q']] },
  { id: 'B', parent: 'A3', started: 300, config: { _branched_from: 'A3' }, messages: [[301, 'user', 'br']] },
  {
    id: 'D',
    parent: 'A3',
    started: 310,
    ended: [320, 'agent_close'],
    config: { _delegate_from: 'A3' },
    messages: [[311, 'user', 'deleg']],
  },
  {
    id: 'DD',
    parent: 'D',
    started: 312,
    ended: [313, 'x'],
    config: { _delegate_from: 'D' },
    messages: [[312, 'user', 'deleg2']],
  },
  { id: 'U', parent: 'A3', started: 330, ended: [340, 'x'], messages: [[331, 'user', 'untagged child']] },
  { id: 'P', started: 400, ended: [410, 'branched'], messages: [[401, 'user', 'p']] },
  { id: 'LB', parent: 'P', started: 410, messages: [[411, 'user', 'lb']] },
  { id: 'LB0', parent: 'P', started: 405, messages: [[406, 'user', 'pre-branch child']] },
  { id: 'O', started: 500, config: { _delegate_from: '__orphaned__' } },
  { id: 'T', started: 510, source: 'tool' },
  { id: 'AR', started: 520, archived: true },
  { id: 'E0', started: 530, ended: [531, 'x'] },
];

/** A new database with the table's sessions, a year after them. */
export function conformanceDatabase(): SessionDB {
  const db = new SessionDB(join(temporaryFolder(), 'state.db'), { now: () => EPOCH + 365 * 86_400 });
  db.store.db.transaction(() => {
    insertSessions(db);
  })();
  return db;
}

function insertSessions(db: SessionDB): void {
  const session = db.store.db.prepare(
    `INSERT INTO sessions (id, source, parent_session_id, started_at, ended_at, end_reason, model_config, title,
       archived, message_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const message = db.store.db.prepare(
    'INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, ?, ?, ?)',
  );
  for (const row of SESSIONS) {
    session.run(
      row.id,
      row.source ?? 'cli',
      row.parent ?? null,
      EPOCH + row.started,
      row.ended === undefined ? null : EPOCH + row.ended[0],
      row.ended?.[1] ?? null,
      row.config === undefined ? null : JSON.stringify(row.config),
      row.title ?? null,
      row.archived === true ? 1 : 0,
      row.messages?.length ?? 0,
    );
    for (const [time, role, text] of row.messages ?? []) message.run(row.id, role, text, EPOCH + time);
  }
}
