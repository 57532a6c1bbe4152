import type { ConversationRow, SessionView } from '../../shared/contract/sessions.ts';
import { AppError } from '../../shared/errors.ts';
import type { ViewCounts } from '../read-models/session-filter-tally.ts';
import type { ViewKeys } from '../read-models/session-view-keys.ts';
import { mergeCounts } from './merged-counts.ts';
import { mergeOrders, type MergedOrder } from './merged-order.ts';
import type { OpenProfiles } from './open-profiles.ts';
import type { ReadableProfile } from './profile-member.ts';
import type { FoundSession, SessionBook } from './session-book.ts';

/** A view over several profiles, worked out. */
export interface MergedView {
  /** Changes whenever the rows of the view or their order may have changed. */
  readonly revision: number;
  readonly order: MergedOrder;
  readonly counts: ViewCounts;
  readonly lanes: readonly ViewLane[];
}

/** What one profile gives to a view. */
export interface ViewLane {
  readonly profile: ReadableProfile;
  /** The view as its lane knows it. */
  readonly view: SessionView;
  readonly revision: number;
  readonly keys: ViewKeys;
}

/** Views that are kept worked out: the ones a person goes to and fro between. */
const MAX_VIEWS = 6;
/** How often rows are asked for again because a file changed between its order and its rows. */
const ATTEMPTS = 5;

/** Works out views over several profiles: each profile's order is merged once for each state of the files. */
export class MergedViews {
  readonly #profiles: OpenProfiles;
  readonly #book: SessionBook;
  readonly #known = new Map<string, MergedView>();
  /** A time at first, so that what is opened anew does not repeat the numbers of what was open before. */
  #revision = Date.now();

  constructor(profiles: OpenProfiles, book: SessionBook) {
    this.#profiles = profiles;
    this.#book = book;
  }

  /**
   * Works a view out as it is now.
   *
   * @param anchorIds - sessions whose place is asked for; `anchors` answers with -1 for those that are not in the view.
   */
  async resolve(
    view: SessionView,
    anchorIds: readonly string[] = [],
    signal?: AbortSignal,
  ): Promise<{ merged: MergedView; anchors: number[] }> {
    const name = JSON.stringify(view);
    const known = this.#known.get(name);
    const asked = await this.#book.findAll(anchorIds, signal);
    const views = await this.#viewsOf(view, signal);
    const answers = await Promise.all(
      views.map(each => this.#ask(each, { known, anchorIds: asked.map(found => idIn(found, each.profile)) }, signal)),
    );
    const lanes = answers.map(({ lane }) => lane);
    const merged = known !== undefined && isSame(known.lanes, lanes) ? known : this.#merge(lanes);
    this.#keep(name, merged);
    const anchors = asked.map((found, at) => {
      const lane = lanes.findIndex(({ profile }) => profile.key === found?.profile.key);
      return merged.order.places[lane]?.[answers[lane]?.anchors[at] ?? -1] ?? -1;
    });
    return { merged, anchors };
  }

  /** The rows of a stretch of a view; null where a file changed meanwhile. */
  async rows(
    { order, lanes }: MergedView,
    { offset, limit }: { readonly offset: number; readonly limit: number },
    signal?: AbortSignal,
  ): Promise<ConversationRow[] | null> {
    const end = Math.min(order.rows.length, offset + limit);
    const wanted: number[][] = lanes.map(() => []);
    for (let at = offset; at < end; at += 1) wanted[order.lanes[at] ?? 0]?.push(order.rows[at] ?? 0);
    const answers = await Promise.all(lanes.map((lane, at) => this.#rowsOf(lane, wanted[at] ?? [], signal)));
    const queues = answers.map(rows => rows?.values());
    const rows: ConversationRow[] = [];
    for (let at = offset; at < end; at += 1) {
      const next = queues[order.lanes[at] ?? 0]?.next();
      if (next === undefined || next.done === true) return null;
      rows.push(next.value);
    }
    return rows;
  }

  /**
   * A view and its rows from one state of the files.
   *
   * @throws AppError `db-locked` where the files change faster than they can be read.
   */
  async resolveWithRows(
    view: SessionView,
    stretch: { readonly offset: number; readonly limit: number; readonly anchorIds?: readonly string[] },
    signal?: AbortSignal,
  ): Promise<{ merged: MergedView; anchors: number[]; rows: ConversationRow[] }> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { merged, anchors } = await this.resolve(view, stretch.anchorIds, signal);
      const rows = await this.rows(merged, stretch, signal);
      if (rows !== null) return { merged, anchors, rows };
    }
    throw new AppError('db-locked', 'The profiles change faster than they can be listed.', { hint: 'Try again.' });
  }

  /** What is expanded is named as windows know it. */
  async #viewsOf(view: SessionView, signal?: AbortSignal) {
    const expanded = view.expanded ?? [];
    const sorted = expanded.length === 0 ? null : await this.#book.sort(expanded, signal);
    return this.#profiles.readable.map(profile => ({
      profile,
      view: sorted === null ? view : { ...view, expanded: sorted.get(profile) ?? [] },
    }));
  }

  async #ask(
    { profile, view }: Pick<ViewLane, 'profile' | 'view'>,
    { known, anchorIds }: { readonly known: MergedView | undefined; readonly anchorIds: readonly string[] },
    signal?: AbortSignal,
  ): Promise<{ lane: ViewLane; anchors: number[] }> {
    const before = known?.lanes.find(lane => lane.profile.file === profile.file);
    const input = { view, anchorIds, known: before?.revision ?? null };
    const { library } = profile.file;
    const { revision, keys, anchors } = await this.#profiles.ask(profile, () =>
      library.read('sessionKeys', input, signal),
    );
    if (keys !== null) return { lane: { profile, view, revision, keys }, anchors };
    if (before === undefined) throw new AppError('internal', 'A profile did not say in which order its rows are.');
    return { lane: before, anchors };
  }

  async #rowsOf(
    { profile, view, revision }: ViewLane,
    at: readonly number[],
    signal?: AbortSignal,
  ): Promise<ConversationRow[] | null> {
    if (at.length === 0) return [];
    const { library } = profile.file;
    const answer = await this.#profiles.ask(profile, () => library.read('sessionRowsAt', { view, at }, signal));
    if (answer.revision !== revision) return null;
    return this.#book.addressed(profile, answer.rows, signal);
  }

  #merge(lanes: readonly ViewLane[]): MergedView {
    this.#revision += 1;
    return {
      revision: this.#revision,
      order: mergeOrders(lanes.map(({ keys }) => keys)),
      counts: mergeCounts(lanes.map(({ keys }) => keys.counts)),
      lanes,
    };
  }

  #keep(name: string, merged: MergedView): void {
    // Put last again: the one used least recently is dropped first.
    this.#known.delete(name);
    this.#known.set(name, merged);
    const oldest = this.#known.size > MAX_VIEWS ? this.#known.keys().next().value : undefined;
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}

function isSame(before: readonly ViewLane[], now: readonly ViewLane[]): boolean {
  return before.length === now.length && before.every((lane, at) => lane === now[at]);
}

/** An id that no session has, for a profile that is not meant. */
function idIn(found: FoundSession | null, profile: ReadableProfile): string {
  return found?.profile.key === profile.key ? found.id : '';
}
