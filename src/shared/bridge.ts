import type { Reply } from './errors.ts';

/** The one IPC channel on which procedures are called. */
export const CALL_CHANNEL = 'bridge:call';
/** Renderer to main: the caller of this id has lost interest. */
export const CANCEL_CHANNEL = 'bridge:cancel';
/** Main to renderer: something that is shown may have changed. */
export const CHANGED_CHANNEL = 'bridge:changed';

/** A procedure call as it crosses from renderer to main. */
export interface CallRequest {
  readonly callId: number;
  readonly feature: string;
  readonly method: string;
  readonly input: unknown;
}

/**
 * What main announces. `data`: another connection committed to the open file.
 * `database`: another file is open, or the open one changed state. `preferences`: a preference changed.
 */
export interface ChangedEvent {
  readonly topic: 'data' | 'database' | 'preferences';
}

/** What preload puts on `window.bridge`: three fixed verbs, whatever the features are. */
export interface Bridge {
  call(request: CallRequest): Promise<Reply<unknown>>;
  cancel(callId: number): void;
  /** Subscribes; the returned function unsubscribes. */
  onChanged(listener: (event: ChangedEvent) => void): () => void;
}
