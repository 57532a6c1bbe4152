import { rounded } from '../statistics.ts';

export type Unit = 'ms' | 'MB' | '%' | 'elements' | 'messages/s';

/** What a measurement found. */
export interface Measured {
  readonly value: number;
  readonly unit: Unit;
  /** The same by bare means in the same run; absent where there are none. */
  readonly floor?: number;
  /** Where it is not simply value by floor. */
  readonly ratio?: number;
  /** The same by Hermes's own Python. */
  readonly peer?: number;
  /** What lies behind the number, in a line for the person at the terminal. */
  readonly note?: string;
}

/** Why there is no number. */
export interface Missing {
  readonly missing: string;
}

/** What a figure is held against. */
export type Budget = AtMost | AtLeast;

/** For what is to be fast or small. */
export interface AtMost {
  /** Whether the bound is for the value or for its ratio to the floor. */
  readonly of: 'value' | 'ratio';
  readonly most: number;
  /** The bound itself is already too much. */
  readonly exclusive?: boolean;
  /** At least so many times faster than the peer, where there is one. */
  readonly fasterThanPeer?: number;
}

/** For a speed, by its ratio to the floor's. */
export interface AtLeast {
  readonly of: 'ratio';
  readonly least: number;
}

/** A figure as it is printed. */
export interface Figure {
  readonly value: number;
  readonly unit: Unit;
  readonly floor: number | null;
  readonly ratio: number | null;
  readonly peer: number | null;
  /** The bound; of the ratio for those ids that are held against their floor, else of the value. */
  readonly budget: number | null;
  /** Null where there is no budget. */
  readonly ok: boolean | null;
}

/** Holds a measured number against its budget. */
export function judge(measured: Measured, budget: Budget | null): Figure {
  const ratio = ratioOf(measured);
  const { value, unit, floor, peer } = measured;
  return {
    value: rounded(value),
    unit,
    floor: orNull(floor),
    ratio: orNull(ratio),
    peer: orNull(peer),
    budget: budget === null ? null : boundOf(budget),
    ok: budget === null ? null : isWithin(budget, measured, ratio),
  };
}

/** The number that a budget names, in whichever direction. */
function boundOf(budget: Budget): number {
  return 'least' in budget ? budget.least : budget.most;
}

function orNull(value: number | undefined): number | null {
  return value === undefined ? null : rounded(value);
}

function ratioOf({ value, floor, ratio }: Measured): number | undefined {
  if (ratio !== undefined || floor === undefined || floor === 0) return ratio;
  return value / floor;
}

function isWithin(budget: Budget, { value, peer }: Measured, ratio: number | undefined): boolean {
  if ('least' in budget) return ratio !== undefined && ratio >= budget.least;
  const held = budget.of === 'value' ? value : ratio;
  if (held === undefined || held > budget.most || (budget.exclusive === true && held === budget.most)) return false;
  return peer === undefined || budget.fasterThanPeer === undefined || value * budget.fasterThanPeer <= peer;
}
