// Electron's fuses: switches inside of the executable, behind a sentinel text (electron/docs/tutorial/fuses.md).
import { readFile, writeFile } from 'node:fs/promises';

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const WIRE_VERSION = 1;

/** Positions in the fuse wire, version 1. */
export const FUSE = { nodeCliInspect: 3, browserV8Snapshot: 6 };

/**
 * @param {string} executable changed in place
 * @param {ReadonlyArray<readonly [position: number, on: boolean]>} fuses
 * @throws {Error} when the executable's fuses are not of the known form
 */
export async function setFuses(executable, fuses) {
  const bytes = await readFile(executable);
  const start = bytes.indexOf(SENTINEL);
  if (start < 0 || bytes.indexOf(SENTINEL, start + 1) >= 0) throw new Error(`${executable}: not exactly one fuse wire`);
  const wire = start + SENTINEL.length;
  const length = bytes[wire + 1] ?? 0;
  if (bytes[wire] !== WIRE_VERSION) throw new Error(`${executable}: unknown fuse wire version`);
  for (const [position, on] of fuses) {
    if (position >= length) throw new Error(`${executable}: has no fuse ${position}`);
    bytes[wire + 2 + position] = (on ? '1' : '0').charCodeAt(0);
  }
  await writeFile(executable, bytes);
}
