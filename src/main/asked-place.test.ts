import { describe, expect, it } from 'vitest';
import { AskedPlace } from './asked-place.ts';

const session = (sessionId: string) => ({ kind: 'session', sessionId, messageId: null }) as const;
const yes = () => Promise.resolve(true);
const no = () => Promise.resolve(false);

describe('what was asked for', () => {
  it('is handed over once, to a window that shows the file', async () => {
    const asked = new AskedPlace(session('a'), () => undefined);
    expect(await asked.take(no)).toBeNull();
    expect(await asked.take(yes)).toEqual(session('a'));
    expect(await asked.take(yes)).toBeNull();
  });

  it('is announced, and gives way to what is asked for later', async () => {
    let announced = 0;
    const asked = new AskedPlace(null, () => {
      announced += 1;
    });
    asked.ask(session('a'));
    const early = asked.take(async () => {
      asked.ask(session('b'));
      return yes();
    });
    expect(await early).toBeNull();
    expect(await asked.take(yes)).toEqual(session('b'));
    expect(announced).toBe(2);
  });

  it('is told to any window where it leads nowhere', async () => {
    const nonsense = { kind: 'nonsense', problem: 'No.' } as const;
    const asked = new AskedPlace(nonsense, () => undefined);
    expect(await asked.take(no)).toEqual(nonsense);
  });

  it('is nothing to look up a file for where nothing was asked', async () => {
    const asked = new AskedPlace(null, () => undefined);
    const file = () => Promise.reject(new Error('looked'));
    expect(await asked.take(file)).toBeNull();
  });
});
