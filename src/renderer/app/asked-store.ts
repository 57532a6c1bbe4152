import { create } from 'zustand';
import type { Bridge } from '../../shared/bridge.ts';
import { runMenuCommand } from './palette/command-registry.ts';

interface AskedStore {
  /** How often a link or a command line asked for a place since the window is open. */
  readonly times: number;
}

/** That something outside asks for a place; main hands it over when it is asked. */
export const useAskedStore = create<AskedStore>()(() => ({ times: 0 }));

/** Follows what is asked of the window from outside. Returns the function that stops it. */
export function watchOutside(bridge: Bridge): () => void {
  return bridge.onChanged(event => {
    if (event.topic === 'menu') runMenuCommand(event.command);
    else if (event.topic === 'target') useAskedStore.setState(({ times }) => ({ times: times + 1 }));
  });
}
