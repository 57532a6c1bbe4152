import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import { expect, test } from 'vitest';
import { visibleText, type Block, type DocumentFormat } from './document-format.ts';
import { suggestedName } from './export-name.ts';
import { htmlFormat } from './html-format.ts';
import { markdownFormat } from './markdown-format.ts';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly depth?: number;
  readonly children?: readonly Node[];
}

/** The tree that a Markdown reader sees. */
function treeOf(markdown: string): Node {
  let seen: Node | null = null;
  const capture = () => (tree: Node) => {
    seen = tree;
  };
  renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [capture] }, markdown));
  return seen!;
}

const all = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(all)];

function documentOf(format: DocumentFormat, text: string, blocks: readonly Block[]): string {
  return [
    format.begin(text),
    format.conversation(text, [
      ['Source', text],
      ['Model', text],
    ]),
    format.segment(text),
    format.message({ speaker: text, time: 1787000000, blocks }),
    format.message({ speaker: 'Assistant', time: null, blocks: [{ kind: 'prose', text: 'the end' }] }),
    format.end(),
  ].join('');
}

const blocksOf = (text: string): Block[] => [
  { kind: 'prose', text },
  { kind: 'code', label: text, text },
  { kind: 'folded', label: text, text },
  { kind: 'note', text },
];

const FRAGMENTS = [
  '<script>window.__pwned=1</script>',
  '<img src=x onerror="window.__pwned=1">',
  '</pre></details>',
  '![x](https://tracker.example/a.png)',
  '[x](javascript:alert(1))',
  '[x]: javascript:alert(1)',
  '[x](&#106;avascript:alert(1))',
  '<javascript:alert(1)>',
  '```',
  '`````text',
  '~~~',
  '\n\n# A heading\n\n',
  '\n---\n',
  '\n\n> quote\n\n- list\n',
  '\n    indented\n',
  '\u202e\u0000\u001b[31m',
  '-->',
  '<!--',
  ']]>',
  '\\',
  '\n',
  ' ',
  '|',
  'words',
  '&lt;b&gt;',
  '[a][b]',
  '\r\n',
] as const;

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 12 })
  .map(parts => parts.join(''));

test('nothing in a conversation ends its place in a Markdown document, or does anything there', () => {
  fc.assert(
    fc.property(hostile, text => {
      const markdown = documentOf(markdownFormat, text, blocksOf(text));
      const tree = treeOf(markdown);
      const nodes = all(tree);
      const top = (tree.children ?? []).filter(({ type }) => type === 'heading').map(({ depth }) => depth);
      expect(top).toEqual([1, 2, 3, 4, 4]);
      expect(nodes.filter(({ type }) => type === 'image' || type === 'imageReference')).toEqual([]);
      for (const { value } of nodes.filter(({ type }) => type === 'html')) {
        expect(value).toMatch(/^<\/?(?:details|summary)>/);
        expect(value?.replaceAll(/\\[<>]/g, '')).not.toMatch(/<(?!\/?(?:details|summary)>)/);
      }
      for (const { url } of nodes.filter(({ type }) => type === 'link' || type === 'definition')) {
        expect(url).toMatch(/^(?:https?:|mailto:)/i);
      }
      const shown = visibleText(text).replace(/\n$/, '');
      const fences = nodes.filter(({ type }) => type === 'code').map(({ value }) => value);
      expect(fences.filter(value => value === shown).length).toBeGreaterThanOrEqual(shown === '' ? 0 : 2);
      expect(nodes.some(({ type, value }) => type === 'text' && value === 'the end')).toBe(true);
    }),
    { numRuns: 120 },
  );
});

test('a page runs and loads nothing, whatever it shows', () => {
  fc.assert(
    fc.property(hostile, text => {
      const page = documentOf(htmlFormat, text, [
        ...blocksOf(text),
        { kind: 'image', dataUrl: `data:image/png;base64,${text}` },
      ]);
      const tags = new Set([...page.matchAll(/<\/?([a-z!][a-z0-9]*)/gi)].map(([, name]) => name?.toLowerCase()));
      const own =
        'body code dd details dl dt em h1 h2 h3 h4 head html img meta p pre style summary time title !doctype';
      expect([...tags].filter(tag => !own.split(' ').includes(tag ?? ''))).toEqual([]);
      expect(page.match(/ on[a-z]+=["']/gi)).toBeNull();
      expect([...page.matchAll(/ src="([^"]*)"/g)].every(([, url]) => url?.startsWith('data:image/'))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('suggested names are names on every system', () => {
  fc.assert(
    fc.property(
      fc.oneof(hostile, fc.constantFrom('CON', 'nul', '...', 'a/b\\c:d', 'x'.repeat(500), '日本語 のタイトル')),
      title => {
        const name = suggestedName(title, 'json');
        expect(name).toMatch(/\.json$/);
        expect(name).not.toMatch(/[<>:"/\\|?*\u0000-\u001f]/);
        expect(name).not.toMatch(/^[. ]|^(?:con|nul)\./i);
        expect([...name].length).toBeLessThanOrEqual(85);
      },
    ),
  );
  expect(suggestedName('Fix Docker Build #3', 'markdown')).toBe('Fix Docker Build #3.md');
  expect(suggestedName(null, 'jsonl')).toBe('Hermes sessions.jsonl');
});
