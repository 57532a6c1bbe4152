import { callIds, type NormalCall } from './tool-calls.ts';

/** What pairing needs of a result. */
export interface AnswersCall {
  readonly toolCallId: string | null;
}

/** Answers by the place of their call, and the results that no call asked for. */
export interface PairedResults<T> {
  readonly answers: readonly (T | null)[];
  readonly loose: readonly T[];
}

/**
 * Pairs the results of an item with its calls by `id` or `call_id`, each once, in order. A result that names no call
 * answers the first call without an id that is still open.
 */
export function pairResults<T extends AnswersCall>(
  calls: readonly NormalCall[],
  results: readonly T[],
): PairedResults<T> {
  const answers: (T | null)[] = calls.map(() => null);
  const loose = results.filter(result => {
    const place = calls.findIndex((call, index) => answers[index] === null && asksFor(call, result.toolCallId));
    if (place === -1) return true;
    answers[place] = result;
    return false;
  });
  return { answers, loose };
}

function asksFor(call: NormalCall, id: string | null): boolean {
  const ids = callIds(call);
  return id === null || id === '' ? ids.length === 0 : ids.includes(id);
}
