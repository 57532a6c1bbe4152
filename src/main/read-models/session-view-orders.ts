import type { SessionSort } from '../../shared/contract/sessions.ts';
import type { Conversation } from './conversation-index-build.ts';
import { addedInOrder, byNumber, byTitle, replacedInOrder, tieOrder } from './session-view-order.ts';
import { TitlePlaces } from './session-view-titles.ts';

/** In the order in which they are worked out ahead. */
const SORTS: readonly SessionSort[] = ['activity', 'started', 'cost', 'tokens', 'messages', 'title'];

type Known = ReadonlyMap<SessionSort, readonly Conversation[]>;

/** Conversations in every order: each is worked out when it is asked for, or before, in small steps. */
export class SessionOrders {
  readonly #conversations: readonly Conversation[];
  readonly #orders: Map<SessionSort, readonly Conversation[]>;
  #earlierTitles: ReadonlySet<string>;
  #base: readonly Conversation[] | null = null;
  #titles: TitlePlaces | null = null;

  /**
   * @param orders - those that are known.
   * @param earlierTitles - of an earlier state of the same list, in order: they make sorting cheap.
   */
  constructor(
    conversations: readonly Conversation[],
    orders: Known = new Map(),
    earlierTitles: ReadonlySet<string> = new Set(),
  ) {
    this.#conversations = conversations;
    this.#orders = new Map(orders);
    this.#earlierTitles = earlierTitles;
  }

  /** An order where it is worked out. */
  get(sort: SessionSort): readonly Conversation[] | undefined {
    return this.#orders.get(sort);
  }

  /** An order, pinned conversations first. */
  of(sort: SessionSort): readonly Conversation[] {
    const known = this.#orders.get(sort);
    if (known !== undefined) return known;
    const made = sort === 'title' ? this.#byTitle() : byNumber(this.#tieOrder(), sort);
    this.#orders.set(sort, made);
    return made;
  }

  /** Does a little of what may be asked for later, some milliseconds; false once there is nothing left to do. */
  step(): boolean {
    const next = SORTS.find(sort => !this.#orders.has(sort));
    if (next === undefined) return false;
    if (next !== 'title' || !this.#titlePlaces().step()) this.of(next);
    return true;
  }

  /** Those orders of a newer state that are known of this one. */
  replaced(conversations: readonly Conversation[], news: ReadonlyMap<Conversation, Conversation>): SessionOrders {
    return this.#followed(conversations, (ordered, sort) => replacedInOrder(ordered, sort, news));
  }

  /** The same where conversations were added. */
  added(conversations: readonly Conversation[], news: readonly Conversation[]): SessionOrders {
    return this.#followed(conversations, (ordered, sort) => addedInOrder(ordered, sort, news));
  }

  /** Orders of a list that was read anew and may share nothing with this one but titles. */
  anew(conversations: readonly Conversation[]): SessionOrders {
    const titles = new Set<string>();
    // Pinned ones stand before the others, out of the order of the titles.
    for (const { title, pinned } of this.#orders.get('title') ?? []) if (title !== null && !pinned) titles.add(title);
    return new SessionOrders(conversations, new Map(), titles);
  }

  #followed(
    conversations: readonly Conversation[],
    follow: (ordered: readonly Conversation[], sort: SessionSort) => readonly Conversation[],
  ): SessionOrders {
    const orders = [...this.#orders].map(([sort, ordered]) => [sort, follow(ordered, sort)] as const);
    return new SessionOrders(conversations, new Map(orders), this.#earlierTitles);
  }

  #tieOrder(): readonly Conversation[] {
    this.#base ??= tieOrder(this.#conversations);
    return this.#base;
  }

  #byTitle(): readonly Conversation[] {
    const made = byTitle(this.#tieOrder(), this.of('activity'), this.#titlePlaces().finish());
    this.#titles = null;
    this.#earlierTitles = new Set();
    return made;
  }

  #titlePlaces(): TitlePlaces {
    this.#titles ??= new TitlePlaces(titlesOf(this.#conversations), this.#earlierTitles);
    return this.#titles;
  }
}

function titlesOf(conversations: readonly Conversation[]): Set<string> {
  const titles = new Set<string>();
  for (const { title } of conversations) if (title !== null) titles.add(title);
  return titles;
}
