import { expect, test } from 'vitest';
import { pictureOf } from '../support/database-diff.ts';
import { killAtMoments } from '../support/kill-moments.ts';
import {
  ALL_MESSAGES,
  copiesInBothModes,
  expectCounted,
  expectSound,
  foundIn,
  GROUPS,
  killableFile,
  MESSAGES_PER_SESSION,
  SESSIONS_PER_GROUP,
} from '../support/killed-file.ts';
import { expectEnough, MOMENTS } from '../support/kill-tally.ts';

const PATIENCE_MS = 900_000;

test(
  'killed while it appends',
  async () => {
    const original = killableFile();
    let acknowledged = 0;
    const tally = await killAtMoments({
      moments: MOMENTS,
      action: () => 'append',
      prepare: copiesInBothModes(original),
      check: (path, committed) => {
        acknowledged += committed.length;
        expectSound(path, db => {
          const stored = db.getMessages('live').map(({ content }) => (content as string).split(' ')[0]);
          // One may be committed without having been acknowledged.
          expect(stored.slice(0, committed.length)).toEqual(committed);
          expect(stored.length).toBeLessThanOrEqual(committed.length + 1);
          expect(foundIn(db)).toBe(ALL_MESSAGES + stored.length);
          expect(db.getSession('live')).toMatchObject({ tool_call_count: Math.ceil(stored.length / 3) });
          expectCounted(db);
        });
      },
    });
    expectEnough(`append (${String(acknowledged)} acknowledged)`, tally);
  },
  PATIENCE_MS,
);

test(
  'killed while it prunes',
  async () => {
    const original = killableFile();
    const tally = await killAtMoments({
      moments: MOMENTS,
      action: () => 'prune',
      prepare: copiesInBothModes(original),
      check: (path, committed) => {
        expectSound(path, db => {
          const count = db.store.db.prepare<[string], number>('SELECT COUNT(*) FROM sessions WHERE source = ?').pluck();
          const left = Array.from({ length: GROUPS }, (_value, at) => `g${String(at)}`).filter(source => {
            const rows = count.get(source);
            expect([0, SESSIONS_PER_GROUP]).toContain(rows);
            return rows !== 0;
          });
          expect(left.filter(source => committed.includes(source))).toEqual([]);
          expect(left.length).toBeGreaterThanOrEqual(GROUPS - committed.length - 1);
          expect(foundIn(db)).toBe(left.length * SESSIONS_PER_GROUP * MESSAGES_PER_SESSION);
          expectCounted(db);
        });
      },
    });
    expectEnough('prune', tally);
  },
  PATIENCE_MS,
);

test(
  'killed while it compacts the file',
  async () => {
    const original = killableFile();
    const rows = pictureOf(original).rows;
    const tally = await killAtMoments({
      moments: MOMENTS,
      action: () => 'vacuum',
      prepare: copiesInBothModes(original),
      check: path => {
        expectSound(path, db => expect(foundIn(db)).toBe(ALL_MESSAGES));
        expect(pictureOf(path).rows).toEqual(rows);
      },
    });
    expectEnough('vacuum', tally);
  },
  PATIENCE_MS,
);
