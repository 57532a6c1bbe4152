import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTwoFilesPatch } from 'diff';
import { compareTexts, parseDiff, type DiffLine } from './diff-lines.ts';
import { fileEdits, isEditingTool } from './file-edits.ts';

const SIGNS = { context: ' ', added: '+', removed: '-', hunk: '@' } as const;

function signed(lines: readonly DiffLine[] = []): string[] {
  return lines.map(line => (line.kind === 'hunk' ? line.text : SIGNS[line.kind] + line.text));
}

function editsOf(name: string, args: unknown, result: string | null = null) {
  return fileEdits(name, typeof args === 'string' ? args : JSON.stringify(args), result);
}

describe('file edits', () => {
  it('compare what was replaced with what replaces it', () => {
    const edits = editsOf('patch', { path: 'a.ts', old_string: 'one\ntwo\nthree\n', new_string: 'one\n2\nthree\n' });
    expect(edits?.files[0]).toMatchObject({ path: 'a.ts', added: 1, removed: 1 });
    expect(signed(edits?.files[0]?.lines)).toEqual([' one', '-two', '+2', ' three']);
  });

  it('see no difference in whether the last line ends', () => {
    expect(signed(compareTexts('one', 'one\ntwo', false))).toEqual([' one', '+two']);
    expect(compareTexts('one', 'one\n', false)).toEqual([]);
  });

  it('leave out no argument', () => {
    const others = (name: string, args: unknown, result: string | null = null) =>
      editsOf(name, args, result)?.others.map(one => `${one.name} ${one.value}`);
    const replaced = { path: 'a', old_string: 'x', new_string: 'y' };
    expect(others('patch', replaced)).toEqual([]);
    expect(others('edit', { ...replaced, replace_all: true })).toEqual(['replace_all true']);
    expect(others('write_file', { path: 'a', content: 'x', mode: 'append' })).toEqual(['mode append']);
    expect(others('patch', { ...replaced, note: 'n' }, '@@ -1 +1 @@\n-x\n+y')).toEqual(['note n']);
    expect(others('patch', { patch: '@@ -1 +1 @@\n-x\n+y', strip: 1 })).toEqual(['strip 1']);
    const edits = [
      { old: 'x', new: 'y' },
      { line: 3, insert: 'z' },
    ];
    expect(others('multi_edit', { path: 'a', edits })).toEqual([`edits ${JSON.stringify(edits)}`]);
    expect(others('multi_edit', { path: 'a', edits: edits.slice(0, 1) })).toEqual([]);
  });

  it('prefer the diff of the result: it knows the lines', () => {
    const diff = '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -10,3 +10,3 @@ fn()\n one\n-two\n+2\n three\n';
    const result = JSON.stringify({ success: true, diff });
    const edits = editsOf('patch', { path: 'src/a.ts', old_string: 'two', new_string: '2' }, result);
    expect(edits?.files[0]?.path).toBe('src/a.ts');
    expect(edits?.files[0]?.lines.map(line => [line.kind, line.before, line.after])).toEqual([
      ['hunk', null, null],
      ['context', 10, 10],
      ['removed', 11, null],
      ['added', null, 11],
      ['context', 12, 12],
    ]);
  });

  it('take a patch in the form of models, of several files', () => {
    const patch = [
      '*** Begin Patch',
      '*** Update File: a.py',
      '@@ def f():',
      ' x = 1',
      '-y = 2',
      '+y = 3',
      '*** Add File: b.py',
      '+print()',
      '*** End Patch',
    ].join('\n');
    const edits = editsOf('apply_patch', { patch });
    expect(edits?.files.map(file => [file.path, file.added, file.removed])).toEqual([
      ['a.py', 1, 1],
      ['b.py', 1, 0],
    ]);
    expect(editsOf('apply_patch', patch)?.files).toHaveLength(2);
  });

  it('show a written file as added, and say that it was written whole', () => {
    const edits = editsOf('write_file', { path: 'n.txt', content: 'a\nb\n' });
    expect(edits).toMatchObject({ isWhole: true, files: [{ path: 'n.txt', added: 2, removed: 0 }] });
  });

  it('join several edits of one file', () => {
    const edits = editsOf('multi_edit', {
      file_path: 'a',
      edits: [
        { old_string: 'x', new_string: 'y' },
        { old_string: '1', new_string: '2' },
      ],
    });
    expect(signed(edits?.files[0]?.lines)).toEqual(['-x', '+y', '@@', '-1', '+2']);
  });

  it('know tools by the words of their names', () => {
    const names = [
      'patch',
      'apply_patch',
      'str_replace_editor',
      'Edit',
      'multiEdit',
      'WriteFile',
      'fs.write',
      'create_file',
    ];
    expect(names.filter(name => !isEditingTool(name))).toEqual([]);
    expect(['credit_lookup', 'rewritten', 'terminal', 'read_file'].filter(isEditingTool)).toEqual([]);
  });

  it('see none where there is none', () => {
    expect(editsOf('patch', { path: 'a.ts' }, '{"content":"     1|x"}')).toBeNull();
    expect(editsOf('read_file', { path: 'a.ts', content: 'x' })).toBeNull();
    expect(editsOf('patch', '{"old_string": "x')).toBeNull();
  });

  it('keep a removed line that looks like the head of a file', () => {
    const [file] = parseDiff('--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1,1 @@\n--- comment\n x\n');
    expect(signed(file?.lines)).toEqual(['@@ -1,2 +1,1 @@', '--- comment', ' x']);
  });

  it('read back every diff that the library writes', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', '', '-- x', '++ y', '@@', '\tz'), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const texts = [before, after].map(side => side.map(line => `${line}\n`).join('')) as [string, string];
        const files = parseDiff(createTwoFilesPatch('a/f', 'b/f', texts[0], texts[1], '', '', { context: 100 }));
        const own = files.flatMap(file => file.lines).filter(line => line.kind !== 'hunk');
        if (texts[0] === texts[1]) return;
        expect(own.filter(line => line.kind !== 'added').map(line => line.text)).toEqual(before);
        expect(own.filter(line => line.kind !== 'removed').map(line => line.text)).toEqual(after);
      }),
    );
  });

  it('give up comparing texts that have nothing in common, and lose no line of them', () => {
    const text = (seed: number) => Array.from({ length: 4000 }, (_, at) => String((at * seed) % 7919)).join('\n');
    const start = performance.now();
    const lines = compareTexts(text(31), text(57), false);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(lines.filter(line => line.kind === 'added').length).toBeGreaterThan(0);
    expect(lines.filter(line => line.kind === 'added').length).toBeLessThanOrEqual(4000);
  });
});
