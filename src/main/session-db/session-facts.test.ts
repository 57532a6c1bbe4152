import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/fixtures.ts';
import { SessionDB } from './index.ts';

let clock = 1_780_000_000;
let db: SessionDB;
beforeEach(() => {
  clock = 1_780_000_000;
  db = new SessionDB(join(temporaryFolder(), 'state.db'), { now: () => clock });
  db.createSession({ sessionId: 's', source: 'cli', systemPrompt: 'inline', model: 'm' });
});
afterEach(() => {
  db.close();
});

describe('facts of a session', () => {
  it('folder, branch and repository are written where given', () => {
    db.updateSessionCwd('s', '/a', { gitBranch: 'main', gitRepoRoot: ' ' });
    db.updateSessionCwd('s', ' ', { gitBranch: 'other' });
    expect(db.getSession('s')).toMatchObject({ cwd: '/a', git_branch: 'main', git_repo_root: null });
    db.backfillRepoRoots({ '/a': '/root', '/b': '/none' });
    db.backfillRepoRoots({ '/a': '/other' });
    expect(db.getSession('s')?.git_repo_root).toBe('/root');
  });

  it('configuration is replaced as it is, the model where given', () => {
    db.updateSessionMeta('s', '{"a":  1}');
    expect(db.getSession('s')).toMatchObject({ model_config: '{"a":  1}', model: 'm' });
    db.updateSessionMeta('s', '{}', 'n');
    expect(db.getSession('s')).toMatchObject({ model_config: '{}', model: 'n' });
  });

  it('another billing route drops the prompt and keeps the mode', () => {
    db.updateSessionBillingRoute('s', { provider: 'p', baseUrl: 'u', billingMode: 'metered' });
    db.updateSessionBillingRoute('s', { provider: 'q', baseUrl: null });
    expect(db.getSession('s')).toMatchObject({
      ...{ billing_provider: 'q', billing_base_url: null, billing_mode: 'metered', system_prompt: null },
    });
  });

  it('hand-offs go their way once', () => {
    expect(db.claimHandoff('s')).toBe(false);
    expect(db.requestHandoff('s', 'telegram')).toBe(true);
    expect(db.requestHandoff('s', 'discord')).toBe(false);
    expect(db.claimHandoff('s')).toBe(true);
    expect(db.claimHandoff('s')).toBe(false);
    db.failHandoff('s', '😀'.repeat(600));
    expect(db.getHandoffState('s')).toEqual({ state: 'failed', platform: 'telegram', error: '😀'.repeat(500) });
    expect(db.requestHandoff('s', 'discord')).toBe(true);
    db.completeHandoff('s');
    expect(db.getHandoffState('s')).toEqual({ state: 'completed', platform: 'discord', error: null });
    expect(db.requestHandoff('nobody', 'discord')).toBe(false);
  });

  it('a pause after failed compressions ends by itself and when it is cleared', () => {
    db.recordCompressionFailureCooldown('s', clock + 60, 'why');
    expect(db.getCompressionFailureCooldown('s')).toEqual({
      cooldown_until: clock + 60,
      remaining_seconds: 60,
      error: 'why',
    });
    clock += 60;
    expect(db.getCompressionFailureCooldown('s')).toBeNull();
    clock -= 1;
    db.clearCompressionFailureCooldown('s');
    expect(db.getCompressionFailureCooldown('s')).toBeNull();
    db.setCompressionFallbackStreak('s', 3.9);
    db.setCompressionIneffectiveCount('s', -2);
    expect([db.getCompressionFallbackStreak('s'), db.getCompressionIneffectiveCount('s')]).toEqual([3, 0]);
    expect(db.getCompressionFallbackStreak('nobody')).toBe(0);
  });

  it('ends abandoned continuations', () => {
    db.endSession('s', 'compression');
    db.createSession({ sessionId: 'c', source: 'cli', parentSessionId: 's' });
    expect(db.finalizeOrphanedCompressionSessions()).toBe(0);
    db.appendMessage({ sessionId: 'c', role: 'user', content: 'x' });
    clock += 8 * 86_400;
    expect(db.finalizeOrphanedCompressionSessions()).toBe(1);
    expect(db.getSession('c')).toMatchObject({ ended_at: clock, end_reason: 'orphaned_compression' });
  });
});

describe('files that keep prompts by hash', () => {
  const hash = (prompt: string) => createHash('sha256').update(prompt).digest('hex');
  const stored = (id: string) =>
    db.store.db.prepare('SELECT system_prompt, system_prompt_hash FROM sessions WHERE id = ?').raw().get(id);
  const prompts = () => db.store.db.prepare('SELECT hash FROM system_prompts ORDER BY prompt').pluck().all();

  beforeEach(() => {
    const { path, db: connection } = db.store;
    connection.exec(`CREATE TABLE system_prompts (hash TEXT PRIMARY KEY, prompt TEXT NOT NULL);
      ALTER TABLE sessions ADD COLUMN system_prompt_hash TEXT REFERENCES system_prompts(hash);
      UPDATE schema_version SET version = 25`);
    db.close();
    db = new SessionDB(path, { now: () => clock });
  });

  it('get the prompt of a new session by hash, and keep an inline one', () => {
    db.createSession({ sessionId: 't', source: 'cli', systemPrompt: 'new' });
    db.createSession({ sessionId: 's', source: 'cli', systemPrompt: 'not taken' });
    expect(stored('t')).toEqual([null, hash('new')]);
    expect(stored('s')).toEqual(['inline', null]);
    expect(prompts()).toEqual([hash('new')]);
    expect(db.getSession('t')?.system_prompt).toBe('new');
  });

  it('change a prompt, share it, and drop it with its last session', () => {
    db.createSession({ sessionId: 't', source: 'cli', systemPrompt: 'shared' });
    db.updateSystemPrompt('s', 'shared');
    expect(stored('s')).toEqual([null, hash('shared')]);
    db.updateSystemPrompt('t', 'other');
    expect(prompts()).toEqual([hash('other'), hash('shared')]);
    db.updateSessionBillingRoute('s', { provider: 'p', baseUrl: null });
    expect(stored('s')).toEqual([null, null]);
    expect(prompts()).toEqual([hash('other')]);
  });

  it('take no message beside a compression, or after it', () => {
    const message = { sessionId: 's', role: 'user', content: 'late' };
    db.tryAcquireCompressionLock('s', 'agent');
    expect(() => db.appendMessage(message)).toThrow(expect.objectContaining({ code: 'compressing' }));
    expect(db.appendMessage({ ...message, lockHolder: 'agent' })).toBeGreaterThan(0);
    db.releaseCompressionLock('s', 'agent');
    db.endSession('s', 'compression');
    expect(() => db.appendMessage(message)).toThrow(expect.objectContaining({ code: 'conflict' }));
    expect(db.messageCount('s')).toBe(1);
  });
});
