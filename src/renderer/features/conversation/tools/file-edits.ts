import { addedLines, compareTexts, fileDiff, isDiff, parseDiff, type DiffLine, type FileDiff } from './diff-lines.ts';
import { memberOf, otherMembers, parseJson, textOf } from '../../../ui/json-nodes.ts';
import type { JsonNode, NamedText } from '../../../ui/json-nodes.ts';

/** What a call did to files. */
export interface FileEdits {
  readonly files: readonly FileDiff[];
  /** A file was written whole: everything is an added line, whatever stood there before. */
  readonly isWhole: boolean;
  /** Arguments that the lines do not show. */
  readonly others: readonly NamedText[];
}

/** Words at the beginning of a part of a name: `multi_edit`, `writeFile`, not `credit`. */
const EDITING =
  /(?:^|[^a-zA-Z])(?:patch|edit|replace|write|insert|create_?file|apply_?diff)|Patch|Edit|Replace|Write|Insert|CreateFile|ApplyDiff/;
const WRITING = /write|create/i;
const PATHS = ['path', 'file_path', 'filename', 'file', 'target_file'] as const;
const BEFORE = ['old_string', 'old_str', 'old_text', 'old', 'search', 'find'] as const;
const AFTER = ['new_string', 'new_str', 'new_text', 'new', 'replace', 'replacement'] as const;
const WHOLE = ['content', 'contents', 'file_text', 'text'] as const;
const DIFFS = ['diff', 'patch', 'unified_diff', 'input', 'changes'] as const;

/** What a diff names and shows already. */
const TARGETS = [...PATHS, ...BEFORE, ...AFTER, ...WHOLE] as const;

/** True for a tool that changes files, by its name. */
export function isEditingTool(name: string): boolean {
  return EDITING.test(name);
}

/**
 * What an edit changed: the diff that the result or the arguments hold, else the comparison of the texts that the
 * arguments name; null where there is none of these.
 *
 * @param args - the whole arguments as written.
 * @param result - the whole result as stored, where it is at hand.
 */
export function fileEdits(name: string, args: string, result: string | null): FileEdits | null {
  if (!isEditingTool(name)) return null;
  const node = parseJson(args);
  const found = result === null ? null : resultDiff(name, result);
  if (found !== null) {
    return { files: parseDiff(found), isWhole: false, others: otherMembers(node, [...TARGETS, 'edits', ...DIFFS]) };
  }
  const given = (node?.kind === 'text' ? node.value : textOf(node, ...DIFFS)) ?? (node === null ? args : '');
  if (isDiff(given)) {
    return { files: parseDiff(given), isWhole: false, others: otherMembers(node, [keyIn(node, DIFFS)]) };
  }
  return node === null ? null : editsOf(name, node);
}

/**
 * The diff that the result of an edit holds; null where it holds none, and for any other tool.
 *
 * @param result - the whole result as stored.
 */
export function resultDiff(name: string, result: string): string | null {
  const diff = isEditingTool(name) ? diffIn(result) : null;
  return diff !== null && isDiff(diff) ? diff : null;
}

/** The member from which {@link textOf} takes its text. */
function keyIn(node: JsonNode | null | undefined, keys: readonly string[]): string | undefined {
  return keys.find(key => textOf(node, key) !== null);
}

/** A result is a diff, or JSON that holds one. */
function diffIn(result: string): string | null {
  return /^\s*\{/.test(result) ? textOf(parseJson(result), 'diff', 'patch', 'unified_diff') : result;
}

function editsOf(name: string, node: JsonNode): FileEdits | null {
  const path = textOf(node, ...PATHS) ?? '';
  const edits = memberOf(node, 'edits');
  const list = edits?.kind === 'list' ? edits.items : [node];
  const lines = list.flatMap((edit, at) => separated(replacement(edit), at));
  const pathKey = keyIn(node, PATHS);
  if (lines.length > 0) {
    const shown = edits?.kind === 'list' ? (edits.items.every(isReplacement) ? ['edits'] : []) : shownKeys(node);
    return { files: [fileDiff(path, lines)], isWhole: false, others: otherMembers(node, [pathKey, ...shown]) };
  }
  const whole = WRITING.test(name) ? textOf(node, ...WHOLE) : null;
  if (whole === null) return null;
  const others = otherMembers(node, [pathKey, keyIn(node, WHOLE)]);
  return { files: [fileDiff(path, addedLines(whole))], isWhole: true, others };
}

function shownKeys(edit: JsonNode): (string | undefined)[] {
  return [keyIn(edit, BEFORE), keyIn(edit, AFTER)];
}

/** An edit of which the lines show everything. */
function isReplacement(edit: JsonNode): boolean {
  return edit.kind === 'object' && otherMembers(edit, shownKeys(edit)).length === 0;
}

function replacement(edit: JsonNode): DiffLine[] {
  const before = textOf(edit, ...BEFORE);
  const after = textOf(edit, ...AFTER);
  return before === null && after === null ? [] : compareTexts(before ?? '', after ?? '', false);
}

function separated(lines: DiffLine[], at: number): DiffLine[] {
  return at === 0 || lines.length === 0 ? lines : [{ kind: 'hunk', text: '@@', before: null, after: null }, ...lines];
}
