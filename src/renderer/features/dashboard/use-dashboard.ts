import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import type { UsageFilter } from '../../../shared/contract/usage-filter.ts';
import { useClient } from '../../api/client-context.tsx';

interface DashboardStore {
  readonly filter: UsageFilter;
  readonly change: (change: Partial<UsageFilter>) => void;
}

/** What the dashboard counts; kept while another screen is shown. */
export const useDashboardStore = create<DashboardStore>()(set => ({
  filter: { range: { kind: 'all' }, sources: [], models: [] },
  change: change => {
    set(({ filter }) => ({ filter: { ...filter, ...change } }));
  },
}));

/** The figures of the present filter. The old ones stay until the new ones are there. */
export function useDashboard() {
  const client = useClient();
  const filter = useDashboardStore(store => store.filter);
  return useQuery({
    queryKey: ['usage', 'dashboard', filter],
    queryFn: ({ signal }) => client.usage.dashboard({ filter, zone: null }, { signal }),
    placeholderData: keepPreviousData,
  });
}
