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

const PLAIN = { showRewound: false, showBookkeeping: false } as const;

/** A message in the middle of the longest lineage, and a word that leads to it. */
export interface MiddleHit {
  readonly messageId: number;
  readonly word: string;
  /** A word that leads to a message of another conversation. */
  readonly otherWord: string;
  readonly items: number;
  readonly segments: readonly string[];
}

/**
 * A click on a hit in the middle of the longest lineage until that message is painted; each time in a new process. The
 * app reads the hit ahead that the keys would open: the note says how long one takes that it did not expect.
 */
export const openAtHit: Measurement<'open-at-hit'> = {
  ids: ['open-at-hit'],
  limitMs: 240_000,
  run: async context => {
    const hit = await findMiddleHit(context);
    const bare = openBare(context, context.database.path);
    const floors = Array.from({ length: OPENINGS }, () => timeOf(() => readPlainly(bare, hit)));
    const times: number[] = [];
    const unexpected: number[] = [];
    for (let at = 0; at < OPENINGS; at += 1) {
      times.push(await openOnce(context, hit, true));
      unexpected.push(await openOnce(context, hit, false));
    }
    return {
      'open-at-hit': {
        value: median(times),
        unit: 'ms',
        floor: median(floors),
        note: [
          `${hit.items} items in ${hit.segments.length} segments, ${spread(times)}`,
          `not expected: ${median(unexpected).toFixed(0)} (${spread(unexpected)})`,
        ].join('; '),
      },
    };
  },
};

/** @param isExpected - the keys would open it; else they have come to another hit. */
async function openOnce(context: BenchContext, hit: MiddleHit, isExpected: boolean): Promise<number> {
  const app = await AppWindow.open(context, context.database.path);
  await app.prepareSearch(isExpected ? hit.word : `${hit.word} OR ${hit.otherWord}`);
  if (!isExpected) await app.comeToOtherHit(hit.messageId);
  const ms = await app.hitToPaint(hit.messageId);
  await app.requireInView(hit.messageId);
  await app.window.close();
  return ms;
}

/** @throws Error where no message there has a word of its own. */
export async function findMiddleHit(context: BenchContext): Promise<MiddleHit> {
  const library = await openLibrary(context, context.database.path);
  const bare = openBare(context, context.database.path);
  const [longest = '', second = ''] = await longestConversations(library);
  const { skeleton, segments } = await openedWhole(library, longest);
  const found = await findWord({ library, bare }, skeleton);
  const other = await findWord({ library, bare }, (await openedWhole(library, second)).skeleton);
  await library.close();
  return {
    ...found,
    otherWord: other.word,
    items: skeleton.ids.length,
    segments: segments.map(segment => segment.sessionId),
  };
}

type Skeleton = Awaited<ReturnType<typeof openedWhole>>['skeleton'];

function openedWhole(library: Library, sessionId: string) {
  return library.read('conversationOpen', { sessionId, ...PLAIN });
}

/** A message in the middle of a conversation, and a word of its own. */
async function findWord({ library, bare }: { library: Library; bare: Database }, { ids, roles }: Skeleton) {
  const middle = Math.floor(ids.length / 2);
  for (let at = middle; at < Math.min(middle + CANDIDATES, ids.length); at += 1) {
    if (!SPOKEN.includes(roles[at] ?? -1)) continue;
    const messageId = ids[at] ?? 0;
    const word = await wordThatFinds(library, bare, messageId);
    if (word !== null) return { messageId, word };
  }
  throw new Error('No message in the middle of the conversation can be found by a word of its own.');
}

/** Ids of the conversations with most messages. Pinned ones come first, whatever the order. */
async function longestConversations(library: Library): Promise<string[]> {
  const view = { ...ALL, sources: [], models: [], states: [] };
  const { rows } = await library.read('sessionsView', { view, anchorIds: [], first: MANY });
  if (rows.length < 2) throw new Error('There are no two conversations.');
  return rows.toSorted((a, b) => b.messages - a.messages).map(({ id }) => id);
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
