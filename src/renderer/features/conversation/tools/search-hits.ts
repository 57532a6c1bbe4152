import { memberOf, parseJson, textOf, writeJson, type JsonNode } from '../../../ui/json-nodes.ts';

/** One thing that a search found. */
export interface SearchHit {
  readonly title: string;
  /** An address, or a path; empty where the hit names none. */
  readonly place: string;
  readonly line: string | null;
  readonly excerpt: string;
}

const SEARCHING = /search|grep|find|glob|ripgrep|\brg\b|lookup/i;
const LISTS = ['results', 'matches', 'hits', 'web', 'files', 'items', 'organic', 'data', 'documents'] as const;
const PLACES = ['url', 'link', 'href', 'path', 'file', 'file_path', 'filename', 'uri'] as const;
const TITLES = ['title', 'name', 'heading'] as const;
const EXCERPTS = ['description', 'snippet', 'content', 'text', 'excerpt', 'match', 'summary', 'line_text'] as const;
const LINES = ['line', 'line_number', 'lineno', 'row'] as const;
/** `path:12:text` and `path:12-text`, as grep writes them; a path holds no blank before its end. */
const GREP_LINE = /^((?:[A-Za-z]:[\\/])?[^\s:][^:\n]{0,400}?):(\d{1,9})[:-](.*)$/;
const EXCERPT_LENGTH = 400;
const MAX_NESTING = 3;

/** True for a tool that searches, by its name. */
export function isSearchTool(name: string): boolean {
  return SEARCHING.test(name);
}

/**
 * What a search found: the list that its JSON answer holds, or the lines of grep; null where it is neither, so that
 * nothing is left out of what is shown.
 *
 * @param text - the whole answer.
 */
export function searchHits(name: string, text: string): SearchHit[] | null {
  if (!isSearchTool(name)) return null;
  if (!/^\s*[[{]/.test(text)) return grepHits(text);
  const node = parseJson(text);
  const output = textOf(node, 'output', 'matches', 'content');
  if (output !== null) return grepHits(output);
  return node === null ? null : jsonHits(node, 0);
}

function grepHits(text: string): SearchHit[] | null {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const hits = lines.flatMap(line => {
    const [, place, number, excerpt] = GREP_LINE.exec(line) ?? [];
    return place === undefined ? [] : [{ title: '', place, line: number ?? null, excerpt: (excerpt ?? '').trim() }];
  });
  return hits.length > 0 && hits.length === lines.length ? hits : null;
}

function jsonHits(node: JsonNode, nesting: number): SearchHit[] | null {
  if (node.kind === 'list') return listHits(node.items);
  if (node.kind !== 'object' || nesting > MAX_NESTING) return null;
  for (const key of LISTS) {
    const member = memberOf(node, key);
    const hits = member === undefined ? null : jsonHits(member, nesting + 1);
    if (hits !== null) return hits;
  }
  return null;
}

function listHits(items: readonly JsonNode[]): SearchHit[] | null {
  const hits = items.map(hitOf).filter(hit => hit !== null);
  return hits.length > 0 && hits.length === items.length ? hits : null;
}

function hitOf(node: JsonNode): SearchHit | null {
  if (node.kind === 'text') return { title: '', place: node.value, line: null, excerpt: '' };
  const place = textOf(node, ...PLACES);
  if (place === null) return null;
  const line = LINES.map(key => memberOf(node, key)).find(value => value?.kind === 'literal');
  return {
    title: textOf(node, ...TITLES) ?? '',
    place,
    line: line === undefined ? null : writeJson(line),
    excerpt: (textOf(node, ...EXCERPTS) ?? '').slice(0, EXCERPT_LENGTH).replace(/\s+/g, ' ').trim(),
  };
}
