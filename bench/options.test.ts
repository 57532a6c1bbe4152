import { describe, expect, it } from 'vitest';
import { parseOptions } from './options.ts';

describe('the options of the bench', () => {
  it('wants everything unless something is named', () => {
    expect(parseOptions([])).toEqual({ json: false, only: null, db: null, peer: null });
    const { only, json } = parseOptions(['--json', '--only', 'idle-cpu, cancel-p95', '--only=append-1']);
    expect(json).toBe(true);
    expect([...(only ?? [])]).toEqual(['idle-cpu', 'cancel-p95', 'append-1']);
  });

  it.each([
    [['--only', 'nothing'], /no figure nothing/],
    [['--only', 'toString'], /no figure toString/],
    [['--db', 'not/there.db'], /there is no .*not\/there\.db/],
    [['--fast'], /--fast/],
  ])('says what is wrong with %j', (words, message) => {
    expect(() => parseOptions(words)).toThrow(message);
  });
});
