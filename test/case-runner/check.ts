import { isDeepStrictEqual } from 'node:util';
import type { Json } from './case-file.ts';
import { CHANGE_CHECKS } from './check-changes.ts';
import { EXPORT_CHECKS } from './check-exports.ts';
import type { Check, Outcome } from './outcome.ts';

/**
 * Compares an outcome with what a case expects of it.
 *
 * @returns what does not hold, one sentence each; empty where everything does. A demand that is not known is a fault.
 */
export function check(expected: Json, outcome: Outcome): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const known = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
    if (known === undefined) return [`this runner cannot tell whether "${name}" holds`];
    const problem = known(value, outcome);
    return problem === null
      ? []
      : [`${outcome.call}${outcome.text === undefined ? '' : ` ${JSON.stringify(outcome.text)}`}: ${problem}`];
  });
}

/** Demands on the outcome of one action, by the name that the cases give them. */
const CHECKS: Readonly<Record<string, Check>> = {
  text: () => null,
  note: () => null,
  ids: (ids, outcome) => equal(idsIn(outcome), ids, 'rows'),
  idSet: (ids, outcome) => sameSet(idsIn(outcome), ids, 'rows'),
  noDuplicates: (_, outcome) => unique(idsIn(outcome), 'rows'),
  mustInclude: (ids, outcome) => includes(idsIn(outcome), ids),
  mustExclude: (ids, outcome) => excludes(idsIn(outcome), ids),
  messageIds: (ids, outcome) =>
    outcome.call === 'ui.search'
      ? sameSet(outcome.messageIds, ids, 'hits')
      : equal(outcome.messageIds, ids, 'messages'),
  hitCount: (count, outcome) => equal(outcome.messageIds?.length, count, 'number of hits'),
  exactlyOneOf: (groups, outcome) => exactlyOneOf(outcome.messageIds ?? [], groups as number[][]),
  oneOf: (choices, outcome) => {
    const problems = (choices as Json[]).map(choice => check(choice, outcome));
    return problems.some(found => found.length === 0) ? null : problems.flat().join('; or ');
  },
  edges: (edges, outcome) => equal(outcome.edges, edges, 'edges'),
  nodeSet: (ids, outcome) => sameSet(outcome.nodes, ids, 'nodes'),
  eachOnce: (_, outcome) => unique(outcome.nodes, 'nodes'),
  returns: (value, outcome) => equal(outcome.returned, value, 'answer'),
  returnsOneOf: (values, outcome) =>
    (values as unknown[]).some(value => isDeepStrictEqual(value, outcome.returned))
      ? null
      : `answer ${show(outcome.returned)}, expected one of ${show(values)}`,
  throws: (_, outcome) => (outcome.threw === undefined ? 'nothing was raised' : null),
  throwsNaming: (text, outcome) =>
    outcome.threw?.includes(String(text)) === true
      ? null
      : `raised ${show(outcome.threw)}, expected it to name ${show(text)}`,
  rowsHave: (rows, outcome) => rowsHave(outcome.returned, rows as Record<string, Json>),
  tiles: (tiles, outcome) => tilesHave(outcome, tiles as Json),
  byDay: (days, outcome) => equal(outcome.byDay, days, 'tokens by day'),
  byModel: (models, outcome) => equal(outcome.byModel, models, 'tokens by model'),
  auxiliaryTokens: (count, outcome) => equal(outcome.auxiliaryTokens, count, 'auxiliary tokens'),
  sessionsByCostState: (states, outcome) => equal(outcome.sessionsByCostState, states, 'sessions by cost state'),
  ...EXPORT_CHECKS,
  ...CHANGE_CHECKS,
  costStateOf: (states, outcome) => everyRow(outcome, states as Json, row => row.costState),
  previewOf: (previews, outcome) => everyRow(outcome, previews as Json, row => collapsed(row.preview)),
  state: (state, outcome) => stateIs(outcome, String(state)),
  path: (path, outcome) => equal(outcome.path, path, 'path'),
  root: (root, outcome) => equal(outcome.root, root, 'root'),
  saysNewer: (_, outcome) => says(outcome, /newer/i),
  saysIndexDamaged: (_, outcome) => says(outcome, /index is damaged/i),
  saysIndexIncomplete: (_, outcome) => says(outcome, /index is incomplete/i),
  inThisOrder: (ids, outcome) =>
    equal(
      outcome.messages?.filter(message => message.inside === null).map(message => message.id),
      ids,
      'messages',
    ),
  resultInCardOf: (results, outcome) => resultInCard(outcome, results as Record<string, number>),
  toolNamesOf: (names, outcome) => everyMessage(outcome, names as Json, message => message.tools),
  textShownOf: (texts, outcome) => textShown(outcome, texts as Record<string, string>),
  saysUnreadable: (texts, outcome) =>
    textShown(outcome, Object.fromEntries(Object.keys(texts as Json).map(id => [id, 'cannot be read']))),
  withinMs: (limit, outcome) => below(outcome.tookMs, limit, 'milliseconds'),
  firstRowsWithinMs: (limit, outcome) => below(outcome.tookMs, limit, 'milliseconds to the first rows'),
  longestPauseMs: (limit, outcome) => below(outcome.longestPauseMs, limit, 'milliseconds of the longest pause'),
  visible: (id, outcome) => equal(outcome.visible, id, 'message in view'),
  offsetChangedPxAtMost: (limit, outcome) => below(outcome.offsetChangedPx, limit, 'pixels moved'),
  copiedLength: (length, outcome) => equal(outcome.copiedLength, length, 'length copied'),
  windowFullyInside: (area, outcome) => windowInside(outcome, area as [number, number, number, number]),
  elementsInSnippets: (counts, outcome) => elementCounts(outcome, counts as Record<string, number>),
  highlightsPerSnippet: (count, outcome) =>
    outcome.hits?.every(hit => hit.marks === count) === true
      ? null
      : `marks ${show(outcome.hits?.map(hit => hit.marks))}`,
  textContains: (texts, outcome) => {
    const all = outcome.hits?.map(hit => hit.text).join('\n') ?? '';
    const missing = (texts as string[]).filter(text => !all.includes(text));
    return missing.length === 0 ? null : `no hit shows ${show(missing)}`;
  },
  snippetMustNotContain: (texts, outcome) => {
    const found = (texts as string[]).filter(text => outcome.hits?.some(hit => hit.text.includes(text)));
    return found.length === 0 ? null : `a hit shows ${show(found)}`;
  },
  resultsAreFor: (text, outcome) =>
    outcome.hits !== undefined && outcome.hits.length > 0 && outcome.hits.every(hit => hit.text.includes(String(text)))
      ? null
      : 'the results are for another text',
};

/** What the error screens are called in the cases. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  missing: ['db-missing'],
  'empty file': ['db-empty'],
  'not a database': ['db-not-a-database'],
  'a folder, or not a database': ['db-folder', 'db-not-a-database'],
};

function stateIs(outcome: Outcome, state: string): string | null {
  const codes = STATES[state] ?? [state];
  return codes.includes(outcome.state ?? '') ? null : `state ${show(outcome.state)}, expected ${show(codes)}`;
}

function idsIn(outcome: Outcome): readonly unknown[] | undefined {
  if (outcome.ids !== undefined) return outcome.ids;
  if (outcome.messageIds !== undefined) return outcome.messageIds;
  if (!Array.isArray(outcome.returned)) return undefined;
  return outcome.returned.map((row: unknown) =>
    typeof row === 'object' && row !== null && 'id' in row ? row.id : row,
  );
}

function rowsHave(returned: unknown, rows: Record<string, Json>): string | null {
  const list = Array.isArray(returned) ? (returned as Json[]) : [];
  const problems = Object.entries(rows).flatMap(([id, columns]) => {
    const row = list.find(one => one['id'] === id);
    return Object.entries(columns)
      .filter(([column, value]) => !isDeepStrictEqual(row?.[column], value))
      .map(([column, value]) => `${id}.${column} is ${show(row?.[column])}, expected ${show(value)}`);
  });
  return problems.length === 0 ? null : problems.join('; ');
}

function tilesHave({ tiles = {} }: Outcome, expected: Json): string | null {
  const wrong = Object.entries(expected).filter(([name, value]) => tiles[name] !== String(value));
  return wrong.length === 0
    ? null
    : wrong.map(([name, value]) => `${name} is ${show(tiles[name])}, expected ${show(value)}`).join('; ');
}

function everyRow(
  outcome: Outcome,
  expected: Json,
  read: (row: { costState: string; preview: string }) => string,
): string | null {
  const wrong = Object.entries(expected).flatMap(([id, value]) => {
    const row = outcome.rows?.get(id);
    const got = row === undefined ? undefined : read(row);
    return got === value ? [] : [`${id}: ${show(got)}, expected ${show(value)}`];
  });
  return wrong.length === 0 ? null : wrong.join('; ');
}

function everyMessage(
  outcome: Outcome,
  expected: Json,
  read: (message: { tools: readonly string[] }) => unknown,
): string | null {
  const wrong = Object.entries(expected).flatMap(([id, value]) => {
    const message = outcome.messages?.find(one => one.id === Number(id));
    const got = message === undefined ? undefined : read(message);
    return isDeepStrictEqual(got, value) ? [] : [`${id}: ${show(got)}, expected ${show(value)}`];
  });
  return wrong.length === 0 ? null : wrong.join('; ');
}

function textShown(outcome: Outcome, expected: Record<string, string>): string | null {
  const wrong = Object.entries(expected).filter(
    ([id, text]) => outcome.messages?.find(one => one.id === Number(id))?.text.includes(text) !== true,
  );
  return wrong.length === 0 ? null : wrong.map(([id, text]) => `message ${id} does not show ${show(text)}`).join('; ');
}

function resultInCard(outcome: Outcome, results: Record<string, number>): string | null {
  const wrong = Object.values(results).filter(id => outcome.messages?.find(one => one.id === id)?.inside === null);
  return wrong.length === 0 ? null : `results ${show(wrong)} are not in a card`;
}

function windowInside(
  { windowBounds }: Outcome,
  [left, top, width, height]: [number, number, number, number],
): string | null {
  if (windowBounds === undefined) return 'there is no window';
  const { x, y } = windowBounds;
  const inside =
    x >= left && y >= top && x + windowBounds.width <= left + width && y + windowBounds.height <= top + height;
  return inside ? null : `the window is at ${show(windowBounds)}`;
}

function elementCounts({ hits = [] }: Outcome, counts: Record<string, number>): string | null {
  const wrong = Object.entries(counts).filter(
    ([tag, count]) => hits.flatMap(hit => hit.elements).filter(name => name === tag).length !== count,
  );
  return wrong.length === 0 ? null : `elements ${show(hits.map(hit => hit.elements))}`;
}

function exactlyOneOf(found: readonly number[], groups: readonly number[][]): string | null {
  const wrong = groups.filter(group => group.filter(id => found.includes(id)).length !== 1);
  return wrong.length === 0 ? null : `found ${show(found)}, expected exactly one of each of ${show(groups)}`;
}

function says({ says: text = '' }: Outcome, pattern: RegExp): string | null {
  return pattern.test(text) ? null : `the screen does not say ${String(pattern)}`;
}

function below(value: number | undefined, limit: unknown, what: string): string | null {
  return value !== undefined && value <= Number(limit)
    ? null
    : `${show(value)} ${what}, at most ${show(limit)} allowed`;
}

function equal(value: unknown, expected: unknown, what: string): string | null {
  return isDeepStrictEqual(value, expected) ? null : `${what} ${show(value)}, expected ${show(expected)}`;
}

function sameSet(values: readonly unknown[] | undefined, expected: unknown, what: string): string | null {
  return equal(values?.toSorted(), (expected as unknown[]).toSorted(), what);
}

function unique(values: readonly unknown[] | undefined, what: string): string | null {
  return new Set(values).size === values?.length ? null : `${what} ${show(values)} are not each there once`;
}

function includes(values: readonly unknown[] | undefined, expected: unknown): string | null {
  const missing = (expected as unknown[]).filter(value => values?.includes(value) !== true);
  return missing.length === 0 ? null : `${show(missing)} not among ${show(values)}`;
}

function excludes(values: readonly unknown[] | undefined, expected: unknown): string | null {
  const found = (expected as unknown[]).filter(value => values?.includes(value) === true);
  return found.length === 0 ? null : `${show(found)} among ${show(values)}`;
}

function collapsed(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
