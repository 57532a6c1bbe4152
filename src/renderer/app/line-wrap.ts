import { create } from 'zustand';
import type { AppClient } from '../../shared/contract/index.ts';

/** Whether long lines of code and output are broken, as the preferences have it. */
export const useLineWrap = create<{ readonly wrap: boolean }>(() => ({ wrap: true }));

/** Changes it: at once on screen, then in the preferences. A refused change is taken back. */
export async function setLineWrap(client: AppClient, wrap: boolean): Promise<void> {
  const before = useLineWrap.getState().wrap;
  useLineWrap.setState({ wrap });
  try {
    const { preferences } = await client.app.info({});
    await client.app.setPreferences({ reader: { ...preferences.reader, wrap } });
  } catch (error) {
    useLineWrap.setState({ wrap: before });
    throw error;
  }
}
