import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { copyFixture } from '../../../test/support/fixtures.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { searchMessages } from './search-messages.ts';

function hitsIn(path: string) {
  const context = openLaneContext(path);
  onTestFinished(() => void context.store.db.close());
  const query = { text: 'docker', sort: 'newest', limit: 500 } as const;
  const first = searchMessages(context, { ...query, sources: [], roles: [], stage: 'full-text' });
  const { groups, hits, notices } = searchMessages(context, { ...query, sources: [], roles: [], stage: 'substring' });
  expect(context.store.db.inTransaction).toBe(false);
  return { first: first.notices, ids: groups.flatMap(group => group.hits.map(hit => hit.messageId)), hits, notices };
}

function withoutTable(version: 'v10' | 'v23', table: string): string {
  const path = copyFixture(version);
  const db = new Database(path);
  onTestFinished(() => void db.close());
  db.unsafeMode(true);
  const triggers = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all();
  for (const trigger of triggers) db.exec(`DROP TRIGGER ${trigger}`);
  db.exec(`DROP TABLE ${table}`);
  return path;
}

test.each(
  (['v10', 'v23'] as const).flatMap(version => ['data', 'idx', 'docsize', 'config'].map(part => ({ version, part }))),
)('$version: with messages_fts_$part gone every message is still found, and it is said why that takes long', entry => {
  const { version, part } = entry;
  const sound = hitsIn(copyFixture(version));
  const damaged = hitsIn(withoutTable(version, `messages_fts_${part}`));
  expect(sound.hits).toBeGreaterThan(40);
  expect(damaged).toEqual({ ...sound, first: ['index-damaged'], notices: ['index-damaged'] });
});
