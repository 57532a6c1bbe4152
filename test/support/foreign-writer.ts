import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A statement with its values. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
}

/** What the other process is told. */
export interface WriterRequest {
  readonly statements: readonly Statement[];
  /** Inside one transaction. */
  readonly wrapped: boolean;
}

/** Another process that holds the file open, as Hermes does: its own better-sqlite3, its own SQL. */
export interface ForeignWriter {
  /** Runs statements in one transaction. @returns when it was committed, in milliseconds since 1970. */
  readonly transact: (statements: readonly Statement[]) => Promise<number>;
  /** Runs one statement by itself. */
  readonly run: (sql: string) => Promise<void>;
  /** Closes the file and ends the process. */
  readonly close: () => Promise<void>;
}

/** Starts such a process on a database. */
export function startForeignWriter(path: string): ForeignWriter {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'foreign-writer-process.ts'), path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (request: WriterRequest): Promise<number> => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const answer = await answers.next();
    if (answer.done === true) throw new Error('the other process ended before it answered');
    return Number(answer.value);
  };
  return {
    transact: statements => ask({ statements, wrapped: true }),
    run: async sql => {
      await ask({ statements: [{ sql, values: [] }], wrapped: false });
    },
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
