// Source files without their types, kept in a folder, for threads that tests start.
//
// Node strips types by WebAssembly, anew in every thread. Threads that come and go by the dozen then meet a fault of V8
// in freeing such code (https://github.com/nodejs/node/issues/64500), which ends the whole process now and then. So the
// files are stripped once, by one thread, before any test runs; threads only read them.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.cache', 'stripped');
const SOURCES = ['src/main', 'src/shared', 'test/support'];

/**
 * Where the stripped form of a source is kept.
 * @param {Buffer} source
 */
function placeOf(source) {
  return join(folder, `${createHash('sha256').update(source).digest('hex')}.js`);
}

/** Strips every source that a thread may load; for vitest's `globalSetup`. */
export function setup() {
  mkdirSync(folder, { recursive: true });
  for (const path of SOURCES.flatMap(name => filesIn(join(root, name)))) {
    const source = readFileSync(path);
    const place = placeOf(source);
    if (existsSync(place)) continue;
    writeFileSync(`${place}.${process.pid}`, stripTypeScriptTypes(source.toString('utf8')));
    renameSync(`${place}.${process.pid}`, place);
  }
}

/**
 * @param {string} parent
 * @returns {string[]}
 */
function filesIn(parent) {
  return readdirSync(parent, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map(entry => join(entry.parentPath, entry.name));
}

/** Has this thread load stripped sources where they are; what is not there Node strips itself. */
export function readStripped() {
  registerHooks({
    load(url, context, next) {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
      const place = placeOf(readFileSync(fileURLToPath(url)));
      return existsSync(place)
        ? { format: 'module', source: readFileSync(place, 'utf8'), shortCircuit: true }
        : next(url, context);
    },
  });
}
