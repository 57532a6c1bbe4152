/** What is known of the page that calls. */
export interface Caller {
  once(event: 'destroyed', listener: () => void): unknown;
}

/** A call under way. */
export interface RunningCall {
  /** Aborted when the caller lost interest or its page is gone. */
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/**
 * The calls under way, by the page that made them. Ids come from the page and are not checked yet: anything may be one,
 * and none is ever turned into text.
 */
export class RunningCalls {
  readonly #callers = new Map<Caller, Map<unknown, AbortController>>();

  /** Notes a call. A page that was loaded again counts from the start: the latest call of an id is the one meant. */
  begin(caller: Caller, callId: unknown): RunningCall {
    const calls = this.#callsOf(caller);
    const controller = new AbortController();
    calls.set(callId, controller);
    return {
      signal: controller.signal,
      end: () => {
        if (calls.get(callId) === controller) calls.delete(callId);
      },
    };
  }

  /** Aborts a call; an id that no call has names nothing. */
  abort(caller: Caller, callId: unknown): void {
    this.#callers.get(caller)?.get(callId)?.abort();
  }

  /** Aborts every call of every page. */
  abortAll(): void {
    for (const calls of this.#callers.values()) abortEach(calls);
  }

  /** One listener for each page, however many calls it makes. */
  #callsOf(caller: Caller): Map<unknown, AbortController> {
    const known = this.#callers.get(caller);
    if (known !== undefined) return known;
    const calls = new Map<unknown, AbortController>();
    this.#callers.set(caller, calls);
    caller.once('destroyed', () => {
      this.#callers.delete(caller);
      abortEach(calls);
    });
    return calls;
  }
}

function abortEach(calls: ReadonlyMap<unknown, AbortController>): void {
  for (const controller of calls.values()) controller.abort();
}
