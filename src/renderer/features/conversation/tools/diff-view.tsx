import { useMemo } from 'react';
import { texts } from '../../../app/messages.ts';
import { number } from '../../../app/format.ts';
import { exactText } from '../../../ui/visible-text.ts';
import { MarkedText } from '../marked-text.tsx';
import { useReader } from '../reader-context.tsx';
import type { DiffLine, FileDiff } from './diff-lines.ts';
import css from './diff-view.module.css';
import type { FileEdits } from './file-edits.ts';
import { NamedTexts } from './named-texts.tsx';
import { LineWindow } from '../../../ui/line-window.tsx';

/** Characters of one line that are shown; the raw text has them all. */
const LINE_LENGTH = 1000;
const MAX_FILES = 20;
const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { context: ' ', added: '+', removed: '-', hunk: '' };

/** The changes of a call, file by file. */
export function DiffView({ edits }: { edits: FileEdits }) {
  const shown = edits.files.slice(0, MAX_FILES);
  return (
    <>
      {shown.map((file, at) => (
        <FileView key={at} file={file} isWhole={edits.isWhole} />
      ))}
      {edits.files.length > shown.length ? (
        <p className={css['note']}>{texts.tools.moreFiles(edits.files.length - shown.length)}</p>
      ) : null}
      <NamedTexts all={edits.others} />
    </>
  );
}

function FileView({ file, isWhole }: { file: FileDiff; isWhole: boolean }) {
  const words = texts.tools;
  const path = exactText(file.path);
  return (
    <div className={css['file']}>
      <p className={css['head']}>
        <span className={css['path']}>{path}</span>
        <span className={css['counts']} title={words.changesSpoken(file.added, file.removed)}>
          <ins>+{number(file.added)}</ins> <del>−{number(file.removed)}</del>
        </span>
        {isWhole ? <span className={css['note']}>{words.wholeFile}</span> : null}
      </p>
      <LineWindow count={file.lines.length} label={words.diffOf(path)}>
        {(first, end) => <Lines lines={file.lines.slice(first, end)} numbered={hasNumbers(file)} />}
      </LineWindow>
    </div>
  );
}

function hasNumbers(file: FileDiff): boolean {
  return file.lines.some(line => line.before !== null || line.after !== null);
}

/** Lines of one kind that stand together are one element. */
function Lines({ lines, numbered }: { lines: readonly DiffLine[]; numbered: boolean }) {
  const { terms } = useReader();
  const blocks = useMemo(() => blocksOf(lines), [lines]);
  return blocks.map(({ kind, first, own }) => (
    <div key={first} className={css['block']} data-kind={kind}>
      {numbered ? <span className={css['numbers']}>{own.map(numbersOf).join('\n')}</span> : null}
      <span className={css['signs']}>{own.map(line => SIGNS[line.kind]).join('\n')}</span>
      <code className={css['text']}>
        <MarkedText text={own.map(shownLine).join('\n')} terms={terms} />
      </code>
    </div>
  ));
}

interface Block {
  readonly kind: DiffLine['kind'];
  readonly first: number;
  readonly own: DiffLine[];
}

function blocksOf(lines: readonly DiffLine[]): Block[] {
  const blocks: Block[] = [];
  lines.forEach((line, first) => {
    const last = blocks.at(-1);
    if (last?.kind === line.kind) last.own.push(line);
    else blocks.push({ kind: line.kind, first, own: [line] });
  });
  return blocks;
}

function numbersOf({ before, after }: DiffLine): string {
  const column = (value: number | null) => (value === null ? '' : String(value)).padStart(5);
  return `${column(before)}${column(after)}`;
}

function shownLine({ text }: DiffLine): string {
  const shown = exactText(text.length > LINE_LENGTH ? text.slice(0, LINE_LENGTH) : text).replaceAll('\n', '␍');
  return text.length > LINE_LENGTH ? shown + texts.tools.lineCut(text.length) : shown;
}
