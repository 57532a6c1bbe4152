import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';

/** The versions that have a folder under `test/fixtures`. */
export const FIXTURE_VERSIONS = ['v01', 'v04', 'v07', 'v10', 'v11', 'v16', 'v20', 'v23'] as const;
export type FixtureVersion = (typeof FIXTURE_VERSIONS)[number];

/**
 * How a copy lies on disk: one plain file; a file in WAL mode that was closed cleanly (no side files);
 * a file in WAL mode with a `-wal` whose frames were never merged, and no `-shm`.
 */
export const FIXTURE_FORMS = ['plain', 'wal-closed', 'wal-frames'] as const;
export type FixtureForm = (typeof FIXTURE_FORMS)[number];

/** One recorded question and its answer; test/fixtures/README.md says what each key means. */
export interface RecordedCall {
  readonly args: readonly unknown[];
  readonly kwargs?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly type: string; readonly message: string };
  readonly view?: string;
  readonly label?: string;
  readonly route?: string;
  readonly cleaned_query?: string;
  readonly ranks?: readonly number[];
  readonly newer?: Partial<RecordedCall>;
}

/** The part of a `golden.json` that tests read. */
export interface Golden {
  readonly schema_version: number;
  readonly clock: number;
  readonly state_db_sha256: string;
  readonly notes: Readonly<Record<string, unknown>>;
  readonly calls: Readonly<Record<string, readonly RecordedCall[]>>;
}

const packed = join(dirname(fileURLToPath(import.meta.url)), '..', 'fixtures');
const unpackedVersions = new Set<FixtureVersion>();
const goldens = new Map<FixtureVersion, Golden>();
let temporaryRoot: string | undefined;
let copies = 0;

/** Folder that lives as long as this process; every unpacked file and copy is inside it. */
function root(): string {
  if (temporaryRoot === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'hermes-fixtures-'));
    process.once('exit', () => {
      rmSync(made, { recursive: true, force: true });
    });
    temporaryRoot = made;
  }
  return temporaryRoot;
}

/** Path of one fixture's unpacked folder (`state.db`, `golden.json`, `migrated.json`, v23 also `writes.json`). */
export function fixtureFolder(version: FixtureVersion): string {
  const folder = join(root(), 'fixtures', version);
  if (!unpackedVersions.has(version)) {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(join(packed, version))) {
      const bytes = brotliDecompressSync(readFileSync(join(packed, version, name)));
      writeFileSync(join(folder, name.replace(/\.br$/, '')), bytes);
    }
    unpackedVersions.add(version);
  }
  return folder;
}

/** Folder that holds every fixture's folder, all unpacked. */
export function fixturesFolder(): string {
  for (const version of FIXTURE_VERSIONS) fixtureFolder(version);
  return join(root(), 'fixtures');
}

/** Path of the unpacked `state.db`. Shared by the whole process: open it read-only, or take a copy. */
export function fixturePath(version: FixtureVersion): string {
  return join(fixtureFolder(version), 'state.db');
}

/** The recorded answers about a fixture, parsed once a process. */
export function fixtureGolden(version: FixtureVersion): Golden {
  const known = goldens.get(version);
  if (known !== undefined) return known;
  const golden = readFixtureJson(version, 'golden.json') as Golden;
  goldens.set(version, golden);
  return golden;
}

/** Any JSON file of a fixture, parsed anew. */
export function readFixtureJson(version: FixtureVersion, name: string): unknown {
  return JSON.parse(readFileSync(join(fixtureFolder(version), name), 'utf8'));
}

/** A new, empty folder that is removed when the process ends. */
export function temporaryFolder(): string {
  copies += 1;
  const folder = join(root(), `copy-${String(copies)}`);
  mkdirSync(folder);
  return folder;
}

/** Copies a fixture into a folder of its own, in the form asked for, and returns the path of its `state.db`. */
export function copyFixture(version: FixtureVersion, form: FixtureForm = 'plain'): string {
  const path = join(temporaryFolder(), 'state.db');
  copyDatabase(fixturePath(version), path, form);
  return path;
}

/** Copies any plain database file in the form asked for. The rows of all forms are the same. */
export function copyDatabase(from: string, to: string, form: FixtureForm): void {
  if (form === 'plain') {
    copyFileSync(from, to);
    return;
  }
  const source = form === 'wal-closed' ? to : `${to}.source`;
  copyFileSync(from, source);
  const db = new Database(source);
  try {
    db.pragma('journal_mode = WAL');
    if (form === 'wal-frames') leaveFrames(db, source, to);
  } finally {
    db.close();
  }
  if (source !== to) rmSync(source);
}

/** The side file is copied while its connection is open: closing the last connection would merge and delete it. */
function leaveFrames(db: Database.Database, source: string, to: string): void {
  db.pragma('wal_autocheckpoint = 0');
  db.exec('UPDATE sessions SET started_at = started_at');
  copyFileSync(source, to);
  copyFileSync(`${source}-wal`, `${to}-wal`);
  if (!existsSync(`${to}-wal`)) throw new Error(`no frames were left beside ${to}`);
}

/** SQL of a seed document: its table definitions exactly as printed, or its queries. */
export function seedSql(name: 'schema-11' | 'schema-23' | 'queries'): string {
  return readFileSync(join(packed, 'seeds', `${name}.sql`), 'utf8');
}

/** Path of the list of cases. */
export function casesPath(): string {
  return join(packed, 'cases.json');
}
