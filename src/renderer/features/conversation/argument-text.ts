import { parseJson, writeJson, type JsonNode } from '../../ui/json-nodes.ts';

const TELLING_KEYS = [
  'command',
  'cmd',
  'path',
  'file_path',
  'filename',
  'query',
  'pattern',
  'url',
  'goal',
  'task',
  'prompt',
  'code',
  'name',
] as const;
const LONGEST_SUMMARY = 300;
const LONGEST_PAIR = 8000;

/** Of broken or cut JSON: a telling argument that is there whole. */
const TELLING_PAIR = new RegExp(`"(?:${TELLING_KEYS.join('|')})"\\s{0,8}:\\s{0,8}("(?:[^"\\\\]|\\\\.){1,2000}")`);

/** One line that tells what a call does: the argument that matters, else all of them, else the text as it is. */
export function argumentSummary(text: string): string {
  const node = parseJson(text);
  const telling = node === null ? partialArgument(text) : tellingArgument(node);
  const summary = telling ?? (node?.kind === 'object' && node.members.length === 0 ? '' : text);
  return summary
    .slice(0, LONGEST_SUMMARY * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_SUMMARY);
}

function tellingArgument(node: JsonNode): string | null {
  if (node.kind !== 'object') return null;
  const words = node.members.flatMap(({ key, value }) =>
    value.kind === 'text' && value.value.trim() !== '' ? [{ key, word: value.value }] : [],
  );
  const preferred = TELLING_KEYS.map(key => words.find(one => one.key === key)).find(one => one !== undefined);
  if (preferred !== undefined) return preferred.word;
  return node.members.length === 1 ? (words[0]?.word ?? null) : null;
}

function partialArgument(text: string): string | null {
  const node = parseJson(TELLING_PAIR.exec(text.slice(0, LONGEST_PAIR))?.[1] ?? '');
  return node?.kind === 'text' ? node.value : null;
}

/** JSON over several lines, numbers as they are written; the text as it is where it is none. */
export function prettyJson(text: string): string {
  const node = parseJson(text);
  return node === null || node.kind === 'text' ? text : writeJson(node, 2);
}
