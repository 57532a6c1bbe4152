import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { SessionDB } from '../../src/main/session-db/index.ts';

/** Numbers that look random and are the same every time. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const COMMON = 'the error docker build of and to in server request file deploy test data user config node path'.split(
  ' ',
);
const CYRILLIC = 'погода сервер ошибка сборка завтра привет файл запрос память дождь'.split(' ');
const CHINESE =
  '今早修好了登录页面部署计划先备份数据库再重启调整脚本的端口服务器错误测试数据用户配置文件路径内存天气明天';
const JAPANESE = 'データベースのバックアップを取りサーバーを再起動してください設定ファイルとエラーの確認';

function wordsOf(random: (below: number) => number, count: number): string {
  return Array.from({ length: count }, () => {
    const kind = random(10);
    if (kind < 5) return COMMON[Math.min(random(COMMON.length), random(COMMON.length))];
    return kind < 9 ? `w${random(3000).toString(36)}x` : `rare${random(200_000).toString(36)}`;
  }).join(' ');
}

function cjkOf(random: (below: number) => number, script: string, count: number): string {
  const start = () => random(script.length - 4);
  return Array.from({ length: count }, () => {
    const at = start();
    return script.slice(at, at + 2 + random(3));
  }).join('');
}

function textOf(random: (below: number) => number): string {
  const kind = random(20);
  if (kind === 0)
    return `${cjkOf(random, CHINESE, 12)}${COMMON[random(COMMON.length)] ?? ''}${cjkOf(random, CHINESE, 8)}`;
  if (kind === 1) return cjkOf(random, JAPANESE, 18);
  if (kind === 2) return Array.from({ length: 20 }, () => CYRILLIC[random(CYRILLIC.length)]).join(' ');
  return wordsOf(random, kind < 6 ? 120 : 25);
}

/**
 * A database of the current schema with many messages in four scripts, made once and kept at `path`. Rows are written
 * by SQL and indexed afterwards in one go, which takes a tenth of the time.
 */
export function largeDatabase(path: string, { sessions, messages }: { sessions: number; messages: number }): string {
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.draft`;
  for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
  new SessionDB(draft).close();
  const db = new BetterSqlite3(draft);
  db.pragma('journal_mode = DELETE');
  const triggers = db
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    .all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`);
  const random = sequence(1);
  db.transaction(() => {
    const addSession = db.prepare('INSERT INTO sessions (id, source, started_at, model) VALUES (?, ?, ?, ?)');
    for (let at = 0; at < sessions; at += 1) {
      addSession.run(`s${at}`, at % 3 === 0 ? 'telegram' : 'cli', 1_700_000_000 + at * 100, `model-${at % 4}`);
    }
    const add = db.prepare('INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, ?, ?, ?)');
    for (let at = 0; at < messages; at += 1) {
      const session = Math.floor((at * sessions) / messages);
      add.run(
        `s${session}`,
        ['user', 'assistant', 'tool'][at % 3],
        textOf(random),
        1_700_000_000 + session * 100 + (at % 97),
      );
    }
    for (const table of ['messages_fts', 'messages_fts_trigram']) {
      db.exec(`INSERT INTO ${table}(${table}) VALUES ('rebuild')`);
    }
    for (const { sql } of triggers) db.exec(sql);
  })();
  db.close();
  renameSync(draft, path);
  return path;
}
