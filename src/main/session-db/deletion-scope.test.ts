import { describe, expect, it } from 'vitest';
import { conformanceDatabase } from '../../../test/support/conformance.ts';
import { copyFixture, readFixtureJson } from '../../../test/support/fixtures.ts';
import { deletionScope } from './deletion-scope.ts';
import { SessionDB } from './index.ts';

/** Rows with only what a scope looks at; other programs write without foreign keys. */
function forest(rows: readonly (readonly [id: string, parent: string | null, config?: string])[]): SessionDB {
  const db = conformanceDatabase();
  db.store.db.pragma('foreign_keys = OFF');
  db.store.db.exec('DELETE FROM messages; DELETE FROM sessions');
  const insert = db.store.db.prepare(
    "INSERT INTO sessions (id, source, started_at, parent_session_id, model_config) VALUES (?, 'cli', ?, ?, ?)",
  );
  db.store.db.exec('BEGIN');
  rows.forEach(([id, parent, config], at) => insert.run(id, at, parent, config ?? null));
  db.store.db.exec('COMMIT');
  return db;
}

const delegateOf = (id: string) => JSON.stringify({ _delegate_from: id });

describe('deletionScope', () => {
  it('takes subagents and theirs, and detaches branches and plain children', () => {
    const db = conformanceDatabase();
    expect(deletionScope(db.store, ['A3'])).toEqual({ sessions: ['A3', 'D', 'DD'], detached: ['B', 'U'] });
    expect(deletionScope(db.store, ['A3'], { delegates: 'orphan' })).toEqual({
      sessions: ['A3'],
      detached: ['B', 'D', 'U'],
    });
    expect(deletionScope(db.store, ['A', 'A2', 'A3']).detached).toEqual(['A2b', 'B', 'U']);
    db.close();
  });

  it('keeps the order asked, each id once, unknown ones left out', () => {
    const db = conformanceDatabase();
    expect(deletionScope(db.store, ['E0', 'nobody', 'A3', 'E0', 'DD']).sessions).toEqual(['E0', 'A3', 'DD', 'D']);
    expect(deletionScope(db.store, [])).toEqual({ sessions: [], detached: [] });
    expect(deletionScope(db.store, ['\ud800'])).toEqual({ sessions: [], detached: [] });
    db.close();
  });

  it('finds a subagent by its mark without a parent, and by its parent with any mark', () => {
    const db = forest([
      ['p', null],
      ['lost', 'gone', delegateOf('p')],
      ['orphaned', 'p', delegateOf('__orphaned__')],
      ['elsewhere', null, delegateOf('q')],
      ['number', 'p', '{"_delegate_from": 5}'],
      ['plain', 'p', '{"other": "_delegate_from"}'],
    ]);
    expect(deletionScope(db.store, ['p'])).toEqual({
      sessions: ['p', 'lost', 'orphaned', 'number'],
      detached: ['plain'],
    });
    db.close();
  });

  it('ends in loops and takes text that is not JSON for unmarked', () => {
    const db = forest([
      ['a', 'b', delegateOf('b')],
      ['b', 'a', delegateOf('a')],
      ['self', 'self', delegateOf('self')],
      ['bad', 'a', '{"_delegate_from": "a"'],
      ['empty', 'a', ''],
      ['nan', 'a', '{"x": NaN, "_delegate_from": "a"}'],
    ]);
    expect(deletionScope(db.store, ['a'])).toEqual({ sessions: ['a', 'b', 'nan'], detached: ['bad', 'empty'] });
    expect(deletionScope(db.store, ['self'])).toEqual({ sessions: ['self'], detached: [] });
    db.close();
  });

  it('takes more ids than SQLite binds in one statement', () => {
    const db = forest(
      Array.from({ length: 5000 }, (_, at) => {
        const parent = at < 1000 ? null : `s${String(at - 1000)}`;
        return [`s${String(at)}`, parent, parent === null ? '{}' : delegateOf(parent)] as const;
      }),
    );
    const ids = Array.from({ length: 1000 }, (_, at) => `s${String(at)}`);
    expect(deletionScope(db.store, ids).sessions).toHaveLength(5000);
    db.close();
  });

  it('is what Hermes removed and detached', () => {
    const { writes } = readFixtureJson('v23', 'writes.json') as {
      writes: {
        label: string;
        steps: { args: unknown[] }[];
        changes: { sessions?: { removed?: string[]; changed?: { key: string }[] } };
      }[];
    };
    const db = new SessionDB(copyFixture('v23'), { readOnly: true });
    const deletions = writes.filter(write => write.label.startsWith('delete: '));
    expect(deletions.length).toBeGreaterThan(5);
    for (const { label, steps, changes } of deletions) {
      const asked = [steps[0]?.args[0]].flat().filter(id => typeof id === 'string');
      const scope = deletionScope(db.store, asked);
      const removed = changes.sessions?.removed ?? [];
      expect({ label, ids: scope.sessions.toSorted() }).toEqual({ label, ids: removed.toSorted() });
      expect(scope.detached.toSorted()).toEqual((changes.sessions?.changed ?? []).map(row => row.key).toSorted());
    }
    db.close();
  });
});
