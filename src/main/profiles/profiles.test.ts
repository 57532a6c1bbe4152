import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fixturePath } from '../../../test/support/fixtures.ts';
import { makeHermesHome, profilePath } from '../../../test/support/hermes-home.ts';
import { EVERYTHING } from '../../../test/support/list-view.ts';
import { testPlaces } from '../../../test/support/task-context.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import type { AppHandlers } from '../../shared/contract/index.ts';
import type { SessionView } from '../../shared/contract/sessions.ts';
import { unpackLineage } from '../../shared/lineage-table.ts';
import { DatabaseManager } from '../database/database-manager.ts';
import { findHermesPlaces } from '../database/hermes-places.ts';
import type { FileAtHand } from '../database/open-file.ts';
import { Library } from '../library/library.ts';
import { Settings } from '../settings.ts';
import { forProfiles } from './for-profiles.ts';
import type { FileHandlers } from './merged-parts.ts';

const lane = (name: string) => new URL(`../lanes/${name}-lane.ts`, import.meta.url);
const call = { signal: new AbortController().signal };

/** The parts of the app that answer about all profiles of a home, wired as the app wires them. */
async function openAll(home: string) {
  const folder = tempFolder();
  const changes = vi.fn();
  const manager: DatabaseManager = new DatabaseManager({
    settings: new Settings(join(folder, 'settings.json')),
    places: findHermesPlaces({ HERMES_HOME: home }),
    samplePath: join(folder, 'sample.db'),
    copiesFolder: join(folder, 'copies'),
    openLibrary: path =>
      Library.open({
        path,
        entries: { reader: lane('reader'), search: lane('search') },
        work: { writer: lane('writer'), task: lane('task'), places: testPlaces(folder), refuse: () => null },
        listener: { onChange: changes, onTrouble: error => void manager.trouble(path, error) },
      }),
    repairFile: () => Promise.reject(new Error('nothing is repaired in this test')),
    createSample: () => Promise.reject(new Error('no sample in this test')),
    chooseFile: () => Promise.resolve(null),
    onState: () => undefined,
  });
  onTestFinished(() => manager.dispose());
  await manager.start(profilePath(home, 'default'), null);
  const all = manager.choices().find(choice => choice.kind === 'all-profiles');
  const state = await manager.openChoice(all?.key ?? '');
  const single = fileHandlers(manager) as AppHandlers;
  const { sessions, conversation, search, organise, usage } = forProfiles(single, manager, fileHandlers);
  return { manager, state, changes, sessions, conversation, search, organise, usage };
}

/** The handlers that the tests call; those of the app need Electron for others. */
function fileHandlers(file: FileAtHand): FileHandlers {
  const handlers = {
    sessions: { view: () => null, page: () => null, where: () => null },
    search: { prepare: () => null, titles: () => null, messages: () => null },
    conversation: {
      open: (input: never) => file.library.read('conversationOpen', input),
      details: (input: never) => file.library.read('sessionDetails', input),
      text: (input: never) => file.library.read('messageText', input),
      lineage: (input: never) => file.library.read('lineageFamily', input),
    },
    organise: {
      rename: (input: never) => file.library.write('rename', input),
      setArchived: (input: never) => file.library.write('setArchived', input),
      deletionPlan: (input: never) => file.library.task('deletionPlan', input),
      undo: (input: never) => file.library.write('undo', input),
      idsOfView: (input: never) => file.library.read('idsOfView', input),
    },
    usage: { totals: () => file.library.read('usageTotals', {}) },
    exporting: { run: () => null },
  };
  return handlers as unknown as FileHandlers;
}

const SHOWN = { showRewound: false, showBookkeeping: false };

async function allRows(sessions: AppHandlers['sessions'], view: SessionView = EVERYTHING) {
  const { total, revision, rows } = await sessions.view({ view, anchorIds: [], first: 50 }, call);
  for (let offset = rows.length; offset < total; offset += 200) {
    const page = await sessions.page({ view, offset, limit: 200 }, call);
    expect(page.revision).toBe(revision);
    rows.push(...page.rows);
  }
  expect(rows).toHaveLength(total);
  return rows;
}

test('the rows of all profiles are those of each, say whose they are, and each opens in its own', async () => {
  const home = makeHermesHome({ default: 'v23', old: 'v11', work: 'v20' });
  const { manager, state, sessions, conversation } = await openAll(home);
  expect(state).toMatchObject({
    kind: 'open',
    facts: { merged: [{ key: 'default' }, { key: 'old' }, { key: 'work' }] },
  });
  const rows = await allRows(sessions);
  const members = manager.profiles?.readable ?? [];
  expect(members).toHaveLength(3);
  for (const { key, file } of members) {
    const own = await file.library.read('idsOfView', { view: EVERYTHING });
    const mine = rows.filter(row => row.profile === key);
    expect(mine.map(row => row.id.replace(`${key}/`, ''))).toEqual(own.ids);
  }
  expect(new Set(rows.map(row => row.id)).size).toBe(rows.length);
  const step = Math.ceil(rows.length / 25);
  for (const row of rows.filter((_, at) => at % step === 0)) {
    const opened = await conversation.open({ sessionId: row.id, ...SHOWN }, call);
    expect(opened.row).toMatchObject({ id: row.id, profile: row.profile, label: row.label });
  }
  const facts = state.kind === 'open' ? state.facts : null;
  const counted = await Promise.all(members.map(({ file }) => file.facts()));
  expect(facts?.sessions).toBe(counted.reduce((sum, { sessions: count }) => sum + (count ?? NaN), 0));
});

test('a session that two profiles have is two rows, and each leads to its own', async () => {
  const home = makeHermesHome({ default: 'v23', copy: 'v23' });
  const db = new Database(profilePath(home, 'copy'));
  db.exec(`UPDATE sessions SET title = 'of the copy ' || id`);
  db.close();
  const { sessions, conversation, organise } = await openAll(home);
  const rows = await allRows(sessions);
  const [plain, addressed] = ['default', 'copy'].map(key => rows.filter(row => row.profile === key));
  expect(addressed?.map(row => row.id).sort()).toEqual(plain?.map(row => `copy/${row.id}`).sort());
  const id = plain?.[0]?.id ?? '';
  for (const [sessionId, isCopy] of [
    [id, false],
    [`copy/${id}`, true],
  ] as const) {
    const { row, segments } = await conversation.open({ sessionId, ...SHOWN }, call);
    expect([row.id, row.label.startsWith('of the copy ')]).toEqual([sessionId, isCopy]);
    expect(segments.every(segment => segment.sessionId.startsWith('copy/') === isCopy)).toBe(true);
    const { table, current } = await conversation.lineage({ sessionId }, call);
    const nodes = unpackLineage(table);
    expect([current, ...nodes.map(node => node.sessionId)].every(each => each.startsWith('copy/') === isCopy)).toBe(
      true,
    );
  }
  const { anchors } = await sessions.view(
    { view: EVERYTHING, anchorIds: [id, `copy/${id}`, 'nobody'], first: 0 },
    call,
  );
  expect(anchors.map(at => rows[at]?.id)).toEqual([id, `copy/${id}`, undefined]);
  const { ids } = await organise.idsOfView({ view: EVERYTHING }, call);
  expect(ids).toEqual(rows.map(row => row.id));
  const where = await sessions.where({ text: id, view: EVERYTHING, limit: 10 }, call);
  expect(where.found.slice(0, 2).map(({ row, index }) => [row.profile, rows[index]?.id])).toEqual([
    ['default', id],
    ['copy', `copy/${id}`],
  ]);
});

test('the very id and the very title are named first, in whatever profile, and a session known by its address', async () => {
  const home = makeHermesHome({ default: 'v23', copy: 'v23' });
  const seed = (name: string, sql: string) => {
    const db = new Database(profilePath(home, name));
    db.exec(sql);
    db.close();
  };
  const into = 'INSERT INTO sessions (id, source, title, started_at) VALUES';
  seed('default', `${into} ('wanted-2', 'cli', 'Wanted words', 1), ('both', 'cli', 'of the first', 1)`);
  seed('copy', `${into} ('wanted', 'cli', 'x', 1), ('y', 'cli', 'Words', 1), ('both', 'cli', 'of the copy', 1)`);
  const { sessions } = await openAll(home);
  const first = async (text: string) => {
    const { found } = await sessions.where({ text, view: EVERYTHING, limit: 1 }, call);
    return found.map(({ sessionId, row }) => [sessionId, row.profile]);
  };
  expect(await first('wanted')).toEqual([['wanted', 'copy']]);
  expect(await first('words')).toEqual([['y', 'copy']]);
  expect(await first('both')).toEqual([['both', 'default']]);
  expect(await first('copy/both')).toEqual([['copy/both', 'copy']]);
});

test('children are shown inside the row of their own profile', async () => {
  const { sessions } = await openAll(makeHermesHome({ default: 'v23', copy: 'v23' }));
  const rows = await allRows(sessions);
  const parent = rows.find(row => row.profile === 'copy' && row.nested > 0);
  const expanded = await allRows(sessions, { ...EVERYTHING, expanded: [parent?.id ?? ''] });
  const at = expanded.findIndex(row => row.id === parent?.id);
  expect(expanded[at]?.expanded).toBe(true);
  const inside = expanded.slice(at + 1, at + 1 + (parent?.nested ?? NaN));
  expect(inside.every(row => row.depth === 1 && row.profile === 'copy')).toBe(true);
  expect(expanded).toHaveLength(rows.length + inside.length);
});

test('changes go to the profile that has the conversation, and to one profile at a time', async () => {
  const home = makeHermesHome({ default: 'v23', copy: 'v23' });
  const { sessions, organise, usage, conversation } = await openAll(home);
  const rows = await allRows(sessions);
  const row = rows.find(each => each.profile === 'copy' && !each.archived);
  const id = row?.id ?? '';
  const archived = () =>
    ['default', 'copy'].map(name => {
      const db = new Database(profilePath(home, name), { readonly: true });
      const count = db.prepare<[string], number>('SELECT archived FROM sessions WHERE id = ?').pluck();
      const value = count.get(id.replace('copy/', ''));
      db.close();
      return value;
    });
  const { undoToken } = await organise.setArchived({ ids: [id], on: true }, call);
  expect(archived()).toEqual([0, 1]);
  await organise.undo({ jobId: 'undo', token: undoToken ?? '' }, call);
  expect(archived()).toEqual([0, 0]);
  const both = [rows.find(each => each.profile === 'default')?.id ?? '', id];
  await expect(organise.setArchived({ ids: both, on: true }, call)).rejects.toMatchObject({ code: 'choose-profile' });
  const plan = await organise.deletionPlan({ ids: [id], unit: 'conversation' }, call);
  expect(plan.names[0]?.id).toBe(id);
  await expect(async () => usage.totals({}, call)).rejects.toMatchObject({ code: 'choose-profile' });
  const part = { kind: 'content' } as const;
  const text = async (sessionId?: string) =>
    conversation.text({ sessionId, messageId: 1, part, offset: 0, length: 10 }, call);
  await expect(text()).rejects.toMatchObject({ code: 'choose-profile' });
  const opened = ['default', 'copy'].map(name => {
    const db = new Database(profilePath(home, name));
    db.prepare('UPDATE messages SET content = ? WHERE id = 1').run(`in ${name}`);
    db.close();
    return both.find(each => each.startsWith('copy/') === (name === 'copy'));
  });
  expect(await Promise.all(opened.map(each => text(each)))).toMatchObject([
    { text: 'in default' },
    { text: 'in copy' },
  ]);
});

test('search finds in all profiles, by time in one order', async () => {
  const { search, conversation } = await openAll(makeHermesHome({ default: 'v23', old: 'v11', work: 'v20' }));
  const input = { text: 'docker', sort: 'newest', sources: [], roles: [], stage: 'substring', limit: 200 } as const;
  const { groups, hits, conversations } = await search.messages({ ...input, sources: [], roles: [] }, call);
  expect(new Set(groups.map(group => group.profile)).size).toBeGreaterThan(1);
  const times = groups.map(group => group.hits[0]?.timestamp ?? 0);
  expect(times).toEqual([...times].sort((a, b) => b - a));
  expect([groups.length, groups.reduce((sum, group) => sum + group.hitCount, 0)]).toEqual([conversations, hits]);
  for (const group of groups.slice(0, 3)) {
    const { row } = await conversation.open({ sessionId: group.hits[0]?.sessionId ?? '', ...SHOWN }, call);
    expect([row.id, row.profile]).toEqual([group.conversationId, group.profile]);
  }
  const titles = await search.titles({ text: 'a', sort: 'newest', sources: [], roles: [] }, call);
  expect(titles.conversations.length).toBe(Math.min(50, titles.total));
});

test('a profile that cannot be opened is named, does not take the others away, and comes back', async () => {
  const home = makeHermesHome({ default: 'v23', bad: 'broken', work: 'v20' });
  const { manager, state, sessions } = await openAll(home);
  const mergedOf = (of: typeof state) => (of.kind === 'open' ? of.facts.merged : undefined);
  expect(mergedOf(state)?.map(({ key, failure }) => [key, failure?.code])).toEqual([
    ['default', undefined],
    ['bad', 'db-not-a-database'],
    ['work', undefined],
  ]);
  const before = await allRows(sessions);
  expect(new Set(before.map(row => row.profile))).toEqual(new Set(['default', 'work']));
  copyFileSync(fixturePath('v11'), `${profilePath(home, 'bad')}.new`);
  renameSync(`${profilePath(home, 'bad')}.new`, profilePath(home, 'bad'));
  expect(mergedOf(await manager.retry())?.every(({ failure }) => failure === null)).toBe(true);
  expect((await allRows(sessions)).length).toBeGreaterThan(before.length);
  const left = manager.profiles?.readable ?? [];
  await manager.openChoice(manager.choices()[0]?.key ?? '');
  expect(manager.profiles).toBeNull();
  for (const { file } of left) await expect(file.facts()).rejects.toMatchObject({ code: 'no-database' });
});

test('what happens to one profile while all are open shows in the view', async () => {
  const home = makeHermesHome({ default: 'v23', work: 'v20' });
  const { manager, sessions, changes } = await openAll(home);
  const before = await sessions.view({ view: EVERYTHING, anchorIds: [], first: 1 }, call);
  const db = new Database(profilePath(home, 'work'));
  onTestFinished(() => void db.close());
  db.exec(`INSERT INTO sessions (id, source, started_at) VALUES ('brand-new', 'cli', ${String(Date.now() / 1000)})`);
  await vi.waitFor(() => expect(changes).toHaveBeenCalled(), { timeout: 20_000 });
  await vi.waitFor(
    async () => {
      const after = await sessions.view({ view: EVERYTHING, anchorIds: ['brand-new'], first: 1 }, call);
      expect([after.total, after.revision > before.revision]).toEqual([before.total + 1, true]);
      expect(after.anchors[0]).toBeGreaterThanOrEqual(0);
    },
    { timeout: 20_000 },
  );
  db.pragma('foreign_keys = OFF');
  db.exec('ALTER TABLE sessions RENAME TO away');
  const keys = () => manager.profiles?.readable.map(({ key }) => key);
  await vi.waitFor(() => expect(keys()).toEqual(['default']), { timeout: 20_000 });
  expect((await allRows(sessions)).every(row => row.profile === 'default')).toBe(true);
  db.exec('ALTER TABLE away RENAME TO sessions');
  await vi.waitFor(() => expect(keys()).toEqual(['default', 'work']), { timeout: 20_000 });
});

test('a profile that another program locks leaves the view until it is free, and the others stay', async () => {
  const home = makeHermesHome({ default: 'v23', work: 'v20' });
  const { manager, sessions } = await openAll(home);
  const before = await allRows(sessions);
  const db = new Database(profilePath(home, 'work'));
  onTestFinished(() => void db.close());
  db.exec(`BEGIN EXCLUSIVE; UPDATE sessions SET started_at = started_at`);
  const other = { ...EVERYTHING, filter: 'words that were not asked for before' };
  await expect(sessions.view({ view: other, anchorIds: [], first: 1 }, call)).rejects.toMatchObject({
    code: 'db-locked',
  });
  const rows = await allRows(sessions);
  expect(rows.map(row => row.id)).toEqual(before.filter(row => row.profile === 'default').map(row => row.id));
  db.exec('ROLLBACK');
  await manager.retry();
  expect((await allRows(sessions)).map(row => row.id)).toEqual(before.map(row => row.id));
});
