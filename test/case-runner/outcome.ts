import type { Json } from './case-file.ts';

/** What an action gave, in the words of the cases; only what that kind of action gives is set. */
export interface Outcome {
  readonly call: string;
  /** The text that was typed, where one was. */
  readonly text?: string;
  readonly tookMs: number;
  /** Session ids of rows, in order. */
  readonly ids?: readonly string[];
  /** Message ids: in order for a conversation, of all hits for a search. */
  readonly messageIds?: readonly number[];
  readonly rows?: ReadonlyMap<string, ShownRow>;
  readonly hits?: readonly ShownHit[];
  readonly messages?: readonly ShownMessage[];
  /** Edge kind by session id. */
  readonly edges?: Readonly<Record<string, string>>;
  readonly nodes?: readonly string[];
  /** `data-value` by tile. */
  readonly tiles?: Readonly<Record<string, string>>;
  /** Input, output, cache read and cache write tokens together, by local day and by model. */
  readonly byDay?: Readonly<Record<string, number>>;
  readonly byModel?: Readonly<Record<string, number>>;
  readonly auxiliaryTokens?: number;
  readonly sessionsByCostState?: Readonly<Record<string, number>>;
  readonly exported?: ExportedFile;
  /** True where a new title was stored. */
  readonly renamed?: boolean;
  /** Why an action was refused; null where it was done. */
  readonly refusal?: string | null;
  /** Ids of sessions that are gone. */
  readonly deletes?: readonly string[];
  /** Text of the screen, for what it says about itself. */
  readonly says?: string;
  /** Error screen's code, or `open`, `welcome`. */
  readonly state?: string;
  readonly returned?: unknown;
  readonly threw?: string;
  readonly path?: string;
  readonly root?: string;
  readonly copiedLength?: number;
  readonly visible?: number;
  readonly offsetChangedPx?: number;
  readonly windowBounds?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly longestPauseMs?: number;
}

/** Says what does not hold of an outcome; null where all is well. */
export type Check = (expected: unknown, outcome: Outcome) => string | null;

/** What an action gave; the time is measured by the runner unless it says it itself. */
export type Found = Omit<Outcome, 'call' | 'tookMs'> & { readonly tookMs?: number };

/** A file that was exported. */
export interface ExportedFile {
  readonly text: string;
  /** Sessions of a file of records; null for a document. */
  readonly sessions: readonly Json[] | null;
  /** For a page: what `window.__pwned` is once it has been opened in a browser where everything is allowed. */
  readonly pwned?: unknown;
}

/** A row of the session list. */
export interface ShownRow {
  readonly costState: string;
  readonly preview: string;
}

/** A hit of the message search. */
export interface ShownHit {
  readonly messageId: number;
  readonly text: string;
  readonly marks: number;
  /** Tag names inside the hit, lower case. */
  readonly elements: readonly string[];
}

/** A message of the conversation. */
export interface ShownMessage {
  readonly id: number;
  readonly role: string;
  readonly text: string;
  /** Id of the message whose card holds this one; null for a message of its own. */
  readonly inside: number | null;
  /** Names of the tool cards of this message. */
  readonly tools: readonly string[];
}
