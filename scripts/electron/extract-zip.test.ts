import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/fixtures.ts';
import { extractZip } from './extract-zip.mjs';

interface Member {
  readonly name: string;
  readonly text: string;
  readonly mode: number;
  readonly deflated: boolean;
}

/** An archive with the fields that the reader uses; the others are zero. */
function zipOf(members: readonly Member[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text, mode, deflated } of members) {
    const data = deflated ? deflateRawSync(text) : Buffer.from(text);
    const local = Buffer.alloc(30);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(deflated ? 8 : 0, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE((mode << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, Buffer.from(name));
    bodies.push(local, Buffer.from(name), data);
    offset += local.length + name.length + data.length;
  }
  const end = Buffer.alloc(22);
  const size = Buffer.concat(directory).length;
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

const members = [
  { name: 'app/', text: '', mode: 0o755, deflated: false },
  { name: 'app/program', text: 'run '.repeat(1000), mode: 0o755, deflated: true },
  { name: 'app/data', text: 'as it is', mode: 0o644, deflated: false },
  { name: 'app/empty', text: '', mode: 0o644, deflated: false },
  { name: 'app/unwanted', text: 'no', mode: 0o644, deflated: true },
];

test('chosen members are unpacked, with the bit that makes them programs', async () => {
  const folder = temporaryFolder();
  const zip = join(folder, 'app.zip');
  writeFileSync(zip, zipOf(members));

  const written = await extractZip(zip, name => (name === 'app/unwanted' ? undefined : join(folder, name)));

  expect(written).toBe(3);
  expect(readFileSync(join(folder, 'app/program'), 'utf8')).toBe('run '.repeat(1000));
  expect(readFileSync(join(folder, 'app/data'), 'utf8')).toBe('as it is');
  expect(readFileSync(join(folder, 'app/empty'), 'utf8')).toBe('');
  expect(statSync(join(folder, 'app/program')).mode & 0o111).toBe(0o111);
  expect(statSync(join(folder, 'app/data')).mode & 0o111).toBe(0);
});

test('what is cut off is an error', async () => {
  const folder = temporaryFolder();
  const zip = join(folder, 'app.zip');
  writeFileSync(zip, zipOf(members).subarray(0, -30));

  await expect(extractZip(zip, name => join(folder, name))).rejects.toThrow('not a ZIP file');
});
