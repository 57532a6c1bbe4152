import { describe, expect, it } from 'vitest';
import { searchHits } from './search-hits.ts';

describe('search results', () => {
  it('are the list in the answer of a web search', () => {
    const web = [{ title: 'A', url: 'https://a.example', description: 'of\n a' }];
    expect(searchHits('web_search', JSON.stringify({ success: true, data: { web } }))).toEqual([
      { title: 'A', place: 'https://a.example', line: null, excerpt: 'of a' },
    ]);
  });

  it('are matches with their lines, and files alone', () => {
    const matches = JSON.stringify({ total_count: 1, matches: [{ path: 'a.ts', line: 12, content: ' let x' }] });
    expect(searchHits('search_files', matches)).toEqual([{ title: '', place: 'a.ts', line: '12', excerpt: 'let x' }]);
    expect(searchHits('glob', '{"files":["a.ts","b.ts"]}')?.map(hit => hit.place)).toEqual(['a.ts', 'b.ts']);
  });

  it('are lines of grep, in the answer or in its output', () => {
    const lines = 'src/a.ts:3:  let x = 1;\nC:\\b.ts:14:y\n';
    const expected = [
      ['src/a.ts', '3', 'let x = 1;'],
      ['C:\\b.ts', '14', 'y'],
    ];
    const shown = (text: string) => searchHits('grep', text)?.map(hit => [hit.place, hit.line, hit.excerpt]);
    expect(shown(lines)).toEqual(expected);
    expect(shown(JSON.stringify({ output: lines, exit_code: 0 }))).toEqual(expected);
  });

  it('are not seen where something would be left out', () => {
    expect(searchHits('grep', 'a.ts:3:x\nno match here')).toBeNull();
    expect(searchHits('search', '{"results":[{"url":"u"},{"score":1}]}')).toBeNull();
    expect(searchHits('terminal', 'a.ts:3:x')).toBeNull();
    expect(searchHits('web_search', '{"results":[]}')).toBeNull();
  });
});
