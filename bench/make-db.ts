import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeDatabase } from './database/make-database.ts';

const USAGE = `usage: npm run -s make-db -- <file> [--sessions N] [--messages M] [--seed S] [--end UNIX_SECONDS] [--force]
  writes a large realistic database through the real schema; the same numbers give the same rows
  --end    time of the newest sessions; the present hour unless given
  --force  replaces an existing file`;

process.exitCode = main(process.argv.slice(2));

function main(words: readonly string[]): number {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        sessions: { type: 'string', default: '2000' },
        messages: { type: 'string', default: '50000' },
        seed: { type: 'string', default: '1' },
        end: { type: 'string', default: String(Math.floor(Date.now() / 3_600_000) * 3600) },
        force: { type: 'boolean', default: false },
      },
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) return complain('Say which one file to write.');
    const path = resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
    if (existsSync(path) && !values.force) return complain(`${path} is there already; --force replaces it.`);
    write(path, {
      sessions: wholeNumber('--sessions', values.sessions, 1),
      messages: wholeNumber('--messages', values.messages, 0),
      seed: wholeNumber('--seed', values.seed, 0),
      end: wholeNumber('--end', values.end, 1),
    });
    return 0;
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error));
  }
}

function write(path: string, size: { sessions: number; messages: number; seed: number; end: number }): void {
  const start = performance.now();
  let shown = 0;
  makeDatabase(path, {
    ...size,
    progress: messages => {
      if (messages - shown < 50_000) return;
      shown = messages;
      process.stderr.write(`${String(messages)} of ${String(size.messages)} messages\n`);
    },
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(
    `${path}: ${String(size.sessions)} sessions, ${String(size.messages)} messages, ${String(statSync(path).size)} bytes, ${seconds} s\n`,
  );
}

function wholeNumber(name: string, text: string, minimum: number): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < minimum)
    throw new RangeError(`${name} must be a whole number of at least ${String(minimum)}, not "${text}".`);
  return value;
}

function complain(message: string): number {
  process.stderr.write(`${message}\n${USAGE}\n`);
  return 2;
}
