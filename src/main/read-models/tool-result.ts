import { isJsonObject, jsonOrUndefined } from './content-parts-json.ts';
import type { PythonJson } from '../session-db/python-json.ts';

/** What a tool's output says of its own success. */
export interface ToolOutcome {
  /** Null where the output states nothing. */
  readonly failed: boolean | null;
  readonly exitCode: number | null;
}

const SILENT: ToolOutcome = { failed: null, exitCode: null };
const EXIT_KEYS = ['exit_code', 'exitCode', 'returncode', 'return_code'] as const;
const STATED_CODE = /\bexit(?:ed with)?(?: status)?(?: code)?[:=]? {0,2}(-?\d{1,10})\b/i;
const STATED_TAIL = /"(?:exit_code|exitCode|returncode|return_code)"\s{0,8}:\s{0,8}(-?\d{1,10})(?=[^{}]{0,2000}\}\s*$)/;
/** A statement of the exit code stands at the beginning or the end of the output, never in the middle of it. */
const EDGE = 400;

/**
 * Reads success or failure from the output itself, nothing else: JSON with an exit code, `success` or `error`, or a
 * line such as `exit code 1` at either end. An exit code decides before `success`, `success` before `error`.
 *
 * @param text - the whole output.
 */
export function toolOutcome(text: string): ToolOutcome {
  const value = /^\s*\{/.test(text) ? jsonOrUndefined(text) : undefined;
  return isJsonObject(value) ? jsonOutcome(value) : textOutcome(text.slice(0, EDGE), text.slice(-EDGE));
}

/**
 * The same for an output too long to be read whole.
 *
 * @param head - how it begins.
 * @param tail - how it ends.
 */
export function longToolOutcome(head: string, tail: string): ToolOutcome {
  if (!/^\s*\{/.test(head)) return textOutcome(head.slice(0, EDGE), tail.slice(-EDGE));
  const code = STATED_TAIL.exec(tail)?.[1];
  return code === undefined ? SILENT : exitOutcome(Number(code));
}

function jsonOutcome(value: { [key: string]: PythonJson }): ToolOutcome {
  const code = EXIT_KEYS.map(key => value[key]).find(stated => typeof stated === 'number');
  if (code !== undefined && Number.isInteger(code)) return exitOutcome(code);
  if (typeof value['success'] === 'boolean') return { failed: !value['success'], exitCode: null };
  const error = value['error'];
  if (error === undefined || error === null || error === false || error === '') return SILENT;
  return { failed: true, exitCode: null };
}

function textOutcome(head: string, tail: string): ToolOutcome {
  const stated = lineWithCode(head) ?? lineWithCode(tail);
  return stated === null ? SILENT : exitOutcome(stated);
}

/** Only a short line that says little else states the outcome: talk about exit codes does not. */
function lineWithCode(text: string): number | null {
  for (const line of text.split('\n')) {
    const found = line.length <= 80 ? STATED_CODE.exec(line) : null;
    if (found !== null && /code|status/i.test(found[0]) && isOwnLine(line, found[0])) return Number(found[1]);
  }
  return null;
}

function isOwnLine(line: string, statement: string): boolean {
  const rest = line.replace(statement, '').replace(/[\s[\]().:!-]/g, '');
  return /^(?:process|command|finished|completed|failed|the|with|error|and|program|script)*$/i.test(rest);
}

function exitOutcome(exitCode: number): ToolOutcome {
  return { failed: exitCode !== 0, exitCode };
}
