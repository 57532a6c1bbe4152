import type { Database } from 'better-sqlite3';
import type { Library } from '../../src/main/library/library.ts';
import { openBare, timeOf } from '../lane/open-bare.ts';
import { openLibrary } from '../lane/open-library.ts';
import type { BenchContext, Measurement } from '../measurement.ts';
import { median, spread } from '../statistics.ts';
import { AppWindow } from '../window/app-window.ts';

const OPENINGS = 3;
const WINDOW = 100;
const CANDIDATES = 60;
/** More rows than are pinned. */
const MANY = 200;
/** Places in `ROLES` of those whose messages are items of their own. */
const SPOKEN = [0, 1];
/** Longer messages are no good for taking a word from. */
const SHORT_BYTES = 20_000;
const ALL = {
  scope: 'all',
  filter: '',
  sort: 'messages',
  sources: [],
  models: [],
  states: [],
  showArchived: true,
  showChildren: true,
} as const;

/** A message in the middle of the longest lineage, and a word that leads to it. */
export interface MiddleHit {
  readonly messageId: number;
  readonly word: string;
  readonly items: number;
  readonly segments: readonly string[];
}

/** A click on a hit in the middle of the longest lineage until that message is painted; each time in a new process. */
export const openAtHit: Measurement<'open-at-hit'> = {
  ids: ['open-at-hit'],
  limitMs: 150_000,
  run: async context => {
    const hit = await findMiddleHit(context);
    const bare = openBare(context, context.database.path);
    const times: number[] = [];
    const floors: number[] = [];
    for (let at = 0; at < OPENINGS; at += 1) {
      floors.push(timeOf(() => readPlainly(bare, hit)));
      const app = await AppWindow.open(context, context.database.path);
      await app.prepareSearch(hit.word);
      times.push(await app.hitToPaint(hit.messageId));
      await app.requireInView(hit.messageId);
      await app.window.close();
    }
    return {
      'open-at-hit': {
        value: median(times),
        unit: 'ms',
        floor: median(floors),
        note: `${hit.items} items in ${hit.segments.length} segments, ${spread(times)}`,
      },
    };
  },
};

/** @throws Error where no message there has a word of its own. */
export async function findMiddleHit(context: BenchContext): Promise<MiddleHit> {
  const library = await openLibrary(context, context.database.path);
  const bare = openBare(context, context.database.path);
  const { skeleton, segments } = await library.read('conversationOpen', {
    sessionId: await longestConversation(library),
    showRewound: false,
    showBookkeeping: false,
  });
  const middle = Math.floor(skeleton.ids.length / 2);
  for (let at = middle; at < Math.min(middle + CANDIDATES, skeleton.ids.length); at += 1) {
    if (!SPOKEN.includes(skeleton.roles[at] ?? -1)) continue;
    const messageId = skeleton.ids[at] ?? 0;
    const word = await wordThatFinds(library, bare, messageId);
    if (word === null) continue;
    await library.close();
    return { messageId, word, items: skeleton.ids.length, segments: segments.map(segment => segment.sessionId) };
  }
  throw new Error('No message in the middle of the longest conversation can be found by a word of its own.');
}

/** Pinned ones come first, whatever the order. */
async function longestConversation(library: Library): Promise<string> {
  const view = { ...ALL, sources: [], models: [], states: [] };
  const { rows } = await library.read('sessionsView', { view, anchorIds: [], first: MANY });
  const [longest] = rows.toSorted((a, b) => b.messages - a.messages);
  if (longest === undefined) throw new Error('There is no conversation.');
  return longest.id;
}

async function wordThatFinds(library: Library, bare: Database, messageId: number): Promise<string | null> {
  const text = bare
    .prepare('SELECT content FROM messages WHERE id = ? AND octet_length(content) <= ?')
    .pluck()
    .get(messageId, SHORT_BYTES);
  const words = typeof text === 'string' ? text.split(/[^\p{L}\p{N}]+/u).filter(word => word.length >= 8) : [];
  for (const word of words.reverse()) {
    const { groups } = await library.search('searchMessages', {
      text: word,
      sort: 'newest',
      sources: [],
      roles: [],
      stage: 'full-text',
      limit: 2,
    });
    const hits = groups.flatMap(group => group.hits);
    if (hits.length === 1 && hits[0]?.messageId === messageId) return word;
  }
  return null;
}

/** What cannot be done without: what kind of rows there are, and the texts around the hit. */
function readPlainly(bare: Database, { segments, messageId }: MiddleHit): void {
  const rows = bare
    .prepare('SELECT id, role, octet_length(content) FROM messages WHERE session_id = ? ORDER BY id')
    .raw();
  for (const segment of segments) rows.all(segment);
  bare.prepare('SELECT * FROM messages WHERE id BETWEEN ? AND ?').all(messageId - WINDOW / 2, messageId + WINDOW / 2);
}
