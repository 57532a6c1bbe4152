import type { BenchDatabase } from './database/bench-database.ts';
import type { FigureId } from './report/budgets.ts';
import type { Measured, Missing } from './report/figure.ts';

/** What a measurement works with. */
export interface BenchContext {
  readonly database: BenchDatabase;
  /** Folder of Hermes's own Python; null where none was given. */
  readonly peer: string | null;
  /** A new empty folder, removed after the measurement. */
  readonly makeFolder: () => string;
  /** Has something ended after the measurement, however that goes; the last one first. */
  readonly defer: (end: () => Promise<unknown> | undefined) => void;
  /** Says something on stderr. */
  readonly say: (text: string) => void;
}

/** One way of measuring, which gives one figure or several. */
export interface Measurement<Id extends FigureId> {
  readonly ids: readonly Id[];
  /** After this it is given up, in milliseconds. */
  readonly limitMs: number;
  readonly run: (context: BenchContext) => Promise<Readonly<Record<Id, Measured | Missing>>>;
}

/** Any {@link Measurement}, whatever figures it gives. */
export interface AnyMeasurement {
  readonly ids: readonly FigureId[];
  readonly limitMs: number;
  readonly run: (context: BenchContext) => Promise<Readonly<Partial<Record<FigureId, Measured | Missing>>>>;
}
