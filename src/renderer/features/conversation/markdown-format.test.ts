import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatText } from './markdown-format.ts';
import type { DrawnNode } from './markdown-nodes.ts';

function drawn(text: string): readonly DrawnNode[] {
  const found = formatText({ text, most: 400, cut: false });
  if (typeof found === 'string') throw new Error(found);
  return found.nodes;
}

/** Every word that is shown, wherever it stands. */
function wordsOf(nodes: readonly DrawnNode[]): string {
  return nodes
    .map(node => {
      if (typeof node === 'string') return node;
      if (node.tag === 'math') return node.source;
      if (node.tag === 'image') return `${node.alt} ${node.url}`;
      const link = node.tag === 'link' ? ` ${node.url}` : '';
      const language = node.tag === 'block' ? node.label : '';
      if ('children' in node) return `${wordsOf(node.children)}${link} `;
      return 'text' in node ? `${language} ${node.text} ` : ' ';
    })
    .join('');
}

function formulas(nodes: readonly DrawnNode[]): string[] {
  return nodes.flatMap(node => {
    if (typeof node === 'string') return [];
    if (node.tag === 'math') return [`${node.display ? 'block' : 'inline'} ${node.text.trim()}`];
    return 'children' in node ? formulas(node.children) : [];
  });
}

describe('formulas', () => {
  it.each([
    ['$E = mc^2$', ['inline E = mc^2']],
    ['so $x$ and $y_1$.', ['inline x', 'inline y_1']],
    ['$$\n\\frac{1}{2}\n$$', ['block \\frac{1}{2}']],
    ['$$a^2$$', ['block a^2']],
    ['see \\(a_i \\{ b \\}\\) here', ['inline a_i \\{ b \\}']],
    ['\\[ \\sum_k k \\]', ['block \\sum_k k']],
  ])('%s', (text, expected) => {
    expect(formulas(drawn(text))).toEqual(expected);
  });

  it.each(['$$ is a pid\n\n**all** of it', '$$x = 1\n+ 2$$\n\nand on', '$$\nnever\n\nends', '$$ meta\na\n$$'])(
    'show as written what is no closed block: %s',
    text => {
      expect(formulas(drawn(text))).toEqual([]);
      expect(wordsOf(drawn(text)).trim()).toBe(text);
    },
  );

  it('leave the text behind a pair that is no closed block formatted', () => {
    expect(drawn('\\[x_1\n+ 2\\]\n\n**b**').at(-1)).toMatchObject({ children: [{ tag: 'strong' }] });
  });

  it.each([
    'It costs $5 and $10.',
    'from $5 to $6, **bold** and [a](https://a.test) for $7',
    '$HOME/bin and $PATH/x',
    '$HOME_DIR/$USER_NAME',
    'US$5_000 and US$6_000',
    'an escaped \\[1\\] and \\(sic\\)',
    'code `\\(a_b\\)` and `$x^2$`',
    '```\n\\(a_b\\) $x^2$\n```',
  ])('none in %s', text => {
    expect(formulas(drawn(text))).toEqual([]);
  });

  it('leave what stands beside them as it was', () => {
    expect(wordsOf(drawn('`\\(a_b\\)` is \\(a_b\\), and `\\[` is not'))).toMatch(
      /^ \\\(a_b\\\) {2}is \\\(a_b\\\), and {2}\\\[ {2}is not/,
    );
  });
});

describe('formatting', () => {
  it('shows every word of any text of words and signs', () => {
    const piece = fc.constantFrom(
      ...[
        'w1',
        'w2',
        'w3',
        ' ',
        '\n',
        '\n\n',
        '- ',
        '1. ',
        '# ',
        '> ',
        '`',
        '```\n',
        '*',
        '**',
        '_',
        '~~',
        '|',
        '|--|\n',
      ],
      ...[
        '[',
        '](',
        ')',
        'https://a.test/b',
        '<b>',
        '</b>',
        '![',
        '$',
        '$$',
        '\\(',
        '\\)',
        '\\[',
        '\\]',
        '[^1]',
        ': ',
        '    ',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
        const text = pieces.join('');
        const found = formatText({ text, most: 400, cut: false });
        if (typeof found === 'string') return;
        const wanted = [...text.matchAll(/w\d/g)].map(([word]) => word);
        expect([...wordsOf(found.nodes).matchAll(/w\d/g)].map(([word]) => word).sort()).toEqual(
          expect.arrayContaining(wanted.sort()),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('shows the title of a link and of an image', () => {
    const shown = wordsOf(drawn('[a](https://a.test "first") ![b](https://a.test/b.png "second")'));
    expect(shown).toContain('“first”');
    expect(shown).toContain('“second”');
  });

  it('never draws an address that does not lead to the web, to mail or to an image in the text', () => {
    const address = fc.constantFrom(
      'javascript:x',
      'data:text/html,x',
      'vbscript:x',
      'file:///x',
      'JAVASCRIPT&#58;x',
      '//a.test',
      '#a',
    );
    fc.assert(
      fc.property(address, fc.boolean(), (url, isImage) => {
        const nodes = drawn(`${isImage ? '!' : ''}[w](${url}) [v][r]\n\n[r]: ${url}`);
        expect(JSON.stringify(nodes)).not.toMatch(/"tag":"(?:link|image)"/);
      }),
    );
  });

  it('formats the beginning of what would take too much, and leaves the rest as written', () => {
    const rows = Array.from({ length: 3000 }, (_, at) => `| ${String(at)} | x |`).join('\n');
    const text = `# Title\n\n| a | b |\n|---|---|\n${rows}`;
    expect(formatText({ text, most: 400, cut: false })).toBe('too-many');
    const found = formatText({ text, most: 400, cut: true });
    if (typeof found === 'string') throw new Error(found);
    const shown = wordsOf(found.nodes);
    const last = /(\d+) x\s*$/.exec(shown)?.[1];
    expect(Number(last)).toBeGreaterThan(100);
    expect(found.rest.trim().startsWith(`| ${String(Number(last) + 1)} |`)).toBe(true);
  });

  it.each([
    ['a list of a thousand levels', Array.from({ length: 1000 }, (_, at) => `${' '.repeat(at * 2)}- x`).join('\n')],
    ['ten thousand quotes', `${'>'.repeat(10_000)} x`],
    ['ten thousand backticks', '`'.repeat(10_000)],
    ['a hundred thousand brackets', '['.repeat(99_000)],
  ])('gives up on %s', (_name, text) => {
    expect(formatText({ text, most: 400, cut: false })).toBe('never');
  });
});
