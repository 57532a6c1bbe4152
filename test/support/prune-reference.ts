import Database from 'better-sqlite3';

/** What to prune, as the panel asks for it. */
export interface ReferenceRule {
  readonly by: 'started' | 'activity';
  readonly sources: readonly string[];
  readonly includePinned: boolean;
  readonly includeArchived: boolean;
  readonly includeOpen?: boolean | undefined;
}

/** What should go: worked out by walking raw rows, with nothing of the product. */
export interface ReferencePrune {
  /** Ids of rows of `sessions`. */
  readonly sessions: string[];
  readonly conversations: number;
  readonly messages: number;
  readonly bytes: number;
  readonly kept: { pinned: number; archived: number; live: number };
}

interface Raw {
  readonly id: string;
  readonly parent: string | null;
  readonly source: string;
  readonly started: number;
  readonly ended: number | null;
  readonly reason: string | null;
  readonly pinned: number;
  readonly archived: number;
  readonly config: string | null;
  readonly activity: number;
}

interface Marks {
  readonly _delegate_from?: string;
  readonly _branched_from?: string;
  readonly _reset_from?: string;
}

/** The rows that a prune of everything older than `before` has to take. */
export function referencePrune(path: string, rule: ReferenceRule, before: number): ReferencePrune {
  const db = new Database(path, { readonly: true });
  try {
    const rows = readRaw(db);
    const chains = chainsOf(rows);
    const taken = new Set<string>();
    const kept = { pinned: 0, archived: 0, live: 0 };
    let conversations = 0;
    for (const chain of chains) {
      const group = groupOf(rows, chains, chain);
      const verdict = judge(rows, chain, group, rule, before);
      if (verdict === 'goes') {
        conversations += 1;
        group.forEach(row => taken.add(row.id));
      } else if (verdict !== null) kept[verdict] += 1;
    }
    const sessions = rows.filter(({ id }) => taken.has(id)).map(({ id }) => id);
    return { sessions, conversations, kept, ...sizesOf(db, sessions) };
  } finally {
    db.close();
  }
}

function readRaw(db: Database.Database): Raw[] {
  const columns = db.prepare<[], string>("SELECT name FROM pragma_table_info('sessions')").pluck().all();
  const flag = (name: string) => (columns.includes(name) ? `COALESCE(${name}, 0)` : '0');
  return db
    .prepare<[], Raw>(
      `SELECT id, parent_session_id AS parent, source, started_at AS started, ended_at AS ended, end_reason AS reason,
        ${flag('pinned')} AS pinned, ${flag('archived')} AS archived, model_config AS config,
        COALESCE((SELECT MAX(timestamp) FROM messages m WHERE m.session_id = sessions.id), started_at) AS activity
       FROM sessions ORDER BY rowid`,
    )
    .all();
}

function marksOf(row: Raw): Marks {
  try {
    const parsed: unknown = JSON.parse((row.config ?? '{}').replaceAll('NaN', 'null'));
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** A row that goes on where its compressed parent ended. */
function mayContinue(row: Raw, parent: Raw): boolean {
  const marks = marksOf(row);
  if (marks._delegate_from !== undefined || marks._branched_from === parent.id || marks._reset_from !== undefined)
    return false;
  return parent.reason === 'compression' && row.source !== 'tool';
}

/** Compressed first, then open, then the latest activity, the latest start, the greatest id. */
function better(a: Raw, b: Raw): boolean {
  const rank = (row: Raw) => (row.reason === 'compression' ? 0 : row.ended === null ? 1 : 2);
  if (rank(a) !== rank(b)) return rank(a) < rank(b);
  if (a.activity !== b.activity) return a.activity > b.activity;
  return a.started === b.started ? a.id > b.id : a.started > b.started;
}

function chainsOf(rows: readonly Raw[]): Raw[][] {
  const byId = new Map(rows.map(row => [row.id, row]));
  const next = new Map<Raw, Raw>();
  for (const row of rows) {
    const parent = row.parent === null ? undefined : byId.get(row.parent);
    if (parent === undefined || parent === row || !mayContinue(row, parent)) continue;
    const known = next.get(parent);
    if (known === undefined || better(row, known)) next.set(parent, row);
  }
  const followers = new Set(next.values());
  return rows
    .filter(row => !followers.has(row))
    .map(head => {
      const chain = [head];
      for (let row = next.get(head); row !== undefined; row = next.get(row)) chain.push(row);
      return chain;
    });
}

/** A chain, its subagents' chains, theirs, and so on. */
function groupOf(rows: readonly Raw[], chains: readonly Raw[][], chain: readonly Raw[]): Raw[] {
  const group = new Set(chain);
  for (const owner of group) {
    for (const row of rows) {
      const from = marksOf(row)._delegate_from;
      if (from === undefined || row === owner || (from !== owner.id && row.parent !== owner.id)) continue;
      for (const segment of chains.find(other => other.includes(row)) ?? []) group.add(segment);
    }
  }
  return [...group];
}

function judge(
  rows: readonly Raw[],
  chain: readonly Raw[],
  group: readonly Raw[],
  ...[rule, before]: [ReferenceRule, number]
): 'goes' | 'pinned' | 'archived' | 'live' | null {
  const [root, tip] = [chain[0]!, chain.at(-1)!];
  const from = marksOf(root)._delegate_from;
  const exists = (id: string | null | undefined) => id !== root.id && rows.some(row => row.id === id);
  if (from !== undefined && (exists(from) || exists(root.parent))) return null;
  if (rule.sources.length > 0 && !rule.sources.includes(root.source)) return null;
  const time = rule.by === 'started' ? root.started : Math.max(...group.map(({ activity }) => activity));
  if (time >= before) return null;
  if (!rule.includePinned && group.some(({ pinned }) => pinned === 1)) return 'pinned';
  if (!rule.includeArchived && tip.archived === 1) return 'archived';
  if (group.every(({ ended }) => ended !== null)) return 'goes';
  const latest = Math.max(...group.map(({ activity }) => activity));
  return rule.includeOpen === true && latest < before - 300 ? 'goes' : 'live';
}

/** Bytes of every value of every row that goes. */
function sizesOf(db: Database.Database, ids: readonly string[]): { messages: number; bytes: number } {
  let [messages, bytes] = [0, 0];
  const tables = [
    ['sessions', 'id'],
    ['messages', 'session_id'],
    ['session_model_usage', 'session_id'],
  ] as const;
  for (const [table, key] of tables) {
    for (const id of ids) {
      const rows = db.prepare<[string], Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${key} = ?`).all(id);
      if (table === 'messages') messages += rows.length;
      bytes += rows.flatMap(row => Object.values(row)).reduce<number>((sum, value) => sum + sizeOf(value), 0);
    }
  }
  return { messages, bytes };
}

function sizeOf(value: unknown): number {
  if (value instanceof Uint8Array) return value.length;
  return typeof value === 'string' || typeof value === 'number' ? Buffer.byteLength(String(value)) : 0;
}
