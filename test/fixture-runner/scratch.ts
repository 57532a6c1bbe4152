import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionDB } from '../../src/main/session-db/index.ts';

/** Copies of recorded files that may be changed. Everything is gone when `use` has returned. */
export function withScratch<T>(use: (scratch: Scratch) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-recorded-'));
  try {
    return use(new Scratch(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder for such copies. */
export class Scratch {
  readonly #folder: string;
  #copies = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Copies a database that nobody in this process has open, with what lies in its journal, and returns the path. */
  copy(from: string): string {
    this.#copies += 1;
    const to = join(this.#folder, `${String(this.#copies)}.db`);
    copyFileSync(from, to);
    if (existsSync(`${from}-wal`)) copyFileSync(`${from}-wal`, `${to}-wal`);
    return to;
  }
}

/** Opens a copy for writing, whatever its version, uses it and closes it. */
export function withWritable<T>(path: string, now: () => number, use: (db: SessionDB) => T): T {
  const db = new SessionDB(path, { now, writeToNewer: true });
  try {
    return use(db);
  } finally {
    db.close();
  }
}
