import { copyFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { differences, pictureOf, type Picture } from '../support/database-diff.ts';
import { copyFixture, temporaryFolder, type FixtureVersion } from '../support/fixtures.ts';
import { expectWholeIndex } from '../support/fts-index.ts';
import { KILL_CLOCK, killAtMoments } from '../support/kill-moments.ts';
import { ALL_MESSAGES, copiesInBothModes, expectSound, foundIn, killableFile } from '../support/killed-file.ts';
import { expectEnough, MOMENTS } from '../support/kill-tally.ts';
import { rebuildIndexes } from '../support/table-content.ts';
import { contentHash } from '../support/table-rows.ts';

const PATIENCE_MS = 900_000;
const VERSIONS: readonly FixtureVersion[] = ['v01', 'v07', 'v11', 'v16', 'v20'];

/** A fixture with each message some times, whose indexes are of the linked SQLite. */
function enlarged(version: FixtureVersion, times: number, change: (path: string) => void = () => undefined): string {
  const path = copyFixture(version);
  change(path);
  const db = new Database(path);
  const columns = db
    .prepare<[], string>("SELECT name FROM pragma_table_info('messages') WHERE name <> 'id'")
    .pluck()
    .all()
    .join(', ');
  const last = Number(db.prepare('SELECT MAX(id) FROM messages').pluck().get());
  for (let count = 1; count < times; count += 1) {
    db.exec(`INSERT INTO messages (id, ${columns})
      SELECT id + ${String(last * count)}, ${columns} FROM messages WHERE id <= ${String(last)}`);
  }
  rebuildIndexes(db);
  db.close();
  return path;
}

test(
  'killed while it migrates',
  async () => {
    const files = VERSIONS.map(version => copiesInBothModes(enlarged(version, 4)));
    const fileOf = (moment: number) => files[Math.floor(moment / 4) % files.length]?.(moment) ?? '';
    const expected = new Map<string, Picture>();
    const keyOf = (moment: number) => `${String(Math.floor(moment / 4) % files.length)} ${String(moment % 2)}`;
    const migrated = (moment: number) => {
      const known = expected.get(keyOf(moment));
      if (known !== undefined) return known;
      const path = fileOf(moment);
      new SessionDB(path, { now: () => KILL_CLOCK }).close();
      const picture = pictureOf(path);
      expected.set(keyOf(moment), picture);
      return picture;
    };
    let halfway = 0;
    const tally = await killAtMoments({
      moments: MOMENTS,
      // Half of the moments lie after the backup.
      action: moment => (Math.floor(moment / 2) % 2 === 0 ? 'migrate' : 'change'),
      prepare: fileOf,
      check: (path, _committed, moment) => {
        const before = new Database(path);
        const messages = before.prepare('SELECT COUNT(*) FROM messages').pluck().get();
        before.close();
        const reference = migrated(moment);
        expect(messages).toBe(reference.rowCounts['messages']);
        const reader = new SessionDB(path, { readOnly: true });
        expect(reader.messageCount()).toBe(messages);
        reader.close();
        const db = new SessionDB(path, { now: () => KILL_CLOCK });
        halfway += Number((db.store.upgrade ?? null) !== null);
        expect(db.store.db.pragma('integrity_check', { simple: true })).toBe('ok');
        db.close();
        expect(differences(reference, pictureOf(path))).toEqual([]);
        expectWholeBackups(path, Number(messages));
        const untouched = new SessionDB(path, { now: () => KILL_CLOCK });
        expect(untouched.store.upgrade).toBeNull();
        untouched.close();
      },
    });
    console.log(`KILLS migration: ${String(halfway)} files were finished by the next open`);
    expectEnough('migration', tally);
    expect(halfway).toBeGreaterThan(5);
  },
  PATIENCE_MS,
);

/** What has the name of a backup is one. */
function expectWholeBackups(path: string, messages: number): void {
  const names = readdirSync(dirname(path)).filter(name => /^state\.db\.backup-.*\d$/.test(name));
  for (const name of names) {
    const copy = join(temporaryFolder(), name);
    copyFileSync(join(dirname(path), name), copy);
    const db = new Database(copy);
    expect(db.prepare('SELECT COUNT(*) FROM messages').pluck().get()).toBe(messages);
    expect(db.pragma('quick_check(messages)', { simple: true })).toBe('ok');
    db.close();
  }
}

test(
  'killed while it rebuilds or renews its indexes',
  async () => {
    const whole = killableFile();
    const before = new Database(whole);
    const hash = contentHash(before);
    before.close();
    const older = enlarged('v20', 4, path => new SessionDB(path).close());
    const rows = pictureOf(older).rows;
    const docker = rowsWith(older, 'docker');
    const [wholes, olders] = [copiesInBothModes(whole), copiesInBothModes(older)];
    const isRebuild = (moment: number) => Math.floor(moment / 2) % 2 === 0;
    const tally = await killAtMoments({
      moments: MOMENTS,
      action: moment => (isRebuild(moment) ? 'rebuild' : 'optimize'),
      prepare: moment => (isRebuild(moment) ? wholes : olders)(moment),
      check: (path, _committed, moment) => {
        if (isRebuild(moment)) {
          expectSound(path, db => {
            expect(foundIn(db)).toBe(ALL_MESSAGES);
            expect(contentHash(db.store.db)).toBe(hash);
          });
          return;
        }
        const db = new SessionDB(path);
        expect(foundIn(db, 'docker')).toBeGreaterThanOrEqual(docker);
        expect(db.optimizeFtsStorage({ rest: () => undefined }).ok).toBe(true);
        expectWholeIndex(db.store.db);
        expect(foundIn(db, 'docker')).toBeGreaterThanOrEqual(docker);
        db.close();
        const after = pictureOf(path).rows;
        for (const table of ['sessions', 'messages']) expect(after[table]).toEqual(rows[table]);
      },
    });
    expectEnough('rebuild', tally);
  },
  PATIENCE_MS,
);

function rowsWith(path: string, word: string): number {
  const db = new Database(path, { readonly: true });
  const count = Number(db.prepare('SELECT COUNT(*) FROM messages WHERE content LIKE ?').pluck().get(`%${word}%`));
  db.close();
  return count;
}
