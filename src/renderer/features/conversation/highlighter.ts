import { common, createLowlight } from 'lowlight';
import type { CodeKind, CodeRun } from './code-runs.ts';
import type { ColouredLines } from './text-jobs.ts';

const { bash, c, cpp, csharp, css, diff, go, java, javascript, json, kotlin, lua, makefile, markdown } = common;
const { php, python, ruby, rust, scss, sql, swift, typescript, xml, yaml, ini } = common;
const LANGUAGES = {
  ...{ bash, c, cpp, csharp, css, diff, go, java, javascript, json, kotlin, lua, makefile, markdown },
  ...{ php, python, ruby, rust, scss, sql, swift, typescript, xml, yaml, ini },
};

const lowlight = createLowlight(
  Object.fromEntries(Object.entries(LANGUAGES).flatMap(([name, language]) => (language ? [[name, language]] : []))),
);
lowlight.registerAlias({ bash: ['dockerfile', 'docker', 'console', 'shell', 'zsh', 'fish'], ini: ['toml', 'conf'] });

const KINDS: Readonly<Record<string, CodeKind>> = {
  keyword: 'keyword',
  'selector-tag': 'keyword',
  name: 'keyword',
  meta: 'keyword',
  section: 'keyword',
  string: 'string',
  regexp: 'string',
  char: 'string',
  link: 'string',
  number: 'number',
  literal: 'number',
  symbol: 'number',
  variable: 'number',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  title: 'function',
  function: 'function',
  attr: 'function',
  attribute: 'function',
  property: 'function',
  type: 'type',
  built_in: 'type',
  class: 'type',
  'selector-class': 'type',
  'selector-id': 'type',
  addition: 'addition',
  deletion: 'deletion',
};

interface HighlightNode {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: unknown };
  readonly children?: readonly HighlightNode[];
}

function kindOf(node: HighlightNode): CodeKind | null {
  const names: unknown = node.properties?.className;
  for (const name of Array.isArray(names) ? names : []) {
    const kind = KINDS[String(name).replace(/^hljs-/, '')];
    if (kind !== undefined) return kind;
  }
  return null;
}

function collect(node: HighlightNode, kind: CodeKind | null, lines: CodeRun[][]): void {
  if (node.value !== undefined) {
    node.value.split('\n').forEach((text, at) => {
      if (at > 0) lines.push([]);
      if (text !== '') addRun(lines.at(-1) ?? [], text, kind);
    });
  }
  for (const child of node.children ?? []) collect(child, kindOf(child) ?? kind, lines);
}

/** Blanks join the run before them: fewer runs are fewer elements. */
function addRun(line: CodeRun[], text: string, kind: CodeKind | null): void {
  const last = line.at(-1);
  if (last !== undefined && (last.kind === kind || text.trim() === '')) {
    line[line.length - 1] = { text: last.text + text, kind: last.kind };
  } else line.push({ text, kind });
}

/** Code in lines, each cut into runs of one colour; null where the language is not known here. */
export function colouredLines(code: string, language: string): ColouredLines {
  const name = language.toLowerCase();
  if (!lowlight.registered(name)) return null;
  const lines: CodeRun[][] = [[]];
  collect(lowlight.highlight(name, code), null, lines);
  return lines;
}
