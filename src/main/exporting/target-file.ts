import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { errnoOf } from '../errno.ts';

/** Bytes that are gathered before they are written. */
const BUFFERED = 1024 * 1024;
/** A UTF-16 unit becomes no more bytes than this. */
const BYTES_PER_UNIT = 3;

/** A file that was written whole. */
export interface WrittenFile {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A text file that is written under another name beside its place, and has its own name only when it is whole. */
export class TargetFile {
  readonly partial: string;
  readonly #path: string;
  readonly #replaces: boolean;
  readonly #hash = createHash('sha256');
  readonly #file: number;
  #isOpen = true;
  readonly #buffer = Buffer.allocUnsafe(BUFFERED);
  /** Bytes of the buffer that wait. */
  #filled = 0;
  #bytes = 0;

  /**
   * @param path - where the file is to be in the end.
   * @param partial - where it grows; in the same folder. See {@link partialPath}.
   * @param replaces - whether a file that lies there may be replaced.
   * @throws AppError where the folder cannot be written.
   */
  constructor(path: string, partial: string, replaces: boolean) {
    this.#path = path;
    this.partial = partial;
    this.#replaces = replaces;
    this.#file = onDisk(path, () => openSync(partial, 'wx', 0o600));
  }

  /** Appends text, which must not end within a surrogate pair. */
  write(text: string): void {
    const most = text.length * BYTES_PER_UNIT;
    if (most > BUFFERED - this.#filled) this.#flush();
    if (most > BUFFERED) this.#put(Buffer.from(text, 'utf8'));
    else this.#filled += this.#buffer.write(text, this.#filled, 'utf8');
  }

  /**
   * Flushes everything to the disk and gives the file its name.
   *
   * @throws AppError `file-exists` where a file lies there that may not be replaced; `db-full` and others of the disk.
   * Nothing of this file is left then.
   */
  finish(): WrittenFile {
    try {
      this.#flush();
      onDisk(this.#path, () => {
        fsyncSync(this.#file);
      });
      this.#close();
      onDisk(this.#path, () => {
        this.#publish();
      });
      flushFolder(dirname(this.#path));
    } catch (error) {
      this.discard();
      throw error;
    }
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  /** Removes what was written so far. */
  discard(): void {
    try {
      this.#close();
    } finally {
      rmSync(this.partial, { force: true });
    }
  }

  /** Once only: by the second time the number may belong to another file of this process. */
  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#file);
  }

  #flush(): void {
    const filled = this.#filled;
    this.#filled = 0;
    if (filled > 0) this.#put(this.#buffer.subarray(0, filled));
  }

  #put(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    onDisk(this.#path, () => {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
    });
  }

  /** A link fails where a file has come to lie there meanwhile, which a rename would silently replace. */
  #publish(): void {
    if (this.#replaces) {
      renameSync(this.partial, this.#path);
      return;
    }
    try {
      linkSync(this.partial, this.#path);
      rmSync(this.partial);
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') throw error;
      // Some file systems have no links: there the name is taken first, and only an empty file of ours is replaced.
      closeSync(openSync(this.#path, 'wx', 0o600));
      renameSync(this.partial, this.#path);
    }
  }
}

/** A fresh name beside a file, under which it can grow. */
export function partialPath(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(4).toString('hex')}.part`);
}

const WORDS: Readonly<Record<string, readonly [ConstructorParameters<typeof AppError>[0], string, string]>> = {
  EEXIST: ['file-exists', 'A file of this name is there already.', 'Choose another name.'],
  ENOSPC: ['db-full', 'The disk is full.', 'Free some space, or choose another disk.'],
  EDQUOT: ['db-full', 'The disk quota is used up.', 'Free some space, or choose another disk.'],
  EACCES: ['db-no-permission', 'This folder cannot be written.', 'Choose another folder.'],
  EPERM: ['db-no-permission', 'This folder cannot be written.', 'Choose another folder.'],
  EROFS: ['db-read-only-folder', 'This disk cannot be written.', 'Choose another folder.'],
  ENOENT: ['db-missing', 'The folder is not there any more.', 'Choose another folder.'],
  ENAMETOOLONG: ['invalid-input', 'The file name is too long.', 'Choose a shorter name.'],
  EISDIR: ['db-folder', 'There is a folder of this name.', 'Choose another name.'],
};

/**
 * Runs what touches a file that a person chose.
 *
 * @throws AppError for a failure of the disk: what it is, and what to do.
 */
export function onDisk<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const code = error instanceof AppError ? null : errnoOf(error);
    if (code === null) throw error;
    const [appCode, message, hint] = WORDS[code] ?? ['db-io', `The file could not be written (${code}).`, undefined];
    throw new AppError(appCode, `${basename(path)}: ${message}`, { hint, cause: error });
  }
}

/** Windows does not let folders be opened; there a rename is flushed with the file system's own log. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
