import { describe, expect, it } from 'vitest';
import { isWalSafe } from './journal.ts';

describe('isWalSafe', () => {
  it.each(['3.44.6', '3.44.7', '3.50.7', '3.51.3', '3.51.10', '3.52.0', '3.54.1', '4.0.0'])('%s is safe', version => {
    expect(isWalSafe(version)).toBe(true);
  });

  it.each(['3.7.0', '3.40.1', '3.44.5', '3.45.9', '3.47.0', '3.49.2', '3.50.6', '3.51.0', '3.51.2'])(
    '%s can corrupt',
    version => {
      expect(isWalSafe(version)).toBe(false);
    },
  );
});
