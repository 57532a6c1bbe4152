import { describe, expect, it } from 'vitest';
import { searchHits } from './search-hits.ts';

describe('search results', () => {
  it('are the list in the answer of a web search', () => {
    const web = [{ title: 'A', url: 'https://a.example', description: 'of\n a' }];
    expect(searchHits('web_search', JSON.stringify({ success: true, data: { web } }))?.hits).toEqual([
      { title: 'A', place: 'https://a.example', line: null, excerpt: 'of a', others: '' },
    ]);
  });

  it('are matches with their lines, and files alone', () => {
    const matches = JSON.stringify({ total_count: 1, matches: [{ path: 'a.ts', line: 12, content: ' let x' }] });
    expect(searchHits('search_files', matches)).toEqual({
      hits: [{ title: '', place: 'a.ts', line: '12', excerpt: 'let x', others: '' }],
      others: [{ name: 'total_count', value: '1' }],
    });
    expect(searchHits('glob', '{"files":["a.ts","b.ts"]}')?.hits.map(hit => hit.place)).toEqual(['a.ts', 'b.ts']);
  });

  it('are lines of grep, in the answer or in its output', () => {
    const lines = 'src/a.ts:3:  let x = 1;\nC:\\b.ts:14:y\n';
    const expected = [
      ['src/a.ts', '3', 'let x = 1;'],
      ['C:\\b.ts', '14', 'y'],
    ];
    const shown = (text: string) => searchHits('grep', text)?.hits.map(hit => [hit.place, hit.line, hit.excerpt]);
    expect(shown(lines)).toEqual(expected);
    expect(shown(JSON.stringify({ output: lines, exit_code: 0 }))).toEqual(expected);
  });

  it('come with everything that is said beside them', () => {
    const long = 'x '.repeat(400);
    const results = [{ url: 'u', link: 'v', title: 'T', content: `${long}end`, score: 0.9, line: 3 }];
    const found = searchHits('web_search', JSON.stringify({ answer: 'yes', results, data: { took: 12 } }));
    expect(found?.others).toEqual([
      { name: 'answer', value: 'yes' },
      { name: 'data', value: '{"took":12}' },
    ]);
    expect(found?.hits[0]).toMatchObject({ line: '3', excerpt: `${long}end`, others: 'link: v · score: 0.9' });
    const grep = searchHits('grep', '{"output":"a:1:x","exit_code":2,"stderr":"denied"}');
    expect(grep?.others.map(({ value }) => value)).toEqual(['2', 'denied']);
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${String(at)}`, at]));
    expect(searchHits('search', JSON.stringify({ results, ...many }))).toBeNull();
  });

  it('are not seen where something would be left out', () => {
    expect(searchHits('grep', 'a.ts:3:x\nno match here')).toBeNull();
    expect(searchHits('search', '{"results":[{"url":"u"},{"score":1}]}')).toBeNull();
    expect(searchHits('terminal', 'a.ts:3:x')).toBeNull();
    expect(searchHits('web_search', '{"results":[]}')).toBeNull();
  });
});
