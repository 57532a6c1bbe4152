import { describe, expect, it } from 'vitest';
import type { FigureId } from './budgets.ts';
import { judge, type Measured } from './figure.ts';
import { formatReport, makeReport } from './report.ts';

const found = (entries: readonly (readonly [FigureId, Measured])[]) =>
  makeReport(
    { cpus: 2 },
    { sessions: 1 },
    { measured: new Map(entries), missing: new Map([['export-ratio', 'There is none.']]) },
  );

describe('a report', () => {
  it('has for each figure value, unit, floor, ratio, peer, budget and ok, and nothing undefined', () => {
    const report = found([
      ['start-first-list', { value: 600.12345, unit: 'ms', floor: 500, note: 'not printed' }],
      ['cancel-p95', { value: 12, unit: 'ms' }],
    ]);
    expect(JSON.parse(JSON.stringify(report))).toEqual({
      machine: { cpus: 2 },
      database: { sessions: 1 },
      figures: {
        'start-first-list': {
          value: 600.123,
          unit: 'ms',
          floor: 500,
          ratio: 1.2,
          peer: null,
          budget: 1.3,
          ok: true,
        },
        'cancel-p95': { value: 12, unit: 'ms', floor: null, ratio: null, peer: null, budget: 50, ok: true },
      },
      missing: { 'export-ratio': 'There is none.' },
    });
  });

  it('is readable as a table that says which figures do not hold, and why others are missing', () => {
    const text = formatReport(
      found([
        ['start-first-list', { value: 700, unit: 'ms', floor: 500 }],
        ['dom-nodes', { value: 1500, unit: 'elements' }],
      ]),
    );
    expect(text).toMatch(/^start-first-list +700 ms +500 ms +1\.40 +<= 1\.3 x floor +NOT OK$/m);
    expect(text).toMatch(/^dom-nodes +1500 elements +< 1500 elements +NOT OK$/m);
    expect(text).toMatch(/^ {2}export-ratio: There is none\.$/m);
  });
});

describe('judge', () => {
  it('lets a budget hold up to its bound, and an exclusive one below it', () => {
    const at = (value: number, exclusive: boolean) =>
      judge({ value, unit: 'ms' }, { of: 'value', most: 10, exclusive }).ok;
    expect([at(10, false), at(10.001, false), at(10, true), at(9.999, true)]).toEqual([true, false, false, true]);
  });

  it('holds a ratio against its bound whatever the value, and fails without a floor', () => {
    expect(judge({ value: 1000, unit: 'ms', floor: 900 }, { of: 'ratio', most: 1.3 }).ok).toBe(true);
    expect(judge({ value: 1, unit: 'ms', floor: 0.5 }, { of: 'ratio', most: 1.3 }).ok).toBe(false);
    expect(judge({ value: 1, unit: 'ms' }, { of: 'ratio', most: 1.3 }).ok).toBe(false);
    expect(judge({ value: 100, unit: 'ms', floor: 50, ratio: 1.2 }, { of: 'ratio', most: 1.3 }).ok).toBe(true);
  });

  it('asks for at least a share of the floor of what is a speed', () => {
    const at = (value: number) => judge({ value, unit: 'messages/s', floor: 100 }, { of: 'ratio', least: 0.6 });
    expect([at(60).ok, at(59).ok, at(200).ok, at(60).budget]).toEqual([true, false, true, 0.6]);
    expect(judge({ value: 60, unit: 'messages/s' }, { of: 'ratio', least: 0.6 }).ok).toBe(false);
  });

  it('asks for the distance to the peer only where there is one', () => {
    const budget = { of: 'value', most: 10, fasterThanPeer: 10 } as const;
    expect(judge({ value: 5, unit: 'ms' }, budget).ok).toBe(true);
    expect(judge({ value: 5, unit: 'ms', peer: 50 }, budget).ok).toBe(true);
    expect(judge({ value: 5, unit: 'ms', peer: 49 }, budget).ok).toBe(false);
  });

  it('says nothing of a figure without a budget', () => {
    expect(judge({ value: 5, unit: 'ms' }, null)).toMatchObject({ budget: null, ok: null });
  });
});
