import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { displayPath } from './open-failure.ts';

test('the home folder is written as ~, a folder that only begins like it is not', () => {
  const home = homedir();
  expect(displayPath(join(home, '.hermes', 'state.db'))).toBe(join('~', '.hermes', 'state.db'));
  expect(displayPath(home)).toBe('~');
  expect(displayPath(join(`${home}-of-another`, 'state.db'))).toBe(join(`${home}-of-another`, 'state.db'));
});
