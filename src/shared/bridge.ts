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
 * `target`: a link or the command line asks for a place. `menu`: an entry of the native menu was chosen.
 * `progress`: a long command has come further.
 */
export type ChangedEvent =
  | { readonly topic: 'data' | 'database' | 'preferences' | 'target' }
  | { readonly topic: 'menu'; readonly command: MenuCommand }
  | { readonly topic: 'progress'; readonly progress: JobProgress };

/** Commands of the window that the native menu has as well. */
export type MenuCommand =
  | 'palette'
  | 'shortcuts'
  | 'find'
  | 'search-messages'
  | 'export-all'
  | 'back'
  | 'forward'
  | 'go-sessions'
  | 'go-search'
  | 'go-dashboard'
  | 'go-settings';

/** How far a long command has come. Sent at most ten times a second. */
export interface JobProgress {
  /** As the caller named it in the command's input. */
  readonly jobId: string;
  /** A word for what is being done, such as `copying` or `rows`. */
  readonly phase: string;
  readonly done: number;
  /** 0 where it is not known. */
  readonly total: number;
  /** False while something runs that cannot be stopped half-way. */
  readonly canCancel: boolean;
}

/** What preload puts on `window.bridge`: three fixed verbs, whatever the features are. */
export interface Bridge {
  call(request: CallRequest): Promise<Reply<unknown>>;
  cancel(callId: number): void;
  /** Subscribes; the returned function unsubscribes. */
  onChanged(listener: (event: ChangedEvent) => void): () => void;
}
