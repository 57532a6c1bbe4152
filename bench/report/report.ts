import { BUDGETS, isFigureId, type FigureId } from './budgets.ts';
import { judge, type Figure, type Measured } from './figure.ts';

export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** What `bench --json` prints; source: design §6. */
export interface Report {
  readonly machine: Facts;
  readonly database: Facts;
  readonly figures: Readonly<Record<string, Figure>>;
  /** Why a figure, or the peer, could not be had. */
  readonly missing: Readonly<Record<string, string>>;
}

/** What a run collects while it goes on. */
export interface Findings {
  readonly measured: ReadonlyMap<FigureId, Measured>;
  readonly missing: ReadonlyMap<string, string>;
}

export function makeReport(machine: Facts, database: Facts, { measured, missing }: Findings): Report {
  const figures = Object.keys(BUDGETS).flatMap(id => {
    const found = isFigureId(id) ? measured.get(id) : undefined;
    return found === undefined || !isFigureId(id) ? [] : [[id, judge(found, BUDGETS[id])] as const];
  });
  return { machine, database, figures: Object.fromEntries(figures), missing: Object.fromEntries(missing) };
}

/** The report for the eye. */
export function formatReport({ machine, database, figures, missing }: Report): string {
  const rows = Object.entries(figures).map(([id, figure]) => [
    id,
    amount(figure.value, figure.unit),
    amount(figure.floor, figure.unit),
    figure.ratio === null ? '' : figure.ratio.toFixed(2),
    amount(figure.peer, figure.unit),
    budgetWords(id, figure),
    figure.ok === null ? '' : figure.ok ? 'ok' : 'NOT OK',
  ]);
  const table = columns([['figure', 'value', 'floor', 'ratio', 'peer', 'budget', ''], ...rows]);
  const gaps = Object.entries(missing).map(([id, reason]) => `  ${id}: ${reason}`);
  return [
    factsLine('machine', machine),
    factsLine('database', database),
    '',
    ...table,
    ...(gaps.length === 0 ? [] : ['', 'missing', ...gaps]),
  ].join('\n');
}

function amount(value: number | null, unit: string): string {
  return value === null ? '' : `${value.toFixed(value >= 100 ? 0 : 1)} ${unit}`;
}

function budgetWords(id: string, { budget, unit }: Figure): string {
  if (budget === null || !isFigureId(id)) return '';
  const rule = BUDGETS[id];
  if (rule?.of === 'ratio') return `${'least' in rule ? '>=' : '<='} ${budget} x floor`;
  return `${rule !== null && 'exclusive' in rule ? '<' : '<='} ${budget} ${unit}`;
}

function factsLine(name: string, facts: Facts): string {
  return `${name}: ${Object.entries(facts)
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(', ')}`;
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0))) ?? [];
  return rows.map(row =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
