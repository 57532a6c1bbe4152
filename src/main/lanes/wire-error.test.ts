import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { toWireError } from './wire-error.ts';

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown');
}

test.runIf(process.platform === 'linux')('a full disk is named as that, wherever the app came to write', () => {
  const error = thrownBy(() => {
    writeFileSync('/dev/full', 'x');
  });
  expect(toWireError(error, 'state.db')).toEqual({
    code: 'db-full',
    message: 'The disk is full.',
    hint: 'Free some space and try again.',
  });
});

test('what the file system says otherwise is a fault of the app, and is told by its kind alone', () => {
  const folder = join(tempFolder(), 'secret name');
  const error = thrownBy(() => {
    mkdirSync(join(folder, 'deeper'));
  });
  const wire = toWireError(error, 'state.db');
  expect(wire.code).toBe('internal');
  expect(JSON.stringify(wire)).not.toContain('secret');
});
