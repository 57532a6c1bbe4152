import { ftsDeviations } from '../support/deviations.ts';
import type { FtsContext } from '../support/deviations.ts';
import { recordedFtsStates } from './fts-state.ts';
import type { FtsState } from './fts-state.ts';
import { countRule } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { difference } from './recorded-values.ts';

/**
 * What is wrong with the state of our full-text tables; null where it is as recorded, changed by the rules that apply.
 *
 * @param contextOf - what the rules may look at for one table.
 */
export function ftsFailure(
  recorded: unknown,
  ours: Readonly<Record<string, FtsState>>,
  contextOf: (table: string) => FtsContext,
  outcome: Outcome,
): string | null {
  const expected = Object.entries(recordedFtsStates(recorded)).map(([table, state]): [string, FtsState] => [
    table,
    rightState(state, contextOf(table), outcome),
  ]);
  return difference(Object.fromEntries(expected), ours, 'fts');
}

function rightState(recorded: FtsState, context: FtsContext, outcome: Outcome): FtsState {
  let state = recorded;
  for (const rule of ftsDeviations) {
    const changed = rule.rightState(state, context);
    if (difference(changed, state) !== null) countRule(outcome, rule.name);
    state = changed;
  }
  return state;
}
