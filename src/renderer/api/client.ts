import type { Bridge, CallRequest } from '../../shared/bridge.ts';
import type { AppClient } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

let lastCallId = 0;

async function call(bridge: Bridge, request: Omit<CallRequest, 'callId'>, signal?: AbortSignal): Promise<unknown> {
  if (signal?.aborted === true) throw new AppError('cancelled', 'Cancelled.');
  const callId = ++lastCallId;
  const onAbort = (): void => {
    bridge.cancel(callId);
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const reply = await bridge.call({ ...request, callId });
    if (!reply.ok) throw AppError.fromWire(reply.error);
    return reply.value;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

function featureCalls(bridge: Bridge, feature: string): object {
  return new Proxy(
    {},
    {
      get: (_target, method) =>
        typeof method === 'string'
          ? (input: unknown, options: CallOptions = {}) => call(bridge, { feature, method, input }, options.signal)
          : undefined,
    },
  );
}

/**
 * The contract as functions over the bridge. A failed reply is thrown as an {@link AppError}; aborting the signal
 * cancels the call in main. Input and output are checked in main, so no schema is loaded here.
 */
export function createClient(bridge: Bridge): AppClient {
  const features = new Map<string, object>();
  return new Proxy({} as AppClient, {
    get: (_target, feature) => {
      if (typeof feature !== 'string') return undefined;
      const known = features.get(feature);
      if (known !== undefined) return known;
      const made = featureCalls(bridge, feature);
      features.set(feature, made);
      return made;
    },
  });
}
