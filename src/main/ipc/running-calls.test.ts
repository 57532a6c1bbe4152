import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { RunningCalls } from './running-calls.ts';

test('a call is aborted by its own page alone, and not once it has ended', () => {
  const calls = new RunningCalls();
  const [page, other] = [new EventEmitter(), new EventEmitter()];
  const [mine, theirs, ended] = [calls.begin(page, 1), calls.begin(other, 1), calls.begin(page, 2)];
  ended.end();
  calls.abort(page, 1);
  calls.abort(page, 2);
  expect([mine, theirs, ended].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
});

test('the latest call of an id is the one meant, and outlives the end of the one before', () => {
  const calls = new RunningCalls();
  const page = new EventEmitter();
  const [first, second] = [calls.begin(page, 1), calls.begin(page, 1)];
  first.end();
  calls.abort(page, 1);
  expect([first, second].map(({ signal }) => signal.aborted)).toEqual([false, true]);
});

test('a page that goes takes its calls along; a thousand calls are one listener', () => {
  const calls = new RunningCalls();
  const page = new EventEmitter();
  const begun = Array.from({ length: 1000 }, (_, id) => calls.begin(page, id));
  expect(page.listenerCount('destroyed')).toBe(1);
  page.emit('destroyed');
  expect(begun.every(({ signal }) => signal.aborted)).toBe(true);
});

test.each([undefined, null, Number.NaN, { toString: 1, valueOf: 1 }, [], 'x'])('any id will do: %#', id => {
  const calls = new RunningCalls();
  const page = new EventEmitter();
  calls.abort(page, id);
  const call = calls.begin(page, id);
  calls.abort(page, { toString: 1 });
  expect(call.signal.aborted).toBe(false);
  calls.abort(page, id);
  expect(call.signal.aborted).toBe(true);
});
