import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { writeSmallDatabase } from '../../../test/support/small-database.ts';
import type { SearchSort } from '../../shared/contract/search.ts';
import { folded } from './session-filter.ts';
import { markWords } from './title-search-marks.ts';
import { titleSearch } from './title-search.ts';

const START = 1_787_000_000;

function open(titles: Readonly<Record<string, string | null>>) {
  const sessions = Object.entries(titles).map(([id, title], at) => ({
    id,
    source: at % 2 === 0 ? 'cli' : 'telegram',
    started_at: START + at,
    title,
  }));
  const context = openLaneContext(writeSmallDatabase({ sessions }));
  onTestFinished(() => {
    context.store.db.close();
  });
  return (text: string, sort: SearchSort = 'relevance', sources: string[] = []) =>
    titleSearch(context, { text, sort, sources, roles: [] });
}

const marked = (parts: readonly { text: string; mark: boolean }[]) =>
  parts.map(({ text, mark }) => (mark ? `[${text}]` : text)).join('');

describe('titles and ids', () => {
  const titles = {
    a1: 'Fix Docker Build',
    b2: 'docker',
    c3: 'Docker: the return',
    d4: 'погода завтра',
    e5: null,
    docker_run: 'unrelated',
  };
  const ids = ({ conversations }: { conversations: readonly { conversationId: string }[] }) =>
    conversations.map(({ conversationId }) => conversationId);

  it('puts the very title first, then beginnings, then the rest, the newest first', () => {
    const found = open(titles)('docker');
    expect(ids(found)).toEqual(['b2', 'docker_run', 'c3', 'a1']);
    expect(found.total).toBe(4);
    expect(ids(open(titles)('docker', 'oldest'))).toEqual(['a1', 'b2', 'c3', 'docker_run']);
    expect(ids(open(titles)('docker', 'newest', ['cli']))).toEqual(['c3', 'a1']);
  });

  it('marks what matched, an id behind the name', () => {
    const labels = open(titles)('docker').conversations.map(({ label }) => marked(label));
    expect(labels).toEqual(['[docker]', 'unrelated · [docker]_run', '[Docker]: the return', 'Fix [Docker] Build']);
    expect(open(titles)('ПОГОДА').conversations.map(({ label }) => marked(label))).toEqual(['[погода] завтра']);
    expect(open(titles)('dock-er').conversations.length).toBe(4);
    expect(open(titles)('e5').conversations.map(({ label }) => marked(label))).toEqual(['cli · [e5]']);
  });

  it('knows phrases and operators, and finds nothing for nothing', () => {
    const search = open(titles);
    expect(ids(search('"docker build"'))).toEqual(['a1']);
    expect(ids(search('docker NOT build'))).toEqual(['b2', 'docker_run', 'c3']);
    expect(ids(search('return OR погода'))).toEqual(['d4', 'c3']);
    expect(ids(search('fix AND docker*'))).toEqual(['a1']);
    for (const nothing of ['', '  ', '"', 'NOT', 'OR OR', 'NOT docker']) {
      expect(search(nothing)).toEqual({ conversations: [], total: 0 });
    }
  });

  it('never fails, and marks keep the text', () => {
    const search = open(titles);
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.string({ unit: 'binary', maxLength: 60 }),
        (text, title) => {
          search(text);
          const parts = markWords(title, [folded(text)]);
          expect(parts.map(part => part.text).join('')).toBe(title);
        },
      ),
    );
  });
});
