import { afterEach, describe, expect, it } from 'vitest';
import { makeCaseDatabase, type CaseRow } from '../../../test/support/case-database.ts';
import { fixturePath } from '../../../test/support/fixtures.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import type { LaneContext } from '../lanes/context.ts';
import { readBodies } from './bodies.ts';
import { messageColumns, sessionText } from './details-texts.ts';
import { messageText } from './message-text.ts';
import { reasoningDetailsText } from './reasoning-details.ts';

const opened: LaneContext[] = [];

afterEach(() => {
  for (const context of opened.splice(0)) context.store.db.close();
});

function contextOf(row: CaseRow, session: CaseRow = {}, sql: string[] = []): LaneContext {
  const path = makeCaseDatabase({
    fixture: 'v23',
    sessions: [{ id: 's', source: 'cli', started_at: 1_787_000_000, ...session }],
    messages: [{ id: 1, session_id: 's', role: 'user', timestamp: 1_787_000_001, ...row }],
    sql,
  });
  const context = openLaneContext(path);
  opened.push(context);
  return context;
}

function bodyOf(row: CaseRow) {
  return readBodies(contextOf(row), ['s'], [1])[0];
}

describe('what was sent', () => {
  it('is told where it differs from the content, long or short', () => {
    expect(bodyOf({ content: 'a', api_content: 'a and more' })?.sent).toEqual({ bytes: 10, hasFields: false });
    expect(bodyOf({ content: 'ab', api_content: 'ac' })?.sent).toEqual({ bytes: 2, hasFields: false });
    expect(bodyOf({ content: 'a', api_content: 'a' })?.sent).toBeUndefined();
    expect(bodyOf({ content: 'a' })?.sent).toBeUndefined();
    expect(bodyOf({ content: null, api_content: 'x' })?.sent).toEqual({ bytes: 1, hasFields: false });
  });

  it('can be read in stretches, nothing taken out of it', () => {
    const sent = `a <memory-context>b</memory-context> ${'c'.repeat(100)}`;
    const context = contextOf({ content: 'a', api_content: sent });
    const part = { kind: 'sent' } as const;
    const read = (offset: number, length: number) => messageText(context, { messageId: 1, part, offset, length });
    expect(read(0, 1000)).toEqual({ text: sent, done: true });
    expect(read(2, 5)).toEqual({ text: '<memo', done: false });
  });

  it('includes what is in the form of the provider', () => {
    const row = { role: 'assistant', content: 'a', codex_reasoning_items: '[{"encrypted_content":"x"}]' };
    expect(bodyOf(row)?.sent).toEqual({ bytes: null, hasFields: true });
    const columns = messageColumns(contextOf(row), { sessionId: 's', messageId: 1 });
    expect(columns.find(({ column }) => column === 'codex_reasoning_items')?.value?.text).toBe(
      '[{"encrypted_content":"x"}]',
    );
  });

  it('is no question in an old file', () => {
    const context = openLaneContext(fixturePath('v01'));
    opened.push(context);
    const id = context.store.db.prepare<[], number>('SELECT MIN(id) FROM messages').pluck().get() ?? 0;
    const session = context.store.db.prepare<[number], string>('SELECT session_id FROM messages WHERE id = ?');
    const [body] = readBodies(context, [session.pluck().get(id) ?? ''], [id]);
    expect(body?.id).toBe(id);
    expect(body?.sent).toBeUndefined();
  });
});

describe('reasoning in the form of the provider', () => {
  const details =
    '[{"type":"reasoning.text","text":"first","signature":"s"},{"type":"reasoning.summary","summary":"then"}]';

  it('is shown where there is no other', () => {
    const row = { role: 'assistant', content: 'a', reasoning: '', reasoning_details: details };
    expect(bodyOf(row)?.reasoning).toEqual({ text: 'first\n\nthen', bytes: 11, clipped: false });
    const input = { messageId: 1, part: { kind: 'reasoning' }, offset: 0, length: 100 } as const;
    expect(messageText(contextOf(row), input)).toEqual({ text: 'first\n\nthen', done: true });
    expect(bodyOf({ ...row, reasoning: 'own' })?.reasoning?.text).toBe('own');
  });

  it('has no words where it is encrypted or broken', () => {
    expect(reasoningDetailsText('[{"type":"reasoning.encrypted","data":"gAAAA"}]')).toBe('');
    expect(reasoningDetailsText('[{"text":')).toBe('');
    expect(reasoningDetailsText('{"summary":[{"type":"summary_text","text":"a"}]}')).toBe('a');
  });
});

describe('data beside a message', () => {
  it('is read, also where it is packed twice', () => {
    const data = '{"delegation_id": "deleg_1", "task_count": 2, "duration_seconds": 12345678901234567890}';
    const expected = [
      { name: 'delegation_id', value: 'deleg_1' },
      { name: 'task_count', value: '2' },
      { name: 'duration_seconds', value: '12345678901234567890' },
    ];
    const row = { content: 'done', display_kind: 'async_delegation_complete' };
    expect(bodyOf({ ...row, display_metadata: data })?.eventData).toEqual(expected);
    expect(bodyOf({ ...row, display_metadata: JSON.stringify(data) })?.eventData).toEqual(expected);
    expect(bodyOf({ ...row, display_metadata: '[1]' })?.eventData).toBeUndefined();
  });

  it('is the reactions to any message', () => {
    const data = '{"reactions":[{"emoji":"👍","author":"ann","at":1},{"emoji":"🎉"}]}';
    const read = (metadata: string) => bodyOf({ content: 'x', display_metadata: metadata })?.eventData;
    expect(read(data)).toEqual([{ name: 'reactions', value: '👍 ann, 🎉' }]);
    expect(read('{"reactions":["👍"]}')).toEqual([{ name: 'reactions', value: '["👍"]' }]);
  });
});

describe('long texts of a session', () => {
  const read = (context: LaneContext, text: 'system_prompt' | 'model_config' | 'goal', offset = 0, length = 100_000) =>
    sessionText(context, { sessionId: 's', text, offset, length });

  it('come in stretches', () => {
    const prompt = 'é😀'.repeat(20_000);
    const context = contextOf({}, { system_prompt: prompt, model_config: '{"a":1}' });
    expect(read(context, 'system_prompt', 0, 3)).toEqual({ text: 'é😀', done: false });
    expect(read(context, 'system_prompt').text).toBe(prompt);
    expect(read(context, 'model_config')).toEqual({ text: '{"a":1}', done: true });
    expect(read(context, 'goal')).toEqual({ text: '', done: true });
  });

  it('are the goal of the session, and the prompt that several share', () => {
    const context = contextOf({}, { system_prompt: 'inline' }, [
      `INSERT INTO state_meta (key, value) VALUES ('goal:s', '{"goal":"g"}')`,
      'CREATE TABLE system_prompts (hash TEXT PRIMARY KEY, prompt TEXT NOT NULL)',
      'ALTER TABLE sessions ADD COLUMN system_prompt_hash TEXT',
      `INSERT INTO system_prompts VALUES ('h', 'shared')`,
      `UPDATE sessions SET system_prompt_hash = 'h'`,
    ]);
    expect(read(context, 'goal').text).toBe('{"goal":"g"}');
    expect(read(context, 'system_prompt').text).toBe('shared');
  });
});
