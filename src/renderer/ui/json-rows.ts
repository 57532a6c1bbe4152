import { visibleText } from './visible-text.ts';
import type { JsonNode } from './json-nodes.ts';

/** One line of a JSON tree. */
export interface JsonRow {
  /** Where it stands, by places: `$.2[0]` is in the third member its first item, `$.2:4` the fifth line of its text. */
  readonly path: string;
  readonly depth: number;
  /** Name of the member or number of the item; null at the top and for lines of a text. */
  readonly name: string | null;
  readonly kind: JsonNode['kind'] | 'line';
  readonly shown: string;
  /** Members, items, or characters of a text that is cut; null where all is shown. */
  readonly size: number | null;
  /** Null where there is nothing to open. */
  readonly open: boolean | null;
}

/** A text up to this length stands on one line. */
const SHORT_TEXT = 120;
/** Lines of a longer text are cut here: nothing makes the page wide. */
const LINE_LENGTH = 160;
/** A value of no more parts than this is open to the last of them. */
const SMALL = 24;
/** Levels that are open at first in a larger one, and how much a value may hold to be so. */
const OPEN_DEPTH = 1;
const OPEN_SIZE = 40;
/** A text near the top is open where it is no longer than this. */
const OPEN_TEXT = 1000;

/** True where a value is open before anybody touched it. */
function opensAtFirst(node: JsonNode, depth: number): boolean {
  if (node.kind === 'text') return depth === 0 && node.value.length <= OPEN_TEXT;
  const parts = partsOf(node).length;
  return depth < OPEN_DEPTH && parts <= OPEN_SIZE;
}

function partsOf(node: JsonNode): readonly JsonNode[] {
  if (node.kind === 'list') return node.items;
  return node.kind === 'object' ? node.members.map(member => member.value) : [];
}

/** Whether a value has no more than so many parts on all its levels together. */
function isSmall(top: JsonNode): boolean {
  const waiting = [top];
  for (let count = 0, node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const parts = partsOf(node);
    count += parts.length;
    if (count > SMALL) return false;
    waiting.push(...parts);
  }
  return true;
}

/**
 * The lines of a tree, from top to bottom. What the value holds stands at the edge: a line for the value itself would
 * say nothing.
 *
 * @param changed - what was opened or closed by hand, by path.
 */
export function jsonRows(top: JsonNode, changed: ReadonlyMap<string, boolean>): JsonRow[] {
  const rows: JsonRow[] = [];
  const isOpen = isSmall(top) ? isSmallOpen : opensAtFirst;
  const isOpenAt = (path: string, node: JsonNode, depth: number) => changed.get(path) ?? isOpen(node, depth);
  if (partsOf(top).length > 0) addParts(rows, top, { path: '$', depth: -1, name: null }, isOpenAt);
  else addRow(rows, top, { path: '$', depth: 0, name: null }, isOpenAt);
  return rows;
}

function isSmallOpen(node: JsonNode, depth: number): boolean {
  return node.kind !== 'text' || opensAtFirst(node, depth);
}

type IsOpen = (path: string, node: JsonNode, depth: number) => boolean;

type Place = Pick<JsonRow, 'path' | 'depth' | 'name'>;

function addRow(rows: JsonRow[], node: JsonNode, place: Place, isOpen: IsOpen): void {
  const open = isFoldable(node) ? isOpen(place.path, node, place.depth) : null;
  rows.push({ ...place, kind: node.kind, open, ...valueOf(node) });
  if (open === true) addParts(rows, node, place, isOpen);
}

function addParts(rows: JsonRow[], node: JsonNode, { path, depth: outer }: Place, isOpen: IsOpen): void {
  const depth = outer + 1;
  if (node.kind === 'object') {
    node.members.forEach(({ key, value }, at) => {
      addRow(rows, value, { path: `${path}.${String(at)}`, depth, name: visibleText(key) }, isOpen);
    });
  } else if (node.kind === 'list') {
    node.items.forEach((item, at) => {
      addRow(rows, item, { path: `${path}[${String(at)}]`, depth, name: String(at) }, isOpen);
    });
  } else if (node.kind === 'text') addLines(rows, node.value, path, depth);
}

function isFoldable(node: JsonNode): boolean {
  if (node.kind === 'object') return node.members.length > 0;
  if (node.kind === 'list') return node.items.length > 0;
  return node.kind === 'text' && isLong(node.value);
}

function isLong(text: string): boolean {
  return text.length > SHORT_TEXT || text.includes('\n');
}

function valueOf(node: JsonNode): Pick<JsonRow, 'shown' | 'size'> {
  switch (node.kind) {
    case 'object':
      return { shown: node.members.length === 0 ? '{}' : '', size: node.members.length };
    case 'list':
      return { shown: node.items.length === 0 ? '[]' : '', size: node.items.length };
    case 'literal':
      return { shown: node.text, size: null };
    case 'text': {
      if (!isLong(node.value)) return { shown: `"${visibleText(node.value)}"`, size: null };
      const head = visibleText(node.value.slice(0, SHORT_TEXT)).replace(/\s+/g, ' ');
      return { shown: `"${head}…`, size: node.value.length };
    }
  }
}

function addLines(rows: JsonRow[], text: string, path: string, depth: number): void {
  let number = 0;
  for (const line of visibleText(text).split('\n')) {
    for (let from = 0; from === 0 || from < line.length; from += LINE_LENGTH) {
      const shown = line.slice(from, from + LINE_LENGTH);
      rows.push({ path: `${path}:${String(number)}`, depth, name: null, kind: 'line', shown, size: null, open: null });
      number += 1;
    }
  }
}
