import { expect, it, onTestFinished } from 'vitest';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { writeSmallDatabase } from '../../../test/support/small-database.ts';
import { AppError } from '../../shared/errors.ts';
import { askIndex, askIndexFirst } from './search-index.ts';
import { parseQuery } from './search-query.ts';

const LAST = 400_000;

/** Messages far apart, so that they lie in several slices of ids. */
function openSparse(ids: readonly number[]) {
  const context = openLaneContext(
    writeSmallDatabase({
      sessions: [{ id: 's', source: 'cli', started_at: 1_787_000_000 }],
      messages: ids.map((id, at) => ({
        id,
        session_id: 's',
        role: 'user',
        content: at % 2 === 0 ? 'apple pear plum' : 'apple server',
        timestamp: 1_787_000_000 + at,
      })),
    }),
  );
  onTestFinished(() => void context.store.db.close());
  return context;
}

function found(context: ReturnType<typeof openSparse>, text: string, limit: number) {
  const { any } = parseQuery(text);
  return [askIndex, askIndexFirst].map(ask => {
    const answer = ask(context, any, limit);
    return { ids: [...(answer?.scores.keys() ?? [])], capped: answer?.capped };
  });
}

it.each([
  ['hundreds of thousands', [1, 70_000, 140_000, 250_000, LAST]],
  ['more than a number holds', [1, 2, 3, 2 ** 52, Number.MAX_SAFE_INTEGER - 1]],
  ['below zero', [-9, -2, 5, 6, 7]],
])('finds the newest in every stretch of ids: %s', (_, ids) => {
  const context = openSparse(ids);
  const down = ids.toReversed();
  for (const answer of found(context, '"apple"', 10)) expect(answer).toEqual({ ids: down, capped: false });
  for (const answer of found(context, '"apple"', 3)) expect(answer).toEqual({ ids: down.slice(0, 3), capped: true });
  for (const answer of found(context, '"apple" "plum"', 10)) expect(answer.ids).toEqual([down[0], down[2], down[4]]);
});

it('asks for several beginnings one by one, and adds up how well a message fits them', () => {
  const context = openSparse([1, 2, 3, 4, 5]);
  for (const answer of found(context, 'plu* OR ser*', 10))
    expect(answer).toEqual({ ids: [5, 4, 3, 2, 1], capped: false });
  for (const answer of found(context, 'plu* OR ser*', 2)) expect(answer).toEqual({ ids: [5, 4], capped: true });
  const both = askIndex(context, parseQuery('plu* OR pea*').any, 10)?.scores.get(1) ?? 0;
  const one = askIndex(context, parseQuery('plu*').any, 10)?.scores.get(1) ?? 0;
  const other = askIndex(context, parseQuery('pea*').any, 10)?.scores.get(1) ?? 0;
  expect(both).toBeLessThan(0);
  expect(both).toBeCloseTo(one + other, 9);
});

it.each(['"plum" "server"', 'plu* OR ser* OR app*'])('can be stopped half-way where no row says so: %s', text => {
  const context = openSparse([1, LAST]);
  let asked = 0;
  const checkCancelled = () => {
    asked += 1;
    if (asked > 2) throw new AppError('cancelled', 'stopped');
  };
  expect(() => askIndex({ ...context, checkCancelled }, parseQuery(text).any, 10)).toThrow('stopped');
});
