import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HitGroup, SearchHit } from '../../../shared/contract/search.ts';
import { FIRST_HITS, layOutResults, snippetLines } from './results-layout.ts';

function hitOf(messageId: number, text = 'short', near = false): SearchHit {
  const neighbour = near ? { role: 'user', text: 'near' } : null;
  return {
    messageId,
    sessionId: 's',
    role: 'user',
    toolName: null,
    timestamp: 1,
    snippet: [{ text, mark: false }],
    before: neighbour,
    after: neighbour,
  };
}

function groupOf(id: string, count: number, hitCount = count): HitGroup {
  return {
    conversationId: id,
    label: id,
    source: 'cli',
    model: null,
    lastActive: null,
    archived: false,
    hitCount,
    hits: Array.from({ length: count }, (_, at) => hitOf(at, 'text', at % 2 === 0)),
  };
}

const view = { expanded: new Set<string>(), width: 600, scale: 1, lead: 0 };

describe('layout of the results', () => {
  it('shows the first hits of a conversation and counts the rest', () => {
    const { items } = layOutResults([groupOf('a', 9, 40)], view);
    expect(items.map(item => item.kind)).toEqual(['head', ...Array<string>(FIRST_HITS).fill('hit'), 'more']);
    expect(items.at(-1)).toMatchObject({ count: 35, listed: true });
  });

  it('shows all listed hits once asked, and says how many are only counted', () => {
    const { items } = layOutResults([groupOf('a', 9, 40)], { ...view, expanded: new Set(['a']) });
    expect(items.filter(item => item.kind === 'hit')).toHaveLength(9);
    expect(items.at(-1)).toMatchObject({ count: 31, listed: false });
  });

  it('lays each item against the next, whatever stands above', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(groups, fc.nat(300), (counts, lead) => {
        const layout = layOutResults(
          counts.map((count, at) => groupOf(String(at), count)),
          { ...view, lead },
        );
        for (let index = 0; index < layout.count; index += 1) {
          expect(layout.sizeOf(index)).toBeGreaterThan(0);
          expect(layout.offsetOf(index) + layout.sizeOf(index)).toBe(layout.offsetOf(index + 1));
        }
        expect(layout.offsetOf(layout.count)).toBe(layout.height);
        expect(layout.offsetOf(0)).toBe(lead);
      }),
    );
  });

  it('gives a second line to what does not fit in one, Chinese and Japanese twice as soon', () => {
    expect(snippetLines(hitOf(1, 'x'.repeat(80)), 600, 1)).toBe(1);
    expect(snippetLines(hitOf(1, 'x'.repeat(100)), 600, 1)).toBe(2);
    expect(snippetLines(hitOf(1, '字'.repeat(60)), 600, 1)).toBe(2);
  });
});
