/** A text that does harm where it is taken for more than text. */
export interface HostileKind {
  readonly name: string;
  readonly text: string;
  /** What is to be seen of it: the text itself unless something else is named. */
  readonly seen?: string;
  /** The same of a tool's output, which is what a terminal shows of it. */
  readonly seenAsOutput?: string;
}

/** One text of each kind that a reader has to bear; each also tells where it would have set `__pwned`. */
export const HOSTILE_KINDS: readonly HostileKind[] = [
  { name: 'script', text: '<script>window.__pwned = 1</script>' },
  { name: 'event handlers', text: '<img src=x onerror="window.__pwned=2"> <b onclick="window.__pwned=3">bold</b>' },
  {
    name: 'javascript link',
    text: '[click](javascript:window.__pwned=4) <a href="javascript:window.__pwned=5">me</a>',
  },
  { name: 'CSS injection', text: '<style>*{display:none}</style><div style="position:fixed;inset:0">over</div>' },
  { name: 'SVG', text: '<svg onload="window.__pwned=6"><use href="https://evil.example/s.svg#a"/></svg>' },
  {
    name: 'huge table',
    text: `|a|b|\n|-|-|\n${Array.from({ length: 5000 }, (_, at) => `|r${String(at)}|x|`).join('\n')}`,
  },
  {
    name: 'deeply nested list',
    text: Array.from({ length: 1000 }, (_, at) => `${' '.repeat(at * 2)}- level ${String(at)}`).join('\n'),
  },
  { name: 'bidi overrides', text: 'safe\u202Egnp.exe \u2066isolated', seen: 'safe⟪U+202E⟫gnp.exe ⟪U+2066⟫isolated' },
  {
    name: 'ANSI',
    text: 'it is \u001b[31mred\u001b[0m \u001b]0;title\u0007here',
    seen: 'it is ␛[31mred␛[0m ␛]0;title␇here',
    seenAsOutput: 'it is red here',
  },
  { name: 'zalgo', text: `Z${'\u0338\u0327\u0322'.repeat(2000)}algo` },
  { name: 'unclosed code fence', text: 'before\n```js\nlet x = 1\n<script>window.__pwned = 7</script>' },
  { name: '10,000 backticks', text: '`'.repeat(10_000) },
  { name: 'regex bait', text: `${'a'.repeat(8000)}! ${'a@'.repeat(3000)} ${'x '.repeat(1000)}${'('.repeat(400)}` },
  { name: '5 MB single line', text: 'word-and-more '.repeat(375_000) },
];
