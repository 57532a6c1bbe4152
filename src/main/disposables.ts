/** Something that must be undone. */
export type Disposer = () => void | Promise<void>;

/** Undoes what was set up, last in first out. Every disposer runs, even where one before it failed. */
export class Disposables {
  readonly #disposers: Disposer[] = [];

  /** Remembers how to undo something. */
  add(disposer: Disposer): void {
    this.#disposers.push(disposer);
  }

  /**
   * Runs all disposers once, the newest first.
   *
   * @throws AggregateError with every failure, after all have run.
   */
  async dispose(): Promise<void> {
    const failures: unknown[] = [];
    for (let disposer = this.#disposers.pop(); disposer !== undefined; disposer = this.#disposers.pop()) {
      try {
        await disposer();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some parts could not be shut down');
  }
}
