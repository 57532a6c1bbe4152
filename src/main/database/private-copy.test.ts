import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyDatabase } from './private-copy.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'private-copy-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('copyDatabase', () => {
  it('takes along what is only in the write-ahead log, and leaves the original as it is', async () => {
    const path = join(folder, 'state.db');
    const writer = new Database(path);
    writer.pragma('journal_mode = WAL');
    writer.exec('CREATE TABLE t (x); INSERT INTO t VALUES (42)');
    const before = [path, `${path}-wal`].map(file => readFileSync(file).toString('base64'));

    const copy = await copyDatabase(path, join(folder, 'copies'));

    const reader = new Database(copy, { readonly: true });
    expect(reader.prepare('SELECT x FROM t').pluck().get()).toBe(42);
    reader.close();
    expect([path, `${path}-wal`].map(file => readFileSync(file).toString('base64'))).toEqual(before);
    writer.close();
  });

  it('leaves nothing behind when the file is not there', async () => {
    const root = join(folder, 'copies');
    await expect(copyDatabase(join(folder, 'none.db'), root)).rejects.toThrow('ENOENT');
    expect(readdirSync(root)).toEqual([]);
  });
});
