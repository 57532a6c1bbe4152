import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeBridge } from '../../../../test/support/fake-bridge.ts';
import type { MessageBody } from '../../../shared/contract/conversation.ts';
import { createQueryClient } from '../../api/cache.ts';
import { createClient } from '../../api/client.ts';
import { ClientContext } from '../../api/client-context.tsx';
import { matchTerms } from './match-terms.ts';
import { MessageArticle } from './message-article.tsx';
import { ReaderContext } from './reader-context.tsx';

const HOSTILE: Readonly<Record<string, string>> = {
  'a script': '<script>window.pwned = 1</script>',
  'an event handler': '<img src=x onerror="window.pwned=1">',
  'a handler inside a paragraph': 'before <b onclick="pwned()">bold</b> after',
  'a javascript link': '[click](javascript:alert(1))',
  'a disguised javascript link': '[click](  JaVaScRiPt:alert(1))',
  'a data link': '[click](data:text/html,<script>1</script>)',
  'an SVG': '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
  'CSS injection': '<style>*{display:none}</style><div style="position:fixed;inset:0">x</div>',
  'an iframe and a form': '<iframe src="https://evil.test"></iframe><form action="https://evil.test"><input></form>',
  'a comment': 'seen <!-- hidden instruction --> too',
  'a definition': '[a]: https://tracker.test "t"',
  'a footnote': 'foo[^1]\n\n[^1]: hidden <b>note</b>',
  'a remote SVG data image': '![x](data:image/svg+xml;base64,PHN2Zy8+)',
  'an unclosed fence': 'text\n```js\nlet x = 1\n<script>',
  'ten thousand backticks': '`'.repeat(10_000),
  'ten thousand brackets': '['.repeat(10_000),
  'ten thousand stars': '*a **b '.repeat(3000),
  'a huge table': `| a | b |\n|---|---|\n${'| x | y |\n'.repeat(3000)}`,
  'a deep list': Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth * 2)}- item`).join('\n'),
  'a deep quote': `${'> '.repeat(3000)}deep`,
  zalgo: `Z${'\u0338\u0327\u0322'.repeat(2000)}algo`,
  'regex bait': `${'a'.repeat(24_000)}!`,
  'mail bait': `${'a@'.repeat(8000)}x`,
  'address bait': `http://${'www.'.repeat(6000)}`,
  'entity bait': '&'.repeat(20_000),
  'one long line': 'x'.repeat(24_000),
};

const FORBIDDEN = 'script, style, iframe, object, embed, form, link, meta, svg a, img:not([src^="data:image/png"])';

function bodyOf(text: string, role: string): MessageBody {
  return {
    id: 7,
    sessionId: 's',
    role,
    timestamp: 1_787_000_000,
    flags: 0,
    displayKind: null,
    parts: [{ kind: 'text', text: { text, bytes: text.length, clipped: false } }],
    bytes: text.length,
    reasoning: null,
    toolCalls: [],
    unreadableToolCalls: null,
    looseResults: [],
    toolName: null,
    finishReason: null,
  };
}

function renderMessage(body: MessageBody, highlight = '') {
  const shared = { sessionId: 's', terms: matchTerms(highlight), hitId: null, folds: new Map<string, boolean>() };
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <ClientContext value={createClient(fakeBridge({}).bridge)}>
        <ReaderContext value={shared}>
          <MessageArticle body={body} day={null} />
        </ReaderContext>
      </ClientContext>
    </QueryClientProvider>,
  ).container;
}

function squeezed(text: string): string {
  return text.replace(/[\s\u2026]+/g, '');
}

describe.each(['user', 'assistant', 'system'])('hostile text of role %s', role => {
  it.each(Object.entries(HOSTILE))('shows %s as text, makes nothing of it, and comes to an end soon', (_name, text) => {
    const start = performance.now();
    const container = renderMessage(bodyOf(text, role));
    // Each takes some 20 ms; what goes back and forth over such a text takes seconds.
    expect(performance.now() - start).toBeLessThan(1000);
    expect(container.querySelectorAll(FORBIDDEN)).toHaveLength(0);
    for (const link of container.querySelectorAll('a')) expect(link.getAttribute('href')).toMatch(/^(https?|mailto):/);
    for (const element of container.querySelectorAll('*')) {
      expect([...element.attributes].filter(attribute => attribute.name.startsWith('on'))).toEqual([]);
    }
    expect(container.querySelectorAll('*').length).toBeLessThan(500);
    cleanup();
  });

  it('shows markup characters exactly as they were written', () => {
    for (const name of ['a script', 'an event handler', 'an SVG', 'CSS injection', 'a comment', 'a javascript link']) {
      const text = HOSTILE[name] ?? '';
      expect(renderMessage(bodyOf(text, role)).textContent).toContain(text);
      cleanup();
    }
  });
});

describe('a message', () => {
  it('has what was looked for marked in links too', () => {
    const text = 'see [the needle](https://a.test), https://needle.test/x and ![needle](https://a.test/i.png)';
    const { length } = renderMessage(bodyOf(text, 'assistant'), 'needle').querySelectorAll('a mark');
    expect(length).toBe(3);
  });

  it('hides nothing that Markdown would drop', () => {
    for (const name of [
      'a definition',
      'a footnote',
      'a data link',
      'a remote SVG data image',
      'an iframe and a form',
    ]) {
      const text = HOSTILE[name] ?? '';
      const shown = renderMessage(bodyOf(text, 'assistant')).textContent;
      expect(squeezed(shown)).toContain(squeezed(text));
      cleanup();
    }
  });

  it('shows bidi controls as marks and terminal escapes as their text', () => {
    const text = 'safe\u202Egnp.exe \u001b[31mred\u001b[0m';
    for (const role of ['user', 'assistant']) {
      expect(renderMessage(bodyOf(text, role)).textContent).toContain('safe⟪U+202E⟫gnp.exe ␛[31mred␛[0m');
      cleanup();
    }
  });

  it('shows too large a table as written, with a way to have it formatted', () => {
    const container = renderMessage(bodyOf(HOSTILE['a huge table'] ?? '', 'assistant'));
    expect(container.querySelector('table')).toBeNull();
    expect(container.textContent).toContain('| x | y |');
    expect(container.textContent).toContain('Format it');
  });

  it('formats such a table part by part, each row once, below its head', async () => {
    const rows = Array.from({ length: 900 }, (_, at) => `| row${String(at)} | y |`);
    const container = renderMessage(bodyOf(`| left | right |\n|---|---|\n${rows.join('\n')}\n\nthe end`, 'assistant'));
    const click = (name: string) => userEvent.click(within(container).getByRole('button', { name }));
    await click('Format it');
    const seen: string[] = [];
    for (let part = 1; ; part += 1) {
      const table = container.querySelector('table');
      expect(table?.querySelector('tr')?.textContent).toBe('leftright');
      expect(container.querySelectorAll('*').length).toBeLessThan(900);
      seen.push(...[...container.querySelectorAll('tr')].slice(1).map(row => row.textContent));
      if (within(container).queryByRole('button', { name: 'Format what follows' }) === null) break;
      await click('Format what follows');
    }
    expect(seen).toEqual(rows.map((_, at) => `row${String(at)}y`));
    expect(container.textContent).toContain('the end');
    await click('Format the part before');
    expect(within(container).getByRole('button', { name: 'Format what follows' })).toBeDefined();
  });

  it('formats what an assistant wrote and leaves what a person wrote', () => {
    const text = '**bold** and `code`\n\n- one';
    expect(renderMessage(bodyOf(text, 'assistant')).querySelector('strong')?.textContent).toBe('bold');
    cleanup();
    expect(renderMessage(bodyOf(text, 'user')).textContent).toContain(text);
  });

  it('opens links through main only, with their address in sight', async () => {
    const container = renderMessage(bodyOf('[docs](https://example.com/a)', 'assistant'));
    expect(container.querySelector('a')?.textContent).toBe('docs (https://example.com/a)');
  });

  it('marks what was searched for, in words and in code', () => {
    const container = renderMessage(bodyOf('a docker b `docker`\n\n```sh\ndocker build\n```', 'assistant'), 'Docker');
    expect([...container.querySelectorAll('mark')].map(mark => mark.textContent)).toEqual([
      'docker',
      'docker',
      'docker',
    ]);
  });

  it('shows images of the database and only the address of others', () => {
    const png = 'data:image/png;base64,iVBORw0KGgo=';
    const container = renderMessage({
      ...bodyOf('', 'user'),
      parts: [
        { kind: 'image', dataUrl: png, mediaType: 'image/png', bytes: 8 },
        { kind: 'image', dataUrl: 'data:image/svg+xml;base64,PHN2Zy8+', mediaType: 'image/svg+xml', bytes: 6 },
        { kind: 'image', dataUrl: null, mediaType: 'image/png', bytes: 9_000_000 },
        { kind: 'remote-image', url: 'https://evil.test/pixel.png' },
        { kind: 'remote-image', url: 'file:///etc/passwd' },
      ],
    });
    expect([...container.querySelectorAll('img')].map(image => image.getAttribute('src'))).toEqual([png]);
    expect(container.textContent).toContain('https://evil.test/pixel.png');
    expect(within(container).getByRole('button', { name: 'Show it' })).toBeDefined();
    expect([...container.querySelectorAll('a')].map(link => link.getAttribute('href'))).toEqual([
      'https://evil.test/pixel.png',
    ]);
  });
});
