import { closeSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { partialPath, TargetFile } from './target-file.ts';

test('a file that may not get its name is closed once: its number may be that of another file by then', () => {
  const folder = tempFolder();
  const path = join(folder, 'there.json');
  const target = new TargetFile(path, partialPath(path), false);
  target.write('ours');
  writeFileSync(path, 'theirs');
  expect(() => target.finish()).toThrow(/is there already/);
  const next = openSync(join(folder, 'next'), 'w');
  target.discard();
  expect(writeSync(next, 'still open')).toBe(10);
  closeSync(next);
  expect(readdirSync(folder).sort()).toEqual(['next', 'there.json']);
});
