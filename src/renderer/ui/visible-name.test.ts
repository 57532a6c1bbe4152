import { expect, test } from 'vitest';
import { visibleName } from './visible-name.ts';

test('a name of ordinary length is only made visible', () => {
  expect(visibleName('Fix Docker Build #3')).toBe('Fix Docker Build #3');
  expect(visibleName('x'.repeat(300))).toBe('x'.repeat(300));
  expect(visibleName('gnp\u202eexe.')).toBe('gnp⟪U+202E⟫exe.');
});

test('a name without end is cut, also in the middle of a character', () => {
  expect(visibleName('x'.repeat(1_000_000))).toBe(`${'x'.repeat(300)}…`);
  expect(visibleName(`x${'👩'.repeat(1000)}`)).toMatch(/^x👩+\ufffd…$/u);
});
