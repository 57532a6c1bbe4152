/**
 * Heights of many rows with fast sums: a Fenwick tree. Reading a position, finding the row at a position and changing
 * a height each take O(log n), so that 50,000 measured rows cost no more than fifty. Heights are CSS pixels.
 */
export class HeightTable {
  readonly length: number;
  readonly #heights: Float64Array;
  readonly #sums: Float64Array;

  /** @param heights one estimate for each row; taken over, not copied. */
  constructor(heights: Float64Array) {
    this.length = heights.length;
    this.#heights = heights;
    this.#sums = new Float64Array(heights.length + 1);
    for (let at = 1; at <= heights.length; at += 1) {
      this.#sums[at] = (this.#sums[at] ?? 0) + (heights[at - 1] ?? 0);
      const parent = at + (at & -at);
      if (parent <= heights.length) this.#sums[parent] = (this.#sums[parent] ?? 0) + (this.#sums[at] ?? 0);
    }
  }

  /** Height of a row; 0 outside the table. */
  height(index: number): number {
    return this.#heights[index] ?? 0;
  }

  /** Sum of the heights before a row; of all rows where `index` is past the end. */
  before(index: number): number {
    let sum = 0;
    for (let at = Math.max(0, Math.min(index, this.length)); at > 0; at -= at & -at) sum += this.#sums[at] ?? 0;
    return sum;
  }

  /** Sum of all heights. */
  get total(): number {
    return this.before(this.length);
  }

  /** Changes one height; answers whether it was another one before. */
  set(index: number, height: number): boolean {
    const change = height - this.height(index);
    if (change === 0 || index < 0 || index >= this.length) return false;
    this.#heights[index] = height;
    for (let at = index + 1; at <= this.length; at += at & -at) this.#sums[at] = (this.#sums[at] ?? 0) + change;
    return true;
  }

  /** The row that covers a position: the first for one above all, the last for one below all; -1 in an empty table. */
  indexAt(position: number): number {
    let index = 0;
    let rest = position;
    for (let step = 2 ** Math.floor(Math.log2(Math.max(1, this.length))); step >= 1; step /= 2) {
      const next = index + step;
      const sum = this.#sums[next] ?? 0;
      if (next <= this.length && sum <= rest) {
        index = next;
        rest -= sum;
      }
    }
    return Math.min(index, this.length - 1);
  }
}
