// A small reader of ZIP files. Neither zip64 nor links nor encryption: the one archive it is for has none of them.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';

const END_SIZE = 22;
const END_SIGNATURE = 0x06054b50;
const ENTRY_SIZE = 46;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIZE = 30;
const DEFLATED = 8;

/** @typedef {{ name: string, method: number, size: number, offset: number, mode: number }} ZipEntry */

/**
 * Unpacks the files that `target` gives a path for.
 * @param {string} zip path of the archive
 * @param {(name: string) => string | undefined} target absolute path to write an entry to, or undefined to leave it out
 * @returns {Promise<number>} how many files were written
 * @throws {Error} when the archive is damaged
 */
export async function extractZip(zip, target) {
  let written = 0;
  for (const entry of await readEntries(zip)) {
    const path = entry.name.endsWith('/') ? undefined : target(entry.name);
    if (path === undefined) continue;
    await mkdir(dirname(path), { recursive: true });
    await extractEntry(zip, entry, path);
    written += 1;
  }
  return written;
}

/**
 * @param {string} zip
 * @param {ZipEntry} entry
 * @param {string} path
 */
async function extractEntry(zip, entry, path) {
  const local = await readBytes(zip, entry.offset, LOCAL_SIZE);
  const start = entry.offset + LOCAL_SIZE + local.readUInt16LE(26) + local.readUInt16LE(28);
  const mode = entry.mode & 0o111 ? 0o755 : 0o644;
  if (entry.size === 0) return writeFile(path, '', { mode });
  const output = createWriteStream(path, { mode });
  const input = createReadStream(zip, { start, end: start + entry.size - 1 });
  await (entry.method === DEFLATED ? pipeline(input, createInflateRaw(), output) : pipeline(input, output));
}

/**
 * @param {string} zip
 * @returns {Promise<ZipEntry[]>}
 */
async function readEntries(zip) {
  const end = await readEnd(zip);
  const directory = await readBytes(zip, end.readUInt32LE(16), end.readUInt32LE(12));
  const entries = [];
  for (let at = 0, left = end.readUInt16LE(10); left > 0; left -= 1) {
    if (directory.readUInt32LE(at) !== ENTRY_SIGNATURE) throw new Error(`${zip}: damaged directory`);
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength),
      method: directory.readUInt16LE(at + 10),
      size: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
      mode: directory.readUInt32LE(at + 38) >>> 16,
    });
    at += ENTRY_SIZE + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** @param {string} zip */
async function readEnd(zip) {
  const file = await open(zip);
  const { size } = await file.stat().finally(() => file.close());
  // The record that ends the archive may be followed by a comment of up to 64 KiB.
  const length = Math.min(size, END_SIZE + 0xffff);
  const tail = await readBytes(zip, size - length, length);
  for (let at = length - END_SIZE; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === END_SIGNATURE) return tail.subarray(at);
  }
  throw new Error(`${zip}: not a ZIP file`);
}

/**
 * @param {string} path
 * @param {number} position
 * @param {number} length
 */
async function readBytes(path, position, length) {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    if (bytesRead !== length) throw new Error(`${path}: ends too early`);
    return buffer;
  } finally {
    await file.close();
  }
}
