import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/fixtures.ts';
import { SessionDB } from './index.ts';

let db: SessionDB;
let now: number;
beforeEach(() => {
  now = 1_780_000_000.25;
  const opened = new SessionDB(join(temporaryFolder(), 'state.db'), { now: () => now });
  onTestFinished(() => {
    opened.close();
  });
  db = opened;
});

const usage = () =>
  db.store.db
    .prepare(
      'SELECT model, billing_provider, billing_base_url, task, api_call_count, input_tokens FROM session_model_usage',
    )
    .all();

describe('sessions', () => {
  it('are created once; later only what is missing is filled', () => {
    expect(db.createSession({ sessionId: 's', source: 'cli', model: 'm', modelConfig: {} })).toBe('s');
    now += 100;
    db.endSession('s', 'cli_close');
    db.createSession({ sessionId: 's', source: 'other', model: 'n', cwd: '/w', modelConfig: { a: 'ü' } });
    expect(db.getSession('s')).toMatchObject({
      source: 'cli',
      model: 'm',
      cwd: '/w',
      model_config: '{"a": "\\u00fc"}',
      started_at: 1_780_000_000.25,
      ended_at: 1_780_000_100.25,
    });
    db.endSession('s', 'again');
    expect(db.getSession('s')).toMatchObject({ end_reason: 'cli_close' });
    db.reopenSession('s');
    expect(db.getSession('s')).toMatchObject({ ended_at: null, end_reason: null });
    expect(db.ensureSession('t')).toBe('t');
    expect(db.getSession('t')).toMatchObject({ source: 'unknown' });
    expect(db.getSession('nobody')).toBeNull();
  });

  it('never hold half a character', () => {
    db.createSession({ sessionId: 'a\ud800', source: 'cli\udfff', cwd: '/\ud83d', systemPrompt: '\udc00' });
    expect(db.getSession('a\ufffd')).toMatchObject({ source: 'cli\ufffd', cwd: '/\ufffd', system_prompt: '\ufffd' });
    db.setMeta('browser:\ud800', '\ud800');
    expect(db.getMeta('browser:\ufffd')).toBe('\ufffd');
  });

  it('inherit from the parent, and the route only after a compression', () => {
    db.createSession({ sessionId: 'p', source: 'telegram', userId: 'ann', sessionKey: 'k', chatId: '7', cwd: '/w' });
    db.createSession({ sessionId: 'c1', source: 'telegram', parentSessionId: 'p' });
    db.endSession('p', 'compression');
    db.createSession({ sessionId: 'c2', source: 'telegram', parentSessionId: 'p', cwd: '/own' });
    expect(db.getSession('c1')).toMatchObject({ cwd: '/w', user_id: null, session_key: null });
    expect(db.getSession('c2')).toMatchObject({ cwd: '/own', user_id: 'ann', session_key: 'k', chat_id: '7' });
    expect(() => db.createSession({ sessionId: 'c3', source: 'cli', parentSessionId: 'gone' })).toThrow('FOREIGN KEY');
    expect(db.getSession('c3')).toBeNull();
  });
});

describe('usage', () => {
  it('the first call that counts decides the route, later ones do not', () => {
    db.createSession({ sessionId: 's', source: 'cli', model: 'planned' });
    db.updateTokenCounts('s', {});
    expect(db.getSession('s')).toMatchObject({ model: 'planned' });
    db.updateTokenCounts('s', { inputTokens: 5, apiCallCount: 1, model: 'real', billingProvider: 'p' });
    db.updateTokenCounts('s', { inputTokens: 7, apiCallCount: 1, model: 'third', billingProvider: 'q' });
    expect(db.getSession('s')).toMatchObject({
      model: 'real',
      billing_provider: 'p',
      input_tokens: 12,
      api_call_count: 2,
    });
    expect(usage()).toEqual([
      { model: 'real', billing_provider: 'p', billing_base_url: '', task: '', api_call_count: 1, input_tokens: 5 },
      { model: 'third', billing_provider: 'q', billing_base_url: '', task: '', api_call_count: 1, input_tokens: 7 },
    ]);
  });

  it('totals replace, and leave no usage by model', () => {
    db.updateTokenCounts('s', { inputTokens: 5, estimatedCostUsd: 0.5, actualCostUsd: 0.25 });
    db.updateTokenCounts('s', { inputTokens: 9, absolute: true });
    expect(db.getSession('s')).toMatchObject({ input_tokens: 9, estimated_cost_usd: 0, actual_cost_usd: 0.25 });
    expect(usage()).toHaveLength(1);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('that is %s counts nothing, and nothing is lost', wrong => {
    db.updateTokenCounts('s', { inputTokens: 5, estimatedCostUsd: 0.5 });
    const [before, counted] = [db.getSession('s'), usage()];
    const refused: unknown = expect.objectContaining({ code: 'invalid-input' });
    expect(() => {
      db.updateTokenCounts('s', { inputTokens: wrong, absolute: true });
    }).toThrow(refused);
    expect(() => {
      db.updateTokenCounts('s', { outputTokens: 1, actualCostUsd: wrong });
    }).toThrow(refused);
    expect(() => {
      db.recordAuxiliaryUsage('s', 'vision', { estimatedCostUsd: wrong });
    }).toThrow(refused);
    expect([db.getSession('s'), usage()]).toEqual([before, counted]);
  });

  it('of side tasks stays out of the session', () => {
    db.createSession({ sessionId: 's', source: 'cli', model: 'm' });
    db.recordAuxiliaryUsage('s', 'vision', { inputTokens: 3 });
    db.recordAuxiliaryUsage('s', 'vision', { inputTokens: 4 });
    db.recordAuxiliaryUsage('s', '', { inputTokens: 100 });
    expect(usage()).toEqual([
      {
        model: 'unknown',
        billing_provider: '',
        billing_base_url: '',
        task: 'vision',
        api_call_count: 2,
        input_tokens: 7,
      },
    ]);
    expect(db.getSession('s')).toMatchObject({ input_tokens: 0, api_call_count: 0 });
  });
});

describe('what the agent leaves behind', () => {
  it('a compression lock counts until it expires', () => {
    db.store.db.prepare('INSERT INTO compression_locks VALUES (?, ?, ?, ?)').run('s', 'pid=1', now, now + 300);
    expect(db.getCompressionLockHolder('s')).toBe('pid=1');
    now += 300;
    expect(db.getCompressionLockHolder('s')).toBe('pid=1');
    now += 0.5;
    expect(db.getCompressionLockHolder('s')).toBeNull();
  });

  it('hand-offs wait in the order in which their sessions began', () => {
    for (const id of ['late', 'early', 'done']) db.createSession({ sessionId: id, source: 'cli' });
    db.store.db
      .exec(`UPDATE sessions SET handoff_state = 'pending', handoff_platform = 'telegram', started_at = length(id);
      UPDATE sessions SET handoff_state = 'completed' WHERE id = 'done'`);
    expect(db.listPendingHandoffs().map(row => row.id)).toEqual(['late', 'early']);
    expect(db.getHandoffState('done')).toEqual({ state: 'completed', platform: 'telegram', error: null });
    expect(db.getHandoffState('nobody')).toBeNull();
  });
});
