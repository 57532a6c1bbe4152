import { describe, expect, it } from 'vitest';
import { languageOf, modelNames, previewBeside, shortModel } from './row-words.ts';

describe('previewBeside', () => {
  it.each([
    ['A title', 'what was said', 'what was said'],
    ['what was said', 'what was said', ''],
    ['the build still fails…', 'the build still fails, but only in CI…', '…, but only in CI…'],
    ['the build…', 'the build…', ''],
    ['A title', '', ''],
  ])('%j with %j adds %j', (label, preview, rest) => {
    expect(previewBeside(label, preview)).toBe(rest);
  });
});

describe('the words of a row', () => {
  it('name a model without its provider', () => {
    expect(shortModel('anthropic/claude-sonnet-4.6')).toBe('sonnet-4.6');
    expect(shortModel('qwen3.5:35b')).toBe('qwen3.5:35b');
  });

  it('name the models of a list without their providers, unless two would be alike', () => {
    const names = modelNames(['a/claude-x', 'b/claude-x', 'c/gpt', 'local']);
    expect([...names.values()]).toEqual(['a/claude-x', 'b/claude-x', 'gpt', 'local']);
  });

  it('know a language only where the script tells', () => {
    expect(languageOf('フォントが埋め込まれていない')).toBe('ja');
    expect(languageOf('오늘 날씨')).toBe('ko');
    expect(languageOf('天气')).toBeUndefined();
  });
});
