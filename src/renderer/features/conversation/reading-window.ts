import { driftFor, pickAnchor, rowsInView, rowTop, takeUpDrift } from './anchoring.ts';
import type { Anchor, RowRange } from './anchoring.ts';
import type { HeightTable } from './height-table.ts';
import { keepHeights, placeInArticle, settleEarly } from './reading-window-parts.ts';
import type { RangeChange, Target, WindowParts, WindowRows } from './reading-window-parts.ts';

interface Callbacks {
  /** Other rows are to be mounted. */
  onRange(range: RowRange, how: RangeChange): void;
  /** The reader looks at another place. */
  onView(view: { first: number; atEnd: boolean }): void;
}

type Mode = { kind: 'end' } | { kind: 'anchor'; anchor: Anchor } | { kind: 'target'; target: Target; anchor: Anchor };

const NO_ROWS: RowRange = { start: 0, end: 0 };
const OVERSCAN = 320;
const IDLE_MS = 140;
const END_SLACK = 24;
const MOST_DRIFT = 2000;

/**
 * Places the rows of a conversation in a scroll. Three ways to stand: at the end, which is followed; on an anchor, a
 * row that does not move whatever happens above or below it; on a target, until it has been laid out and the reader
 * takes over. Knows nothing of React: it is told which rows are mounted, and says which should be. It does its own
 * windowing, unlike the lists (ui/virtual-list.tsx), because bodies are measured late and must never move what is read.
 */
export class ReadingWindow {
  #table: WindowRows;
  #drift = 0;
  #mode: Mode = { kind: 'end' };
  /** Nothing is wanted before it is known where to stand. */
  #isPlaced = false;
  #wanted: RowRange = NO_ROWS;
  /** What the block holds now; React mounts what is wanted a little later. */
  #mounted: RowRange = NO_ROWS;
  /** What was read of the document last; reading after writing would lay it out once more. */
  #seen = { top: 0, width: 0, height: 0, head: 0, tail: 0 };
  #spacerHeight = 0;
  #setTop = -1;
  #focusPending = false;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #widening = 0;
  #isLeaping = false;
  readonly #parts: WindowParts;
  readonly #callbacks: Callbacks;
  readonly #resized: ResizeObserver;
  readonly #changed = new MutationObserver(() => this.settle());
  readonly #rows = new Map<Element, number>();
  readonly #undo: (() => void)[] = [];

  /** @param rows taken over, not copied. */
  constructor(parts: WindowParts, rows: WindowRows, callbacks: Callbacks) {
    this.#parts = parts;
    this.#seen.width = parts.scroller.clientWidth;
    this.#table = rows;
    this.#callbacks = callbacks;
    this.#resized = new ResizeObserver(() => this.settle());
    this.#resized.observe(parts.scroller);
    const { scroller } = parts;
    const listen = (name: string, listener: (event: Event) => void): void => {
      scroller.addEventListener(name, listener, { passive: true });
      this.#undo.push(() => scroller.removeEventListener(name, listener));
    };
    listen('scroll', () => this.#onScroll());
    for (const name of ['wheel', 'touchstart', 'keydown', 'pointerdown']) listen(name, () => this.#leaveTarget());
    listen('click', event => this.#holdClicked(event.target));
    this.#undo.push(settleEarly(parts, this.#changed, () => this.settle()));
  }

  get #heights(): HeightTable {
    return this.#table.heights;
  }

  /** Ends all listening. */
  dispose(): void {
    clearTimeout(this.#idle);
    cancelAnimationFrame(this.#widening);
    this.#resized.disconnect();
    for (const undo of this.#undo) undo();
  }

  /** Index of the row with an id; -1 where there is none. */
  indexOf(id: number): number {
    return this.#table.index.of(id);
  }

  /** Index of the first row that is at least partly in view. */
  get firstInView(): number {
    return Math.max(0, this.#heights.indexAt(this.#view().top - this.#drift));
  }

  /** Width of the scroller when it was laid out last, in pixels. */
  get width(): number {
    return this.#seen.width;
  }

  /** Height of all rows together, in pixels. */
  get length(): number {
    return this.#heights.total;
  }

  /** Where each row begins, as a part of the whole: 0 to 1. */
  fractions(): Float64Array {
    const fractions = new Float64Array(this.#heights.length);
    const total = Math.max(1, this.#heights.total);
    let top = 0;
    fractions.forEach((_, index) => {
      fractions[index] = top / total;
      top += this.#heights.height(index);
    });
    return fractions;
  }

  /** Goes to the row at a part of the whole, 0 to 1. */
  goToFraction(part: number): void {
    const index = Math.max(0, this.#heights.indexAt(part * this.#heights.total));
    this.goTo({ index, messageId: this.#table.ids[index] ?? -1, align: 'center', focus: false });
  }

  /** Height of a row as far as it is known, in pixels. */
  estimateOf(id: number): number {
    return this.#heights.height(this.indexOf(id));
  }

  /** True where the last row is in sight. */
  get isAtEnd(): boolean {
    return this.#seen.top >= this.#endTop() - END_SLACK;
  }

  /** The row that does not move, and how far its top is below the top of the view; null at the end. */
  get place(): { id: number; index: number; offset: number } | null {
    if (this.#mode.kind === 'end') return null;
    const { index, top } = this.#mode.anchor;
    return { id: this.#table.ids[index] ?? -1, index, offset: top - this.#seen.top };
  }

  /**
   * Takes other rows. What the reader looks at stays in its place, or what came before it where it is gone.
   *
   * @param mounted - which of them the block holds.
   */
  replaceRows(rows: WindowRows, mounted: RowRange): void {
    const [before, mode] = [this.#table, this.#mode];
    this.#mounted = mounted;
    this.#wanted = mounted;
    keepHeights(rows, before);
    this.#table = rows;
    if (mode.kind !== 'end') this.#mode = this.#movedMode(mode, before.ids);
    this.settle();
    // Many rows came above: the drift would make the top of the conversation hard to reach.
    if (Math.abs(this.#drift) > MOST_DRIFT) this.#takeUpDrift();
  }

  #movedMode(mode: Exclude<Mode, { kind: 'end' }>, ids: Float64Array): Mode {
    for (let at = mode.anchor.index; at >= 0; at -= 1) {
      const index = this.indexOf(ids[at] ?? -1);
      if (index === -1) continue;
      const anchor = { index, top: mode.anchor.top };
      return mode.kind === 'target' && at === mode.anchor.index
        ? { ...mode, target: { ...mode.target, index }, anchor }
        : { kind: 'anchor', anchor };
    }
    return { kind: 'anchor', anchor: { index: 0, top: mode.anchor.top } };
  }

  /** Goes to the end and follows it. */
  goToEnd(): void {
    this.#isPlaced = true;
    this.#mode = { kind: 'end' };
    this.settle();
  }

  /** Goes to a row; it is kept in its place until the reader scrolls. */
  goTo(target: Target): void {
    this.#isPlaced = true;
    this.#focusPending = target.focus;
    const top = rowTop(this.#heights, this.#drift, target.index);
    this.#mode = { kind: 'target', target, anchor: { index: target.index, top } };
    this.settle();
  }

  /** Puts the top of a row so many pixels below the top of the view. */
  restore(index: number, offset: number): void {
    this.#isPlaced = true;
    const top = rowTop(this.#heights, this.#drift, index);
    this.#mode = { kind: 'anchor', anchor: { index, top } };
    // There is nothing to scroll in before the rows have their room.
    this.#place();
    this.#scrollTo(top - offset);
    this.settle();
  }

  /** Tells which element shows the row with an id; answers the function that forgets it. */
  watch(element: Element, id: number): () => void {
    this.#rows.set(element, id);
    this.#resized.observe(element);
    return () => {
      this.#rows.delete(element);
      this.#resized.unobserve(element);
    };
  }

  /** Tells which rows the block holds now. */
  commit(mounted: RowRange): void {
    this.#mounted = mounted;
    this.settle();
    // What was mounted or taken away just now has been seen to.
    this.#changed.takeRecords();
    // An image has its room only when its address has been looked at, which the browser does right after this.
    if (this.#parts.block.querySelector('img') !== null) queueMicrotask(() => this.settle());
  }

  /** Lays everything out from what the mounted rows measure now. Called whenever one of them may have changed. */
  settle(): void {
    if (!this.#isPlaced) return;
    for (const [element, id] of this.#rows) this.#heights.set(this.indexOf(id), element.getBoundingClientRect().height);
    this.#read();
    if (this.#mode.kind === 'end') {
      this.#drift = 0;
      this.#place();
      if (Math.abs(this.#seen.top - this.#endTop()) >= 1) this.#scrollTo(this.#endTop());
    } else {
      this.#drift = driftFor(this.#heights, this.#mode.anchor);
      this.#place();
      if (this.#mode.kind === 'target') this.#align(this.#mode.target);
      if (this.#mode.kind === 'target' || this.#isTopInTheWay()) this.#takeUpDrift();
    }
    this.#update(false);
  }

  #read(): void {
    const { scroller, spacer } = this.#parts;
    const { scrollTop: top, clientWidth: width, clientHeight: height, scrollHeight } = scroller;
    const head = spacer.offsetTop;
    this.#seen = { top, width, height, head, tail: Math.max(0, scrollHeight - head - this.#spacerHeight) };
  }

  /** The scroll position that shows the end. */
  #endTop(): number {
    const { head, tail, height } = this.#seen;
    return Math.max(0, head + this.#spacerHeight + tail - height);
  }

  #view(): { top: number; bottom: number } {
    const { top, height, head } = this.#seen;
    return { top, bottom: top + height - head };
  }

  #place(): void {
    const { spacer, block } = this.#parts;
    this.#spacerHeight = Math.max(0, this.#heights.total + this.#drift);
    const height = `${this.#spacerHeight}px`;
    const start = rowTop(this.#heights, this.#drift, this.#mounted.start);
    // A million pixels down a length keeps no fraction of a pixel: the fraction goes where it is kept.
    const top = `${Math.floor(start)}px`;
    const rest = `${start - Math.floor(start)}px`;
    if (spacer.style.height !== height) spacer.style.height = height;
    if (block.style.top !== top) block.style.top = top;
    if (block.style.marginTop !== rest) block.style.marginTop = rest;
  }

  #scrollTo(top: number): void {
    const { scroller } = this.#parts;
    scroller.scrollTop = top;
    this.#setTop = scroller.scrollTop;
    this.#seen.top = this.#setTop;
  }

  #align({ index, messageId, align }: Target): void {
    const { scroller, block, spacer } = this.#parts;
    const article = block.querySelector(`[data-message-id="${String(messageId)}"]`);
    this.#giveFocus(article);
    const view = this.#view();
    const room = view.bottom - view.top;
    let top = rowTop(this.#heights, this.#drift, index);
    let height = this.#heights.height(index);
    if (article !== null) {
      const box = placeInArticle(article, room);
      top = box.top - scroller.getBoundingClientRect().top + scroller.scrollTop - spacer.offsetTop;
      height = box.height;
    }
    const gap = align === 'start' || height > room ? 8 : (room - height) / 2;
    this.#scrollTo(Math.round(top - gap));
  }

  #giveFocus(article: Element | null): void {
    if (!this.#focusPending || !(article instanceof HTMLElement) || article.ariaBusy === 'true') return;
    this.#focusPending = false;
    article.focus({ preventScroll: true });
  }

  #takeUpDrift(): void {
    if (this.#mode.kind === 'end' || this.#drift === 0) return;
    const taken = takeUpDrift(this.#seen.top, this.#drift);
    this.#drift = taken.drift;
    const { index } = this.#mode.anchor;
    this.#mode = { ...this.#mode, anchor: { index, top: rowTop(this.#heights, this.#drift, index) } };
    this.#place();
    this.#scrollTo(taken.scrollTop);
  }

  #onScroll(): void {
    if (!this.#isPlaced) return;
    this.#read();
    const isOurs = Math.abs(this.#seen.top - this.#setTop) < 1;
    if (!isOurs) this.#stand();
    this.#update(true);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      this.#takeUpDrift();
      this.#update(false);
    }, IDLE_MS);
  }

  /** True where the first row stands lower than the top, or cannot be reached by scrolling. */
  #isTopInTheWay(): boolean {
    const { top } = this.#seen;
    return this.#mounted.start === 0 && (top <= 0 || this.#drift > top);
  }

  /** Takes up the place that the reader scrolled to: the end, the very top, or a row in view. */
  #stand(): void {
    this.#setTop = -1;
    if (this.isAtEnd) {
      this.#mode = { kind: 'end' };
      return;
    }
    if (this.#seen.top <= 0 && this.#mounted.start > 0) {
      this.#drift = 0;
      this.#place();
    }
    this.#mode = { kind: 'anchor', anchor: pickAnchor(this.#heights, this.#drift, this.#view()) };
  }

  #leaveTarget(): void {
    if (this.#mode.kind === 'target') this.#mode = { kind: 'anchor', anchor: this.#mode.anchor };
  }

  /** What was clicked stays under the pointer, whatever opens or closes. What is out of sight moves nothing in sight. */
  #holdClicked(target: EventTarget | null): void {
    if (!(target instanceof Element) || !this.#isInSight(target)) return;
    for (const [element, id] of this.#rows) {
      if (!element.contains(target)) continue;
      const index = this.indexOf(id);
      this.#mode = { kind: 'anchor', anchor: { index, top: rowTop(this.#heights, this.#drift, index) } };
    }
  }

  /** At first and after a leap what is in sight comes first, what lies around it when that has been painted. */
  #leap(): void {
    this.#isLeaping = true;
    cancelAnimationFrame(this.#widening);
    this.#widening = requestAnimationFrame(() => {
      this.#widening = requestAnimationFrame(() => {
        this.#isLeaping = false;
        this.#update(false);
      });
    });
  }

  #isInSight(element: Element): boolean {
    const view = this.#parts.scroller.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return box.bottom > view.top && box.top < view.bottom;
  }

  #update(urgent: boolean): void {
    const view = this.#view();
    const needed = rowsInView(this.#heights, this.#drift, view, 0);
    const isEmpty = needed.start < this.#mounted.start || needed.end > this.#mounted.end;
    if ((urgent || this.#mounted.end === 0) && !this.#isNearby(needed)) this.#leap();
    const range = this.#isLeaping ? needed : rowsInView(this.#heights, this.#drift, view, OVERSCAN);
    if (range.start !== this.#wanted.start || range.end !== this.#wanted.end) {
      this.#wanted = range;
      this.#callbacks.onRange(range, { isUrgent: urgent && isEmpty, isLeap: this.#isLeaping });
    }
    this.#callbacks.onView({ first: this.firstInView, atEnd: this.isAtEnd });
  }

  #isNearby(range: RowRange): boolean {
    return range.end > this.#mounted.start && range.start < this.#mounted.end;
  }
}
