/** A question as a person types it, and the bare FTS5 expression that finds the same. */
export interface MixedQuery {
  readonly text: string;
  readonly match: string;
}

/** The last word of a question may be the beginning of a longer one. */
const QUERIES: readonly (readonly [text: string, match: string])[] = [
  ['docker', '"docker" *'],
  ['error', '"error" *'],
  ['timeout', '"timeout" *'],
  ['regression', '"regression" *'],
  ['certificate', '"certificate" *'],
  ['the', '"the" *'],
  ['would like', '"would" AND "like" *'],
  ['server error', '"server" AND "error" *'],
  ['docker container', '"docker" AND "container" *'],
  ['rebase commit branch', '"rebase" AND "commit" AND "branch" *'],
  ['how long between', '"how" AND "long" AND "between" *'],
  ['memory leak garbage collector', '"memory" AND "leak" AND "garbage" AND "collector" *'],
  ['ser*', '"ser" *'],
  ['cert*', '"cert" *'],
  ['com*', '"com" *'],
  ['dock', '"dock" *'],
  ['benchm', '"benchm" *'],
  ['compr', '"compr" *'],
  ['queue wor', '"queue" AND "wor" *'],
  ['read_fi', '"read_fi" *'],
  ['"in the"', '"in the"'],
  ['"test suite"', '"test suite"'],
  ['"stack trace"', '"stack trace"'],
  ['"docker build"', '"docker build"'],
  ['"when who will no"', '"when who will no"'],
  ['docker OR certificate', '"docker" OR "certificate" *'],
  ['docker AND error', '"docker" AND "error" *'],
  ['error NOT server', '"error" NOT "server"'],
  ['leak OR digest OR quorum', '"leak" OR "digest" OR "quorum" *'],
  ['docker error NOT timeout', '("docker" AND "error") NOT "timeout"'],
  ['погода', '"погода" *'],
  ['ошибка сервера', '"ошибка" AND "сервера" *'],
  ['сбор', '"сбор" *'],
  ['СЕРВЕР', '"СЕРВЕР" *'],
  ['docker.', '"docker." *'],
  ["it's", '"it\'s"'],
  ['cache-table', '"cache-table" *'],
  ['src/main.ts', '"src/main.ts"'],
  ['exit_code:1', '"exit_code:1"'],
  ['sam@example.org OR file', '"sam@example.org" OR "file" *'],
];

/** Forty questions: rare and common words, beginnings, phrases, operators, Cyrillic, punctuation. */
export const MIXED_QUERIES: readonly MixedQuery[] = QUERIES.map(([text, match]) => ({ text, match }));

/** Chinese and Japanese, one and two characters. */
export const CJK_QUERIES: readonly string[] = [
  '错',
  '搜',
  '库',
  '日',
  '検',
  '本',
  '明',
  'サ',
  '部署',
  '错误',
  '数据',
  '会话',
  '今天',
  '検索',
  '設定',
  '翻訳',
  '日本',
  '請求',
  '実行',
  '方案',
];
