import type { Bridge, CallRequest, ChangedEvent } from '../../src/shared/bridge.ts';
import type { Reply } from '../../src/shared/errors.ts';

/** Answers to calls, by `feature.method`. */
export type Answers = Readonly<Record<string, (input: never) => unknown>>;

/** The process border for component tests: real components above it, answers given by the test below it. */
export function fakeBridge(answers: Answers) {
  const listeners = new Set<(event: ChangedEvent) => void>();
  const requests: CallRequest[] = [];
  const cancelled: number[] = [];
  const bridge: Bridge = {
    call: request => {
      requests.push(request);
      return Promise.resolve(answerOf(answers, request));
    },
    cancel: id => {
      cancelled.push(id);
    },
    onChanged: listener => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
  const announce = (event: ChangedEvent): void => {
    for (const listener of listeners) listener(event);
  };
  return { bridge, requests, cancelled, announce };
}

function answerOf(answers: Answers, request: CallRequest): Reply<unknown> {
  const answer = answers[`${request.feature}.${request.method}`];
  if (answer === undefined) {
    return { ok: false, error: { code: 'internal', message: `No answer for ${request.feature}.${request.method}.` } };
  }
  return { ok: true, value: structuredClone(answer(request.input as never)) };
}
