import { describe, expect, it } from 'vitest';
import { keyOf } from './shortcuts.ts';

const key = (init: KeyboardEventInit): string => keyOf(new KeyboardEvent('keydown', init));

describe('keyOf', () => {
  it.each([
    [{ key: 'k', ctrlKey: true }, 'Ctrl+K'],
    [{ key: 'k', metaKey: true }, 'Ctrl+K'],
    [{ key: 'F', ctrlKey: true, shiftKey: true }, 'Ctrl+Shift+F'],
    [{ key: 'K', ctrlKey: true }, 'Ctrl+K'],
    [{ key: 'л', code: 'KeyK', ctrlKey: true }, 'Ctrl+K'],
    [{ key: 'ArrowLeft', altKey: true }, 'Alt+ArrowLeft'],
    [{ key: '1', ctrlKey: true }, 'Ctrl+1'],
    [{ key: '?', shiftKey: true }, '?'],
    [{ key: '/' }, '/'],
    [{ key: 'л', code: 'KeyK' }, 'л'],
  ])('%j is %s', (init, name) => {
    expect(key(init)).toBe(name);
  });
});
