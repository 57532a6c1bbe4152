import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { conformanceDatabase } from '../../../test/support/conformance.ts';
import { temporaryFolder } from '../../../test/support/fixtures.ts';
import { removeFiles, transcriptFilesOf } from './index.ts';

function folderWith(...names: string[]): string {
  const folder = join(temporaryFolder(), 'sessions');
  mkdirSync(folder);
  for (const name of names) writeFileSync(join(folder, name), name);
  return folder;
}

describe('transcriptFilesOf', () => {
  it('finds the transcripts and dumps of the sessions, in order', () => {
    const folder = folderWith('a.json', 'a.jsonl', 'a.txt', 'ab.json', 'request_dump_a_1.json', 'request_dump_a.json');
    writeFileSync(join(folder, 'request_dump_a_2.jsonl'), '');
    expect(transcriptFilesOf(folder, ['b', 'a'])).toEqual(
      ['a.json', 'a.jsonl', 'request_dump_a_1.json'].map(name => join(folder, name)),
    );
    expect(transcriptFilesOf(folder, [])).toEqual([]);
    expect(transcriptFilesOf(join(folder, 'none'), ['a'])).toEqual([]);
  });

  it('takes no character of an id for a wildcard and nothing outside the folder', () => {
    const folder = folderWith('abc.json', 'a*.json', '[ab]c.json', 'request_dump_abc_1.json', 'request_dump_a*_1.json');
    writeFileSync(join(folder, '..', 'outside.json'), '');
    expect(transcriptFilesOf(folder, ['a*', '?bc', '[ab]c', '*'])).toEqual(
      ['[ab]c.json', 'a*.json', 'request_dump_a*_1.json'].map(name => join(folder, name)),
    );
    expect(transcriptFilesOf(folder, ['../outside', '..', '/etc/passwd', 'x/../abc', 'a\\b', '', 'abc\0'])).toEqual([]);
  });

  it('leaves the index of live chats alone, and what is no file', () => {
    const folder = folderWith('sessions.json', 'linked.json');
    mkdirSync(join(folder, 'a.json'));
    symlinkSync(join(folder, 'linked.json'), join(folder, 'b.json'));
    expect(transcriptFilesOf(folder, ['sessions', 'a', 'b'])).toEqual([join(folder, 'b.json')]);
  });

  it('gives a dump to the longest id that it fits', () => {
    const folder = folderWith('request_dump_a_b_1.json', 'request_dump_a_1.json', 'request_dump_a_b_2_3.json');
    const all = ['request_dump_a_1.json', 'request_dump_a_b_1.json', 'request_dump_a_b_2_3.json'];
    expect(transcriptFilesOf(folder, ['a'], id => id === 'a_b')).toEqual([join(folder, 'request_dump_a_1.json')]);
    expect(transcriptFilesOf(folder, ['a'])).toEqual(all.map(name => join(folder, name)));
    expect(transcriptFilesOf(folder, ['a_b'], id => id === 'a')).toHaveLength(2);
    expect(transcriptFilesOf(folder, ['a', 'a_b'])).toHaveLength(3);
  });

  it('removes files one by one, and tells what is left', () => {
    const folder = folderWith('a.json');
    mkdirSync(join(folder, 'b.json'));
    const [file, directory, gone] = ['a.json', 'b.json', 'c.json'].map(name => join(folder, name));
    expect(removeFiles([directory ?? '', file ?? '', gone ?? ''])).toEqual({
      removed: [file, gone],
      failed: [{ path: directory, reason: expect.stringMatching(/EISDIR|EPERM/) as string }],
    });
  });
});

describe('deleting with a sessions folder', () => {
  it('takes the files of what went, subagents included, after the commit', () => {
    const db = conformanceDatabase();
    const folder = folderWith('A3.json', 'D.jsonl', 'request_dump_DD_1.json', 'A.json', 'B.json');
    db.store.db.exec("INSERT INTO compression_locks VALUES ('DD', 'agent', 0, 1e12)");
    expect(() => db.deleteSession('A3', { sessionsDir: folder })).toThrow('Session DD is being compressed.');
    expect(readdirSync(folder)).toHaveLength(5);
    db.store.db.exec('DELETE FROM compression_locks');
    expect(db.deleteSession('A3', { sessionsDir: folder })).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['A.json', 'B.json']);
    expect(db.pruneSessions({ olderThanDays: 1, keepLiveChains: false, sessionsDir: folder })).toBe(6);
    expect(existsSync(join(folder, 'A.json'))).toBe(false);
    expect(db.deleteSessions(['B'], { sessionsDir: join(folder, 'none') })).toBe(1);
    expect(readdirSync(folder)).toEqual(['B.json']);
    db.close();
  });

  it('touches no file inside a transaction that may still fail', () => {
    const db = conformanceDatabase();
    const folder = folderWith('A3.json');
    const { db: raw } = db.store;
    raw.exec('BEGIN IMMEDIATE');
    db.deleteSession('A3', { sessionsDir: folder });
    raw.exec('ROLLBACK');
    expect(db.getSession('A3')).not.toBeNull();
    expect(readdirSync(folder)).toEqual(['A3.json']);
    db.close();
  });
});
