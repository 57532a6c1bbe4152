import { addedLines, compareTexts, fileDiff, isDiff, parseDiff, type DiffLine, type FileDiff } from './diff-lines.ts';
import { memberOf, parseJson, textOf, type JsonNode } from '../../../ui/json-nodes.ts';

/** What a call did to files. */
export interface FileEdits {
  readonly files: readonly FileDiff[];
  /** A file was written whole: everything is an added line, whatever stood there before. */
  readonly isWhole: boolean;
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
  const given = (node?.kind === 'text' ? node.value : textOf(node, ...DIFFS)) ?? (node === null ? args : '');
  const diff = [result === null ? null : diffIn(result), given].find(text => text !== null && isDiff(text));
  if (diff !== undefined && diff !== null) return { files: parseDiff(diff), isWhole: false };
  return node === null ? null : editsOf(name, node);
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
  if (lines.length > 0) return { files: [fileDiff(path, lines)], isWhole: false };
  const whole = WRITING.test(name) ? textOf(node, ...WHOLE) : null;
  return whole === null ? null : { files: [fileDiff(path, addedLines(whole))], isWhole: true };
}

function replacement(edit: JsonNode): DiffLine[] {
  const before = textOf(edit, ...BEFORE);
  const after = textOf(edit, ...AFTER);
  return before === null && after === null ? [] : compareTexts(before ?? '', after ?? '', false);
}

function separated(lines: DiffLine[], at: number): DiffLine[] {
  return at === 0 || lines.length === 0 ? lines : [{ kind: 'hunk', text: '@@', before: null, after: null }, ...lines];
}
