import { memberOf, otherMembers, parseJson, textOf, writeJson } from '../../../ui/json-nodes.ts';
import type { JsonNode, NamedText } from '../../../ui/json-nodes.ts';

/** One thing that a search found. */
export interface SearchHit {
  readonly title: string;
  /** An address, or a path; empty where the hit names none. */
  readonly place: string;
  readonly line: string | null;
  readonly excerpt: string;
  /** What else is said of it, on one line; empty where there is nothing. */
  readonly others: string;
}

/** What a search found, and what its answer says beside that. */
export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  readonly others: readonly NamedText[];
}

const SEARCHING = /search|grep|find|glob|ripgrep|\brg\b|lookup/i;
/** Members that hold the lines of grep. */
const OUTPUTS = ['output', 'matches', 'content'] as const;
const LISTS = ['results', 'matches', 'hits', 'web', 'files', 'items', 'organic', 'data', 'documents'] as const;
const PLACES = ['url', 'link', 'href', 'path', 'file', 'file_path', 'filename', 'uri'] as const;
const TITLES = ['title', 'name', 'heading'] as const;
const EXCERPTS = ['description', 'snippet', 'content', 'text', 'excerpt', 'match', 'summary', 'line_text'] as const;
const LINES = ['line', 'line_number', 'lineno', 'row'] as const;
/** `path:12:text` and `path:12-text`, as grep writes them; a path holds no blank before its end. */
const GREP_LINE = /^((?:[A-Za-z]:[\\/])?[^\s:][^:\n]{0,400}?):(\d{1,9})[:-](.*)$/;
/** More remarks than this are no remarks: the answer is shown as the tree that it is. */
const MAX_OTHERS = 12;
const MAX_NESTING = 3;

/** True for a tool that searches, by its name. */
export function isSearchTool(name: string): boolean {
  return SEARCHING.test(name);
}

/**
 * What a search found: the list that its JSON answer holds, or the lines of grep, and whatever stands beside them; null
 * where it is neither, so that nothing is left out of what is shown.
 *
 * @param text - the whole answer.
 */
export function searchHits(name: string, text: string): SearchAnswer | null {
  if (!isSearchTool(name)) return null;
  const answer = /^\s*[[{]/.test(text) ? jsonAnswer(parseJson(text)) : withOthers(grepHits(text), []);
  return answer !== null && answer.others.length <= MAX_OTHERS ? answer : null;
}

function jsonAnswer(node: JsonNode | null): SearchAnswer | null {
  const key = OUTPUTS.find(name => textOf(node, name) !== null);
  if (key !== undefined) return withOthers(grepHits(textOf(node, key) ?? ''), otherMembers(node, [key]));
  return node === null ? null : jsonHits(node, 0);
}

function withOthers(hits: SearchHit[] | null, others: readonly NamedText[]): SearchAnswer | null {
  return hits === null ? null : { hits, others };
}

function grepHits(text: string): SearchHit[] | null {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const hits = lines.flatMap(line => {
    const [, place, number, excerpt] = GREP_LINE.exec(line) ?? [];
    if (place === undefined) return [];
    return [{ title: '', place, line: number ?? null, excerpt: (excerpt ?? '').trim(), others: '' }];
  });
  return hits.length > 0 && hits.length === lines.length ? hits : null;
}

function jsonHits(node: JsonNode, nesting: number): SearchAnswer | null {
  if (node.kind === 'list') return withOthers(listHits(node.items), []);
  if (node.kind !== 'object' || nesting > MAX_NESTING) return null;
  for (const key of LISTS) {
    const member = memberOf(node, key);
    const found = member === undefined ? null : jsonHits(member, nesting + 1);
    if (found !== null) return { hits: found.hits, others: [...otherMembers(node, [key]), ...found.others] };
  }
  return null;
}

function listHits(items: readonly JsonNode[]): SearchHit[] | null {
  const hits = items.map(hitOf).filter(hit => hit !== null);
  return hits.length > 0 && hits.length === items.length ? hits : null;
}

function hitOf(node: JsonNode): SearchHit | null {
  if (node.kind === 'text') return { title: '', place: node.value, line: null, excerpt: '', others: '' };
  const shown = [PLACES, TITLES, EXCERPTS].map(keys => keys.find(key => textOf(node, key) !== null));
  const [place, title, excerpt] = shown.map(key => (key === undefined ? null : textOf(node, key)));
  if (place === null || place === undefined) return null;
  const lineKey = LINES.find(key => memberOf(node, key)?.kind === 'literal');
  const line = lineKey === undefined ? undefined : memberOf(node, lineKey);
  const others = otherMembers(node, [...shown, lineKey]).map(({ name, value }) => `${name}: ${value}`);
  return {
    title: title ?? '',
    place,
    line: line === undefined ? null : writeJson(line),
    excerpt: (excerpt ?? '').replace(/\s+/g, ' ').trim(),
    others: others.join(' · '),
  };
}
