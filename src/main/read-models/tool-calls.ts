import { storedText } from '../session-db/content.ts';
import type { PythonJson } from '../session-db/python-json.ts';
import { displayJson, isJsonObject, jsonOrUndefined } from './content-parts-json.ts';

/** A tool call in the one form that the views know. */
export interface NormalCall {
  /** `id`, else `call_id`; null where the call has neither. */
  readonly id: string | null;
  /** The other id, where the two differ: results may name either. */
  readonly otherId: string | null;
  readonly name: string;
  /** Arguments as the model wrote them. */
  readonly arguments: string;
  readonly argumentsValid: boolean;
}

/** The calls of a message; `unreadable` says that the stored text holds something that is no list of calls. */
export interface ToolCalls {
  readonly calls: readonly NormalCall[];
  readonly unreadable: boolean;
}

/** Shown for a call that names no tool. */
const UNNAMED = 'unknown';
/** Members of a call beside what it was given. */
const FRAME: readonly string[] = [
  'id',
  'call_id',
  'response_item_id',
  'type',
  'index',
  'function',
  'name',
  'arguments',
  'input',
  'args',
];
const NONE: ToolCalls = { calls: [], unreadable: false };
const UNREADABLE: ToolCalls = { calls: [], unreadable: true };

/**
 * Reads the `tool_calls` column: a list, a single call, a call without `function`, arguments as text or as an object,
 * or any of these packed once or twice more into a JSON string. Never throws.
 * Spec: schema §9.2, compat-notes 18 and 19.
 */
export function readToolCalls(stored: unknown): ToolCalls {
  const text = storedText(stored);
  if (text === null || text.trim() === '') return NONE;
  const value = unpack(text);
  if (value === undefined) return UNREADABLE;
  if (isEmpty(value)) return NONE;
  if (Array.isArray(value)) return { calls: value.map(normalCall), unreadable: false };
  return isJsonObject(value) ? { calls: [normalCall(value)], unreadable: false } : UNREADABLE;
}

/** The ids that a result may name to answer this call. */
export function callIds(call: NormalCall): string[] {
  return [call.id, call.otherId].filter(id => id !== null);
}

function unpack(text: string): PythonJson | undefined {
  let value = jsonOrUndefined(text);
  for (let packed = 0; packed < 2 && typeof value === 'string' && value !== ''; packed += 1)
    value = jsonOrUndefined(value);
  return value;
}

/** Values that Python takes for "no calls". */
function isEmpty(value: PythonJson): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) ? Object.keys(value).length === 0 : value === null || value === false || value === '';
}

function normalCall(element: PythonJson): NormalCall {
  if (!isJsonObject(element)) return { id: null, otherId: null, name: UNNAMED, ...argumentsOf(element) };
  const inner = isJsonObject(element['function']) ? element['function'] : element;
  const [id = null, otherId = null] = new Set(
    [element['id'], element['call_id']].map(idOf).filter(one => one !== null),
  );
  const names = [inner['name'], element['name'], element['function']];
  const given = [inner['arguments'], inner['input'], inner['args']].find(
    value => value !== undefined && value !== null,
  );
  return {
    id,
    otherId,
    name: names.map(nameOf).find(name => name !== null) ?? UNNAMED,
    ...argumentsOf(given ?? unknownForm(element, inner)),
  };
}

/** Of what has none of the forms of a call, everything is shown. */
function unknownForm(element: { [key: string]: PythonJson }, inner: { [key: string]: PythonJson }): PythonJson {
  const isKnown = (key: string): boolean => FRAME.includes(key);
  return Object.keys({ ...element, ...inner }).every(isKnown) ? '' : element;
}

function argumentsOf(value: PythonJson): Pick<NormalCall, 'arguments' | 'argumentsValid'> {
  if (typeof value !== 'string') return { arguments: displayJson(value), argumentsValid: true };
  return { arguments: value, argumentsValid: value.trim() === '' || jsonOrUndefined(value) !== undefined };
}

function idOf(value: PythonJson | undefined): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : null;
}

function nameOf(value: PythonJson | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
