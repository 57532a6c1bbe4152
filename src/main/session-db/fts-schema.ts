/** `state_meta` keys of a backfill that is under way; spec: schema §5. */
const HIGH_WATER = 'fts_rebuild_high_water';
const PROGRESS = 'fts_rebuild_progress';

/**
 * True for rows that are in the index. During a backfill rows in (P, H] are not, and an FTS 'delete' for one of them
 * would damage the index, so every trigger asks; spec: schema §8.2.
 */
function indexed(id: string): string {
  const marker = (key: string) => `COALESCE((SELECT CAST(value AS INTEGER) FROM state_meta WHERE key = '${key}'), -1)`;
  return `(${id} > ${marker(HIGH_WATER)} OR ${id} <= ${marker(PROGRESS)})`;
}

const COLUMNS = 'content, tool_name, tool_calls';
const NEW_VALUES = 'new.id, new.content, new.tool_name, new.tool_calls';
const OLD_VALUES = `'delete', old.id, old.content, old.tool_name, old.tool_calls`;
const TEXT_CHANGED =
  'old.content IS NOT new.content OR old.tool_name IS NOT new.tool_name OR old.tool_calls IS NOT new.tool_calls';

const insertInto = (table: string) => `INSERT INTO ${table}(rowid, ${COLUMNS})`;
const deleteFrom = (table: string) => `INSERT INTO ${table}(${table}, rowid, ${COLUMNS})`;

/** Word index over every message. Its stored text must hold `tool_name`: that is how builds tell the layout. */
const BASE = `
CREATE VIRTUAL TABLE messages_fts USING fts5(
    content,
    tool_name,
    tool_calls,
    content='messages',
    content_rowid='id'
);
CREATE TRIGGER messages_fts_insert AFTER INSERT ON messages
WHEN ${indexed('new.id')}
BEGIN
    ${insertInto('messages_fts')} VALUES (${NEW_VALUES});
END;
CREATE TRIGGER messages_fts_delete AFTER DELETE ON messages
WHEN ${indexed('old.id')}
BEGIN
    ${deleteFrom('messages_fts')} VALUES (${OLD_VALUES});
END;
CREATE TRIGGER messages_fts_update AFTER UPDATE ON messages
WHEN (${TEXT_CHANGED}) AND ${indexed('old.id')}
BEGIN
    ${deleteFrom('messages_fts')} VALUES (${OLD_VALUES});
    ${insertInto('messages_fts')} VALUES (${NEW_VALUES});
END;
`;

/** Substring index over everything but tool output. */
const TRIGRAM = `
CREATE VIEW messages_fts_trigram_src AS
    SELECT id, role, content, tool_name, tool_calls FROM messages WHERE role <> 'tool';
CREATE VIRTUAL TABLE messages_fts_trigram USING fts5(
    content,
    tool_name,
    tool_calls,
    content='messages_fts_trigram_src',
    content_rowid='id',
    tokenize='trigram'
);
CREATE TRIGGER messages_fts_trigram_insert AFTER INSERT ON messages
WHEN new.role <> 'tool' AND ${indexed('new.id')}
BEGIN
    ${insertInto('messages_fts_trigram')} VALUES (${NEW_VALUES});
END;
CREATE TRIGGER messages_fts_trigram_delete AFTER DELETE ON messages
WHEN old.role <> 'tool' AND ${indexed('old.id')}
BEGIN
    ${deleteFrom('messages_fts_trigram')} VALUES (${OLD_VALUES});
END;
CREATE TRIGGER messages_fts_trigram_update AFTER UPDATE ON messages
WHEN (${TEXT_CHANGED} OR old.role IS NOT new.role) AND ${indexed('old.id')}
BEGIN
    ${deleteFrom('messages_fts_trigram')} SELECT ${OLD_VALUES} WHERE old.role <> 'tool';
    ${insertInto('messages_fts_trigram')} SELECT ${NEW_VALUES} WHERE new.role <> 'tool';
END;
`;

/** Full-text objects of a fresh file: external layout, six gated triggers; spec: schema §8.1–§8.2. */
export const FTS_OBJECTS = `${BASE}${TRIGRAM}`;

/** The triggers that keep the word index. */
export const BASE_TRIGGERS = ['messages_fts_insert', 'messages_fts_delete', 'messages_fts_update'] as const;

/** The triggers that keep the substring index. */
export const TRIGRAM_TRIGGERS = [
  'messages_fts_trigram_insert',
  'messages_fts_trigram_delete',
  'messages_fts_trigram_update',
] as const;
