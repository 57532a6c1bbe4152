import { describe, expect, it } from 'vitest';
import type { Bridge, CallRequest } from '../../shared/bridge.ts';
import type { Reply } from '../../shared/errors.ts';
import { AppError } from '../../shared/errors.ts';
import { createClient } from './client.ts';

/** The process border, as main would answer: by hand. */
function borderWith(answer: (request: CallRequest) => Promise<Reply<unknown>>) {
  const requests: CallRequest[] = [];
  const cancelled: number[] = [];
  const bridge: Bridge = {
    call: request => {
      requests.push(request);
      return answer(request);
    },
    cancel: id => cancelled.push(id),
    onChanged: () => () => undefined,
  };
  return { bridge, requests, cancelled };
}

describe('createClient', () => {
  it('carries feature, method and input, each call under an id of its own', async () => {
    const { bridge, requests } = borderWith(() => Promise.resolve({ ok: true, value: { length: 3 } }));
    const client = createClient(bridge);
    await expect(client.conversation.copyMessage({ messageId: 7 })).resolves.toEqual({ length: 3 });
    await client.conversation.copyMessage({ messageId: 8 });
    expect(requests).toMatchObject([
      { feature: 'conversation', method: 'copyMessage', input: { messageId: 7 } },
      { feature: 'conversation', method: 'copyMessage', input: { messageId: 8 } },
    ]);
    expect(new Set(requests.map(request => request.callId)).size).toBe(2);
  });

  it('throws a failed reply as an error with its code and hint', async () => {
    const error = { code: 'not-found', message: 'No such session.', hint: 'Look again.' } as const;
    const { bridge } = borderWith(() => Promise.resolve({ ok: false, error }));
    const failure = await createClient(bridge)
      .conversation.details({ sessionId: 'x' })
      .catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code: 'not-found', message: 'No such session.', hint: 'Look again.' });
  });

  it('cancels in main when the signal is aborted, once, and not after the answer', async () => {
    let finish: (reply: Reply<unknown>) => void = () => undefined;
    const { bridge, requests, cancelled } = borderWith(() => new Promise(resolve => (finish = resolve)));
    const client = createClient(bridge);
    const asked = new AbortController();
    const answer = client.database.state({}, { signal: asked.signal });
    asked.abort();
    expect(cancelled).toEqual([requests[0]!.callId]);
    finish({ ok: false, error: { code: 'cancelled', message: 'Cancelled.' } });
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });

    const late = new AbortController();
    const second = client.database.state({}, { signal: late.signal });
    finish({ ok: true, value: { kind: 'welcome', lookedIn: [] } });
    await second;
    late.abort();
    expect(cancelled).toHaveLength(1);
  });

  it('does not call main for a signal that is aborted already', async () => {
    const { bridge, requests } = borderWith(() => Promise.resolve({ ok: true, value: {} }));
    const call = createClient(bridge).app.info({}, { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    expect(requests).toEqual([]);
  });
});
