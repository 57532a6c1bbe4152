import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AnyMeasurement } from './measurement.ts';
import { runMeasurements } from './run-measurements.ts';

const database = { path: 'none', facts: {} };

function run(measurements: readonly AnyMeasurement[], isWanted: (id: string) => boolean = () => true) {
  return runMeasurements(measurements, { database, peer: null, isWanted, say: () => undefined, withinMs: 10_000 });
}

describe('a run', () => {
  it('goes on after a failure and gives its reason', async () => {
    const failing: AnyMeasurement = {
      ids: ['idle-cpu', 'external-write'],
      limitMs: 1000,
      run: () => Promise.reject(new Error('No such thing.\nDetails')),
    };
    const sound: AnyMeasurement = {
      ids: ['cancel-p95'],
      limitMs: 1000,
      run: async () => ({ 'cancel-p95': { value: 1, unit: 'ms' } }),
    };
    const { measured, missing } = await run([failing, sound]);
    expect([...measured.keys()]).toEqual(['cancel-p95']);
    expect([...missing]).toEqual([
      ['idle-cpu', 'No such thing.'],
      ['external-write', 'No such thing.'],
    ]);
  });

  it('gives up what takes too long, and ends what it began, the last one first', async () => {
    const ended: string[] = [];
    let folder = '';
    const endless: AnyMeasurement = {
      ids: ['cancel-p95'],
      limitMs: 30,
      run: ({ defer, makeFolder }) => {
        folder = makeFolder();
        for (const name of ['first', 'second']) defer(async () => ended.push(name));
        return new Promise(() => undefined);
      },
    };
    const { missing } = await run([endless]);
    expect(missing.get('cancel-p95')).toMatch(/given up/);
    expect(ended).toEqual(['second', 'first']);
    expect(existsSync(folder)).toBe(false);
  });

  it('leaves out what nobody asked for', async () => {
    let ran = false;
    const unwanted: AnyMeasurement = {
      ids: ['cancel-p95'],
      limitMs: 1000,
      run: () => {
        ran = true;
        return Promise.reject(new Error('unwanted'));
      },
    };
    expect((await run([unwanted], () => false)).missing.size).toBe(0);
    expect(ran).toBe(false);
  });
});
