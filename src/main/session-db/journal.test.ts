import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/fixtures.ts';
import { chooseJournalOfNewFile, isWalSafe } from './journal.ts';

describe('isWalSafe', () => {
  it.each(['3.44.6', '3.44.7', '3.50.7', '3.51.3', '3.51.10', '3.52.0', '3.54.1', '4.0.0'])('%s is safe', version => {
    expect(isWalSafe(version)).toBe(true);
  });

  it.each(['3.7.0', '3.40.1', '3.44.5', '3.45.9', '3.47.0', '3.49.2', '3.50.6', '3.51.0', '3.51.2'])(
    '%s can corrupt',
    version => {
      expect(isWalSafe(version)).toBe(false);
    },
  );
});

describe('the journal of a new file', () => {
  function fresh(): Database.Database {
    const db = new Database(join(temporaryFolder(), 'state.db'));
    onTestFinished(() => {
      db.close();
    });
    return db;
  }

  const mode = (db: Database.Database) => db.pragma('journal_mode', { simple: true });
  const refusal = (code: string, message: string) => () => {
    throw Object.assign(new Error(message), { code });
  };

  it('is WAL where nothing stands in the way', () => {
    const db = fresh();
    expect(chooseJournalOfNewFile(db)).toBeNull();
    expect(mode(db)).toBe('wal');
  });

  it.each([
    ['SQLITE_PROTOCOL', 'locking protocol'],
    ['SQLITE_AUTH', 'not authorized'],
  ])('is the older one, with the reason, on a file system without locks (%s)', (code, message) => {
    const db = fresh();
    expect(chooseJournalOfNewFile(db, refusal(code, message))).toBe(
      `the file system refuses the locks that WAL needs (${message})`,
    );
    expect(mode(db)).toBe('delete');
    db.exec('CREATE TABLE a (b)');
  });

  it('is the older one where SQLite stays at it without a word', () => {
    const db = fresh();
    expect(chooseJournalOfNewFile(db, () => 'delete')).toBe('the file system keeps the journal mode delete');
    expect(mode(db)).toBe('delete');
  });

  it('other failures are passed on, and so is one that left WAL behind', () => {
    const db = fresh();
    expect(() => chooseJournalOfNewFile(db, refusal('SQLITE_FULL', 'full'))).toThrow('full');
    db.pragma('journal_mode = WAL');
    expect(() => chooseJournalOfNewFile(db, refusal('SQLITE_PROTOCOL', 'locking protocol'))).toThrow(
      'locking protocol',
    );
    expect(mode(db)).toBe('wal');
  });
});
