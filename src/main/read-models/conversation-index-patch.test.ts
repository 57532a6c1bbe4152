import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { EVERYTHING } from '../../../test/support/list-view.ts';
import { buildZoo } from '../../../test/support/session-zoo.ts';
import { writeSmallDatabase } from '../../../test/support/small-database.ts';
import type { SessionSort } from '../../shared/contract/sessions.ts';
import type { LaneContext } from '../lanes/context.ts';
import { buildConversations, type Conversation } from './conversation-index-build.ts';
import { conversationIndex, isIndexPending } from './conversation-index.ts';
import { linkFamilies } from './edges-family.ts';
import { readSessions } from './edges.ts';
import { SessionOrders } from './session-view-orders.ts';
import { sessionsView } from './session-view.ts';

const SORTS: readonly SessionSort[] = ['activity', 'started', 'messages', 'tokens', 'cost', 'title'];

/** What other programs do to a file; `:text` is a name that is new each time. */
const CHANGES = [
  'UPDATE sessions SET title = :text WHERE id = :id',
  'UPDATE sessions SET title = NULL WHERE id = :id',
  'UPDATE sessions SET archived = 1 - archived WHERE id = :id',
  'UPDATE sessions SET pinned = 1 - pinned WHERE id = :id',
  'UPDATE sessions SET ended_at = NULL, end_reason = NULL WHERE id = :id',
  "UPDATE sessions SET ended_at = 1785000000, end_reason = 'cli_close' WHERE id = :id",
  "UPDATE sessions SET ended_at = 1785000000, end_reason = 'compression' WHERE id = :id",
  "UPDATE sessions SET ended_at = 1785000000, end_reason = 'branched' WHERE id = :id",
  "INSERT INTO sessions (id, source, started_at, parent_session_id) VALUES (:text, 'cli', 1785000001, :id)",
  "INSERT INTO sessions (id, source, started_at, parent_session_id) VALUES (:text, 'tool', :time, :id)",
  "INSERT INTO sessions (id, source, started_at) VALUES (:text, 'cli', :time)",
  `INSERT INTO sessions (id, source, started_at, chat_id, chat_type, billing_provider)
   VALUES (:text, 'telegram', :time, '7', 'dm', 'nous')`,
  `INSERT INTO sessions (id, source, started_at, parent_session_id, model_config)
   VALUES (:text, 'cli', :time, :id, '{"_delegate_from":"' || :id || '"}')`,
  `INSERT INTO sessions (id, source, started_at, parent_session_id, model_config)
   VALUES (:text, 'cli', :time, :id, '{"_branched_from":"' || :id || '"}')`,
  "INSERT INTO sessions (id, source, started_at, parent_session_id) VALUES (:text, 'cli', :time, :text || 'later')",
  "INSERT INTO sessions (id, source, started_at) VALUES ('new ' || (:time % 50) || 'later', 'cli', 1785000002)",
  "INSERT INTO messages (session_id, role, content, timestamp) VALUES (:id, 'user', :text, :time)",
  'UPDATE sessions SET input_tokens = input_tokens + 7, message_count = message_count + 1 WHERE id = :id',
  "UPDATE sessions SET actual_cost_usd = 0.5, cwd = '/new', git_repo_root = '/root', display_name = :text WHERE id = :id",
  'UPDATE sessions SET parent_session_id = NULL WHERE id = :id',
  'DELETE FROM sessions WHERE id = :id AND :time % 3 = 0',
];

/** Waits, without giving way to anything, until nothing is put off. */
function settle(context: LaneContext): void {
  const word = new Int32Array(new SharedArrayBuffer(4));
  for (conversationIndex(context); isIndexPending(context); conversationIndex(context)) Atomics.wait(word, 0, 0, 20);
}

/** A conversation without the objects that it is made of. */
function plain({ segments, root, tip, ...values }: Conversation): object {
  return { ...values, root: root.id, tip: tip.id, segments: segments.map(({ id }) => id) };
}

const tips = (conversations: readonly Conversation[]) => conversations.map(({ tip }) => tip.id);

describe('an index that follows a file', () => {
  it('is after every change the same as one that is built anew', () => {
    const path = writeSmallDatabase(buildZoo(5, 1));
    const context = openLaneContext(path, () => 1_787_000_000);
    const writer = new Database(path);
    onTestFinished(() => {
      context.store.db.close();
      writer.close();
    });
    writer.pragma('synchronous = OFF');
    writer.pragma('foreign_keys = OFF');
    const ids = writer.prepare<[], string>('SELECT id FROM sessions').pluck().all();
    // All orders are there before each change, so that each of them has to be kept.
    const askAll = () => {
      for (const sort of SORTS) sessionsView(context, { view: { ...EVERYTHING, sort }, anchorIds: [], first: 0 });
    };
    let [count, keptOrders] = [0, 0];
    const change = fc.record({ sql: fc.constantFrom(...CHANGES), id: fc.constantFrom(...ids) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), changes => {
        askAll();
        for (const { sql, id } of changes) {
          count += 1;
          const values = { id, text: `new ${String(count)}`, time: 1_785_000_000 + ((count * 37) % 1000) };
          // One of the rows that others wait for may be there already.
          writer.prepare(sql.replace('INSERT', 'INSERT OR IGNORE')).run(values);
        }
        settle(context);
        const kept = conversationIndex(context);
        const { nodes } = linkFamilies(readSessions(context.store, { kind: 'all' }));
        const anew = buildConversations(nodes);
        expect(kept.nodes.map(({ session, kind, parent }) => [session.id, kind, parent?.session.id])).toEqual(
          nodes.map(({ session, kind, parent }) => [session.id, kind, parent?.session.id]),
        );
        const byRoot = (all: readonly Conversation[]) => new Map(all.map(each => [each.root.id, plain(each)]));
        expect(byRoot(kept.conversations)).toEqual(byRoot(anew));
        expect(kept.listed).toBe(anew.filter(({ hidden }) => hidden === null).length);
        for (const sort of SORTS) {
          const order = kept.orders.get(sort);
          if (order === undefined) continue;
          keptOrders += 1;
          expect(tips(order), sort).toEqual(tips(new SessionOrders(anew).of(sort)));
        }
        for (const { session } of nodes) {
          expect(kept.conversationOf.get(session.id)?.segments.map(({ id }) => id)).toContain(session.id);
        }
      }),
      { numRuns: 60, endOnFailure: true },
    );
    // Not everything was built anew.
    expect(keptOrders).toBeGreaterThan(60);
  });
});
