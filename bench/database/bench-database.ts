import { createHash } from 'node:crypto';
import { constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import { makeDatabase } from './make-database.ts';

const SIZE = { sessions: 20_000, messages: 500_000, seed: 1 } as const;
/** Sources that decide what is in the file. */
const SOURCES = ['bench/database', 'src/main/session-db'] as const;
const SESSION_DB_SOURCES = /^(?:create|schema|fts-schema)\.ts$/;
const HOUR = 3600;
/** Longer texts are left out when scripts are counted: SQLite fails on texts that are longer than it takes. */
const COUNTED_BYTES = 1_000_000;
const CHINESE_OR_JAPANESE = "'*[ぁ-ヿ一-鿿]*'";

const FactsFile = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** The file that is measured on. It is only read. */
export interface BenchDatabase {
  readonly path: string;
  readonly facts: z.infer<typeof FactsFile>;
}

/** Reads what there is to know of a database that somebody else made. */
export function givenDatabase(path: string): BenchDatabase {
  return { path, facts: factsOf(path, { made: false }) };
}

/**
 * The bench's own database: 20,000 sessions and 500,000 messages, made at the first use and kept in the cache folder
 * until the generator or the schema changes.
 */
export function ownDatabase(say: (text: string) => void): BenchDatabase {
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'hermes-session-browser-bench');
  const folder = join(cache, `seed-${SIZE.seed}-${sourcesHash()}`);
  if (!existsSync(folder)) make(cache, folder, say);
  return {
    path: join(folder, 'state.db'),
    facts: FactsFile.parse(JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8'))),
  };
}

/** A copy that may be written to, in a folder of the caller's. */
export function copyOf({ path }: BenchDatabase, folder: string): string {
  const target = join(folder, 'state.db');
  copyFileSync(path, target, constants.COPYFILE_FICLONE);
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${target}-wal`);
  return target;
}

/** The folder appears when it is whole, so that two runs at once do not disturb each other. */
function make(cache: string, folder: string, say: (text: string) => void): void {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'unfinished-'));
  try {
    const path = join(draft, 'state.db');
    say(`Making a database of ${SIZE.sessions} sessions and ${SIZE.messages} messages once, in ${folder} ...`);
    const start = performance.now();
    makeDatabase(path, { ...SIZE, end: Math.floor(Date.now() / 1000 / HOUR) * HOUR, progress: progressOf(say) });
    const makeSeconds = Math.round((performance.now() - start) / 100) / 10;
    const facts = factsOf(path, { made: true, seed: SIZE.seed, makeSeconds });
    writeFileSync(join(draft, 'facts.json'), JSON.stringify({ ...facts, path: join(folder, 'state.db') }, null, 2));
    for (const name of readdirSync(cache)) {
      if (name.startsWith('seed-')) rmSync(join(cache, name), { recursive: true, force: true });
    }
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function progressOf(say: (text: string) => void): (messages: number) => void {
  let shown = 0;
  return messages => {
    if (messages - shown < 100_000) return;
    shown = messages;
    say(`  ${messages} of ${SIZE.messages} messages`);
  };
}

function factsOf(path: string, more: BenchDatabase['facts']): BenchDatabase['facts'] {
  const db = new BetterSqlite3(path, { readonly: true });
  try {
    const number = (sql: string) => Number(db.prepare(sql).pluck().get() ?? 0);
    return {
      path,
      ...more,
      bytes: statSync(path).size,
      schema: number('SELECT max(version) FROM schema_version'),
      journalMode: String(db.pragma('journal_mode', { simple: true })),
      sessions: number('SELECT count(*) FROM sessions'),
      messages: number('SELECT count(*) FROM messages'),
      chineseOrJapaneseMessages: number(
        `SELECT count(*) FROM messages WHERE octet_length(content) <= ${COUNTED_BYTES} AND content GLOB ${CHINESE_OR_JAPANESE}`,
      ),
    };
  } finally {
    db.close();
  }
}

function sourcesHash(): string {
  const root = join(import.meta.dirname, '../..');
  const hash = createHash('sha256');
  for (const folder of SOURCES) {
    for (const name of readdirSync(join(root, folder)).sort()) {
      const isOwn = dirname(folder) === 'bench' && name !== 'bench-database.ts' && name.endsWith('.ts');
      if (isOwn || SESSION_DB_SOURCES.test(name)) hash.update(readFileSync(join(root, folder, name)));
    }
  }
  return hash.update(JSON.stringify(SIZE)).digest('hex').slice(0, 12);
}
