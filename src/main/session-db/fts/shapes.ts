import type { FtsLayout } from '../catalog.ts';
import { CJK_KEYS, WORD_KEYS } from './marker-keys.ts';
import type { MarkerKeys } from './marker-keys.ts';

/** The three full-text tables of `messages`. */
export type FtsTable = 'messages_fts' | 'messages_fts_trigram' | 'messages_fts_cjk';

/** Everything that one full-text table consists of, in one layout. */
export interface FtsShape {
  readonly table: FtsTable;
  readonly layout: Exclude<FtsLayout, 'none'>;
  readonly create: string;
  /** The view that the table reads its text from; null where it reads `messages` or keeps a copy. */
  readonly view: { readonly name: string; readonly create: string } | null;
  /** Name and CREATE text of its triggers. */
  readonly triggers: Readonly<Record<string, string>>;
  /** Which rows of `messages m` it holds. */
  readonly rows: string;
}

const COLUMNS = 'content, tool_name, tool_calls';
const NEW_VALUES = 'new.id, new.content, new.tool_name, new.tool_calls';
const OLD_VALUES = `'delete', old.id, old.content, old.tool_name, old.tool_calls`;
const TEXT_CHANGED =
  'old.content IS NOT new.content OR old.tool_name IS NOT new.tool_name OR old.tool_calls IS NOT new.tool_calls';
const NOT_TOOL = "role <> 'tool'";

const insertInto = (table: string) => `INSERT INTO ${table}(rowid, ${COLUMNS})`;
const deleteFrom = (table: string) => `INSERT INTO ${table}(${table}, rowid, ${COLUMNS})`;

/**
 * True for rows that are in the index. During a backfill rows in (P, H] are not, and an FTS 'delete' for one of them
 * would damage the index, so every trigger asks; spec: schema §8.2.
 */
function indexed(id: string, keys: MarkerKeys): string {
  const marker = (key: string) => `COALESCE((SELECT CAST(value AS INTEGER) FROM state_meta WHERE key = '${key}'), -1)`;
  return `(${id} > ${marker(keys.highWater)} OR ${id} <= ${marker(keys.progress)})`;
}

/** Word index over every message. Its stored text must hold `tool_name`: that is how builds tell the layout. */
const EXTERNAL_BASE: FtsShape = {
  table: 'messages_fts',
  layout: 'external',
  view: null,
  rows: '1',
  create: `CREATE VIRTUAL TABLE messages_fts USING fts5(
    content,
    tool_name,
    tool_calls,
    content='messages',
    content_rowid='id'
)`,
  triggers: {
    messages_fts_insert: `CREATE TRIGGER messages_fts_insert AFTER INSERT ON messages
WHEN ${indexed('new.id', WORD_KEYS)}
BEGIN
    ${insertInto('messages_fts')} VALUES (${NEW_VALUES});
END`,
    messages_fts_delete: `CREATE TRIGGER messages_fts_delete AFTER DELETE ON messages
WHEN ${indexed('old.id', WORD_KEYS)}
BEGIN
    ${deleteFrom('messages_fts')} VALUES (${OLD_VALUES});
END`,
    messages_fts_update: `CREATE TRIGGER messages_fts_update AFTER UPDATE ON messages
WHEN (${TEXT_CHANGED}) AND ${indexed('old.id', WORD_KEYS)}
BEGIN
    ${deleteFrom('messages_fts')} VALUES (${OLD_VALUES});
    ${insertInto('messages_fts')} VALUES (${NEW_VALUES});
END`,
  },
};

/** An index over everything but tool output: of substrings, or of pairs of CJK characters. */
function externalWithoutTools(table: FtsTable, tokenizer: string, keys: MarkerKeys): FtsShape {
  return {
    table,
    layout: 'external',
    rows: `m.${NOT_TOOL}`,
    view: {
      name: `${table}_src`,
      create: `CREATE VIEW ${table}_src AS
    SELECT id, role, content, tool_name, tool_calls FROM messages WHERE ${NOT_TOOL}`,
    },
    create: `CREATE VIRTUAL TABLE ${table} USING fts5(
    content,
    tool_name,
    tool_calls,
    content='${table}_src',
    content_rowid='id',
    tokenize='${tokenizer}'
)`,
    triggers: {
      [`${table}_insert`]: `CREATE TRIGGER ${table}_insert AFTER INSERT ON messages
WHEN new.${NOT_TOOL} AND ${indexed('new.id', keys)}
BEGIN
    ${insertInto(table)} VALUES (${NEW_VALUES});
END`,
      [`${table}_delete`]: `CREATE TRIGGER ${table}_delete AFTER DELETE ON messages
WHEN old.${NOT_TOOL} AND ${indexed('old.id', keys)}
BEGIN
    ${deleteFrom(table)} VALUES (${OLD_VALUES});
END`,
      [`${table}_update`]: `CREATE TRIGGER ${table}_update AFTER UPDATE ON messages
WHEN (${TEXT_CHANGED} OR old.role IS NOT new.role) AND ${indexed('old.id', keys)}
BEGIN
    ${deleteFrom(table)} SELECT ${OLD_VALUES} WHERE old.${NOT_TOOL};
    ${insertInto(table)} SELECT ${NEW_VALUES} WHERE new.${NOT_TOOL};
END`,
    },
  };
}

/** The layout of 23: the tables read their text back from `messages`; spec: schema §8.1, §8.2. */
export const EXTERNAL = {
  base: EXTERNAL_BASE,
  trigram: externalWithoutTools('messages_fts_trigram', 'trigram', WORD_KEYS),
  cjk: externalWithoutTools('messages_fts_cjk', 'cjk_unicode61', CJK_KEYS),
} as const;

/** What the layout of 11 to 22 indexes of a row. */
export function inlineText(row: string): string {
  return `COALESCE(${row}.content, '') || ' ' || COALESCE(${row}.tool_name, '') || ' ' || COALESCE(${row}.tool_calls, '')`;
}

function inline(table: FtsTable, tokenizer: string): FtsShape {
  const insert = `INSERT INTO ${table}(rowid, content) VALUES (
        new.id,
        ${inlineText('new')}
    );`;
  const remove = `DELETE FROM ${table} WHERE rowid = old.id;`;
  return {
    table,
    layout: 'inline',
    view: null,
    rows: '1',
    create: `CREATE VIRTUAL TABLE ${table} USING fts5(
    content${tokenizer}
)`,
    triggers: {
      [`${table}_insert`]: `CREATE TRIGGER ${table}_insert AFTER INSERT ON messages BEGIN
    ${insert}
END`,
      [`${table}_delete`]: `CREATE TRIGGER ${table}_delete AFTER DELETE ON messages BEGIN
    ${remove}
END`,
      [`${table}_update`]: `CREATE TRIGGER ${table}_update AFTER UPDATE ON messages BEGIN
    ${remove}
    ${insert}
END`,
    },
  };
}

function contentOnly(table: FtsTable, tokenizer: string): FtsShape {
  const insert = `INSERT INTO ${table}(rowid, content) VALUES (new.id, new.content);`;
  const remove = `INSERT INTO ${table}(${table}, rowid, content) VALUES('delete', old.id, old.content);`;
  return {
    table,
    layout: 'content-only',
    view: null,
    rows: '1',
    create: `CREATE VIRTUAL TABLE ${table} USING fts5(
    content,
    content=messages,
    content_rowid=id${tokenizer}
)`,
    triggers: {
      [`${table}_insert`]: `CREATE TRIGGER ${table}_insert AFTER INSERT ON messages BEGIN
    ${insert}
END`,
      [`${table}_delete`]: `CREATE TRIGGER ${table}_delete AFTER DELETE ON messages BEGIN
    ${remove}
END`,
      [`${table}_update`]: `CREATE TRIGGER ${table}_update AFTER UPDATE ON messages BEGIN
    ${remove}
    ${insert}
END`,
    },
  };
}

const TRIGRAM_OPTION = `,
    tokenize='trigram'`;

/** The layout of 11 to 22: the tables keep a copy of the text; spec: schema §8.3. */
export const INLINE = {
  base: inline('messages_fts', ''),
  trigram: inline('messages_fts_trigram', TRIGRAM_OPTION),
} as const;

/** The layout of 1 to 10: one column, read back from `messages`; spec: schema §8.4. */
export const CONTENT_ONLY = {
  base: contentOnly('messages_fts', ''),
  trigram: contentOnly('messages_fts_trigram', TRIGRAM_OPTION),
} as const;
