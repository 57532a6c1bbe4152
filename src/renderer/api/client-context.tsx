import { createContext, use } from 'react';
import type { AppClient } from '../../shared/contract/index.ts';

/** The client that the components below it call. */
export const ClientContext = createContext<AppClient | null>(null);

/** The client; throws where no {@link ClientContext} is above the caller. */
export function useClient(): AppClient {
  const client = use(ClientContext);
  if (client === null) throw new Error('No client above this component.');
  return client;
}
