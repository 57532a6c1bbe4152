import type { CodeRun } from './code-runs.ts';
import type { Formatting, FormatRequest } from './markdown-format.ts';

/** What the thread for texts is asked. */
export type TextQuestion =
  | ({ readonly kind: 'format' } & FormatRequest)
  /** Several short texts, so that the window is not asked for every next one. */
  | { readonly kind: 'format-all'; readonly requests: readonly FormatRequest[] }
  | { readonly kind: 'colour'; readonly code: string; readonly language: string };

/** Code in lines, each in runs of one colour; null where its language is not known. */
export type ColouredLines = readonly (readonly CodeRun[])[] | null;

/** A question with the number under which it is answered. */
export type TextJob = TextQuestion & { readonly id: number };

/** The answer to a job. */
export type TextReply = { readonly id: number } & (
  { readonly result: Formatting | readonly Formatting[] | ColouredLines } | { readonly failure: string }
);
