import { useQuery } from '@tanstack/react-query';
import { APP_INFO_KEY } from '../api/cache.ts';
import { useClient } from '../api/client-context.tsx';

/** True while the user has switched every write off. */
export function useReadOnly(): boolean {
  const client = useClient();
  const { data } = useQuery({ queryKey: APP_INFO_KEY, queryFn: ({ signal }) => client.app.info({}, { signal }) });
  return data?.preferences.readOnly ?? false;
}
