import { readFileSync } from 'node:fs';
import type { CaseSetup } from '../support/case-database.ts';

/** Anything that a case says in JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** One thing that a case does. */
export interface CaseAction {
  readonly call: string;
  /** Positional for `SessionDB.x`, named for everything else. */
  readonly args: readonly unknown[] | Json;
}

/** Files beside the database. */
export interface CaseFileEntry {
  readonly bytes?: string;
  readonly content?: unknown;
  readonly dir?: string;
}

/** How a file is prepared, and the window with it. */
export interface FullCaseSetup extends Omit<CaseSetup, 'fixture'> {
  readonly fixture: string | null;
  /** Time from which the case's times count; they are moved to the real present. */
  readonly now?: number;
  readonly files?: readonly CaseFileEntry[];
  readonly steps?: readonly string[];
  readonly windowState?: Json;
  readonly displays?: readonly { readonly workArea: { readonly width: number; readonly height: number } }[];
}

/** One case. */
export interface Case {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly setup: FullCaseSetup;
  readonly action: readonly CaseAction[];
  readonly expect: Json;
}

/** A file of cases. */
export interface CaseList {
  readonly fixtures: Readonly<Record<string, readonly string[]>>;
  readonly cases: readonly Case[];
}

/**
 * Reads a file of the form of `cases.json`.
 *
 * @throws Error that says what is wrong with the file.
 */
export function readCaseList(path: string): CaseList {
  const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof parsed !== 'object' || parsed === null || !('cases' in parsed) || !Array.isArray(parsed.cases)) {
    throw new Error(`${path} holds no list of cases`);
  }
  return parsed as CaseList;
}

/** `{"$repeat": [text, n]}` stands for text repeated n times. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const repeat = (value as { $repeat?: [string, number] }).$repeat;
  if (repeat === undefined) throw new Error(`not a text: ${JSON.stringify(value)}`);
  return repeat[0].repeat(repeat[1]);
}
