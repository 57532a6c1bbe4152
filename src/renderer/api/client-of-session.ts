import type { AppClient } from '../../shared/contract/index.ts';

type Call = (input: object, options?: { readonly signal?: AbortSignal | undefined }) => unknown;

/** Calls that name a message by its number alone, which says nothing where several files are open. */
const BY_MESSAGE: ReadonlySet<string | symbol> = new Set(['text', 'copyMessage']);

/**
 * The client for what is below one session: questions about a message name the session as well.
 *
 * @param sessionId - any session of the file that holds the messages.
 */
export function clientOfSession(client: AppClient, sessionId: string): AppClient {
  const conversation = new Proxy(client.conversation, {
    get: (calls, method) => {
      const call = Reflect.get(calls, method) as Call;
      return BY_MESSAGE.has(method)
        ? (input: object, options?: object) => call({ sessionId, ...input }, options)
        : call;
    },
  });
  return new Proxy(client, {
    get: (features, name) => (name === 'conversation' ? conversation : (Reflect.get(features, name) as unknown)),
  });
}
