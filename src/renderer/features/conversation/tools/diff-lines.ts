import { structuredPatch } from 'diff';

/** One line of a diff. Line numbers are null where the line is not on that side or the number is not known. */
export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed' | 'hunk';
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** The changes of one file. */
export interface FileDiff {
  /** Empty where the diff names no file. */
  readonly path: string;
  readonly lines: readonly DiffLine[];
  readonly added: number;
  readonly removed: number;
}

/** Comparing stops here; what is too different is shown as all removed and all added. */
const COMPARE_MS = 30;
const CONTEXT = 3;
const HUNK = /^@@ -(?<old>\d+)(?:,(?<oldCount>\d+))? \+(?<now>\d+)(?:,(?<newCount>\d+))? @@/;
const V4A_FILE = /^\*\*\* (?:Add|Update|Delete) File: (.*)$/;
/** Lines that a diff has beside its hunks. */
const HEADER =
  /^(?:diff --git |index |new file mode |deleted file mode |old mode |new mode |similarity |rename |Binary )/;

/** Counts what is added and removed. */
export function fileDiff(path: string, lines: readonly DiffLine[]): FileDiff {
  return {
    path,
    lines,
    added: lines.filter(line => line.kind === 'added').length,
    removed: lines.filter(line => line.kind === 'removed').length,
  };
}

/** Every line of a text as added. */
export function addedLines(text: string): DiffLine[] {
  return plainLines(text, 'added');
}

/**
 * What changed from one text to another, with some lines around. Where the texts are whole files, lines have numbers;
 * the caller says so.
 */
export function compareTexts(before: string, after: string, isWhole: boolean): DiffLine[] {
  const patch = structuredPatch('', '', ended(before), ended(after), '', '', { context: CONTEXT, timeout: COMPARE_MS });
  if (patch === undefined) return [...plainLines(before, 'removed'), ...plainLines(after, 'added')];
  const lines = patch.hunks.flatMap((hunk, at) => {
    const head = { kind: 'hunk', text: hunkHead(hunk), before: null, after: null } as const;
    const numbered = numberedLines(hunk.lines, hunk.oldStart, hunk.newStart);
    return at === 0 && !isWhole ? numbered : [head, ...numbered];
  });
  return isWhole ? lines : lines.map(line => ({ ...line, before: null, after: null }));
}

/** Whether the last line ends is no difference that a reader means. */
function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function hunkHead(hunk: { oldStart: number; oldLines: number; newStart: number; newLines: number }): string {
  return `@@ -${String(hunk.oldStart)},${String(hunk.oldLines)} +${String(hunk.newStart)},${String(hunk.newLines)} @@`;
}

function plainLines(text: string, kind: 'added' | 'removed'): DiffLine[] {
  if (text === '') return [];
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map(line => ({ kind, text: line, before: null, after: null }));
}

function numberedLines(lines: readonly string[], oldStart: number | null, newStart: number | null): DiffLine[] {
  let before = oldStart;
  let after = newStart;
  const next = (number: number | null) => (number === null ? null : number + 1);
  return lines.flatMap(line => {
    const kind = kindOf(line);
    if (kind === null) return [];
    const numbered = {
      kind,
      text: line.slice(1),
      before: kind === 'added' ? null : before,
      after: kind === 'removed' ? null : after,
    };
    if (kind !== 'added') before = next(before);
    if (kind !== 'removed') after = next(after);
    return [numbered];
  });
}

/** Null for what belongs to no side, such as `\ No newline at end of file`. */
function kindOf(line: string): 'context' | 'added' | 'removed' | null {
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return line.startsWith('\\') ? null : 'context';
}

/** True for a text that {@link parseDiff} can read: unified, or the patch form of models (`*** Begin Patch`). */
export function isDiff(text: string): boolean {
  return /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m.test(text) || /^\*\*\* (?:Add|Update|Delete) File: /m.test(text);
}

/** The files of a diff in either form. */
export function parseDiff(text: string): FileDiff[] {
  const lines = text.replace(/\r\n/g, '\n').replace(/\n$/, '').split('\n');
  return lines.some(line => V4A_FILE.test(line)) ? parseModelPatch(lines) : parseUnified(lines);
}

interface OpenFile {
  path: string;
  readonly lines: DiffLine[];
}

/** Counts of its head say where a hunk ends: a removed line may look like the head of a file. */
function parseUnified(lines: readonly string[]): FileDiff[] {
  const files: OpenFile[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const next = lines[at + 1] ?? '';
    if (isFileHead(line, next)) {
      pushed(files, pathOf(line, next));
      at += 1;
    } else if (HUNK.test(line)) {
      const body = hunkBody(lines, at);
      addHunk(files.at(-1) ?? pushed(files, ''), line, body);
      at += body.length;
    } else if (isRemark(line) && files.length > 0) {
      files.at(-1)?.lines.push({ kind: 'context', text: line, before: null, after: null });
    }
  }
  return files.map(({ path, lines: own }) => fileDiff(path, own));
}

function isFileHead(line: string, next: string): boolean {
  return line.startsWith('--- ') && next.startsWith('+++ ');
}

function isRemark(line: string): boolean {
  return line !== '' && !HEADER.test(line);
}

function addHunk(file: OpenFile, head: string, body: readonly string[]): void {
  const { old = '', now = '' } = HUNK.exec(head)?.groups ?? {};
  file.lines.push({ kind: 'hunk', text: head, before: null, after: null });
  file.lines.push(...numberedLines(body, Number(old), Number(now)));
}

function pushed(files: OpenFile[], path: string): OpenFile {
  const file = { path, lines: [] };
  files.push(file);
  return file;
}

/** Lines that each kind takes from either side of a hunk. */
const TAKES: Readonly<Record<string, readonly [number, number]>> = {
  ' ': [1, 1],
  '': [1, 1],
  '-': [1, 0],
  '+': [0, 1],
  '\\': [0, 0],
};

function hunkBody(lines: readonly string[], head: number): string[] {
  let [before, after] = countsOf(lines[head] ?? '');
  let end = head + 1;
  for (; end < lines.length; end += 1) {
    const takes = TAKES[(lines[end] ?? '').charAt(0)];
    if (takes === undefined || takes[0] > before || takes[1] > after) break;
    before -= takes[0];
    after -= takes[1];
  }
  return lines.slice(head + 1, end);
}

function countsOf(head: string): [before: number, after: number] {
  const { oldCount = '1', newCount = '1' } = HUNK.exec(head)?.groups ?? {};
  return [Number(oldCount), Number(newCount)];
}

/** `a/x` and `b/x` are the same file `x`; a file that is new or gone has a name on one side only. */
function pathOf(before: string, after: string): string {
  const names = [after, before].map(line => line.slice(4).replace(/\t.*$/, '').trim());
  const name = names.find(one => one !== '/dev/null') ?? '';
  return name.replace(/^[ab]\//, '');
}

/** Files of a patch as models write it: no line numbers, `@@` begins a place. */
function parseModelPatch(lines: readonly string[]): FileDiff[] {
  const files: OpenFile[] = [];
  for (const line of lines) {
    const path = V4A_FILE.exec(line)?.[1];
    const file = files.at(-1);
    if (path !== undefined) pushed(files, path.trim());
    else if (file === undefined || line.startsWith('*** ')) continue;
    else if (line.startsWith('@@')) file.lines.push({ kind: 'hunk', text: line, before: null, after: null });
    else file.lines.push(...numberedLines([line === '' ? ' ' : line], null, null));
  }
  return files.map(({ path, lines: own }) => fileDiff(path, own));
}
