import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagramReply, diagramTask, MAX_DIAGRAM } from './code-diagram-words.ts';

describe('what a frame with a diagram may say', () => {
  it('is one of three things, within bounds', () => {
    expect(diagramReply({ kind: 'ready', more: 1 })).toEqual({ kind: 'ready' });
    expect(diagramReply({ kind: 'drawn', height: 1e9 })).toEqual({ kind: 'drawn', height: 1200 });
    expect(diagramReply({ kind: 'failed', message: 'x'.repeat(9999) })).toEqual({
      kind: 'failed',
      message: 'x'.repeat(400),
    });
  });

  it('is nothing otherwise', () => {
    for (const data of [
      null,
      'ready',
      7,
      [],
      {},
      { kind: 'drawn' },
      { kind: 'drawn', height: '9' },
      { kind: 'drawn', height: Number.NaN },
    ]) {
      expect(diagramReply(data)).toBeNull();
    }
    fc.assert(
      fc.property(fc.anything(), data => {
        expect(['ready', 'drawn', 'failed', undefined]).toContain(diagramReply(data)?.kind);
      }),
    );
  });
});

describe('what a frame is told', () => {
  it('is a source of bounded length', () => {
    expect(diagramTask({ kind: 'draw', source: 'a', dark: 1 })).toEqual({ kind: 'draw', source: 'a', dark: false });
    expect(diagramTask({ kind: 'draw', source: 'a'.repeat(MAX_DIAGRAM + 1), dark: true })).toBeNull();
    expect(diagramTask({ kind: 'drawn', source: 'a' })).toBeNull();
  });
});
