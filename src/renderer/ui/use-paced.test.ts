import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePaced } from './use-paced.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function paced() {
  const { result, rerender, unmount } = renderHook(({ text }) => usePaced(text, 40), { initialProps: { text: '' } });
  return {
    type: (text: string) => {
      rerender({ text });
      return result.current;
    },
    wait: (ms: number) => {
      act(() => void vi.advanceTimersByTime(ms));
      return result.current;
    },
    unmount,
  };
}

it('follows the first key at once, then no oftener than allowed, and never misses the last', () => {
  const { type, wait } = paced();
  wait(100);
  expect(type('d')).toBe('d');
  wait(10);
  expect(type('do')).toBe('d');
  wait(10);
  expect(type('doc')).toBe('d');
  expect(wait(19)).toBe('d');
  expect(wait(1)).toBe('doc');
  expect(type('dock')).toBe('doc');
  expect(wait(40)).toBe('dock');
  wait(200);
  expect(type('docke')).toBe('docke');
});

it('is empty at once, and nothing typed before comes back', () => {
  const { type, wait } = paced();
  wait(100);
  type('d');
  type('do');
  expect(type('')).toBe('');
  expect(wait(100)).toBe('');
});
