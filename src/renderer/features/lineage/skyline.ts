interface Step {
  readonly from: number;
  readonly to: number;
  readonly y: number;
}

/**
 * The lower edge of what has been placed so far, for things that are placed from right to left: none begins further
 * right than the one before it. y grows downwards.
 */
export class Skyline {
  readonly #floor: number;
  /** The leftmost step is the last. */
  readonly #steps: Step[] = [];

  constructor(floor: number) {
    this.#floor = floor;
  }

  /** Places something as high as it goes. @returns the y of its top. */
  drop(x: number, width: number, height: number): number {
    const end = x + width;
    let top = this.#floor;
    for (let step = this.#steps.at(-1); step !== undefined && step.from < end; step = this.#steps.at(-1)) {
      top = Math.max(top, step.y);
      this.#steps.pop();
      if (step.to > end) {
        this.#steps.push({ from: end, to: step.to, y: step.y });
        break;
      }
    }
    this.#steps.push({ from: x, to: end, y: top + height });
    return top;
  }
}
