import type { QueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { AppClient } from '../../shared/contract/index.ts';
import type { ReaderProps } from '../features/conversation/reader.tsx';
import { useSessionViewStore } from '../features/sessions/view-store.ts';
import { stockUp } from './stock.ts';

/**
 * A module that is loaded after the first list is on screen. Unlike `React.lazy`, one that is there already does not
 * suspend what shows it: that would hold it back for a third of a second.
 */
class LaterModule<Module> {
  readonly #load: () => Promise<Module>;
  #loading: Promise<Module> | null = null;
  #loaded: Module | null = null;

  constructor(load: () => Promise<Module>) {
    this.#load = load;
  }

  /** Begins to load it, once; one that cannot be loaded fails whoever shows it. */
  load(): Promise<Module> {
    this.#loading ??= this.#load().then(module => (this.#loaded = module));
    return this.#loading;
  }

  /** Null until it is there. */
  get loaded(): Module | null {
    return this.#loaded;
  }
}

/** Suspends the component until the module is there. */
function useModule<Module>(later: LaterModule<Module>): Module {
  return later.loaded ?? use(later.load());
}

const reader = new LaterModule(() => import('./session-reader.tsx'));
const search = new LaterModule(() => import('../features/search/search-screen.tsx'));

/** The reader. */
export function Reader(props: Omit<ReaderProps, 'panels'>) {
  const { SessionReader } = useModule(reader);
  return <SessionReader {...props} />;
}

/** The message search. */
export function SearchScreen() {
  const { SearchScreen: Screen } = useModule(search);
  const listView = useSessionViewStore(store => store.view);
  return <Screen listView={listView} />;
}

/** Loads what the first screen does not need, when the window has nothing else to do, and gets it ready. */
export function preloadScreens(client: AppClient, queries: QueryClient): void {
  requestIdleCallback(
    () => {
      void Promise.all([reader.load(), search.load()]).then(() => prepareReader(client, queries));
    },
    { timeout: 2000 },
  );
}

let endEnterAhead = (): void => undefined;

async function prepareReader(client: AppClient, queries: QueryClient): Promise<void> {
  stockUp();
  const [{ prepareFormatting }, { rehearse }, { enterAhead }] = await Promise.all([
    import('../features/conversation/formatting.ts'),
    import('./rehearsal.tsx'),
    import('./enter-ahead.ts'),
  ]);
  endEnterAhead();
  endEnterAhead = enterAhead(client, queries);
  await prepareFormatting();
  // Whoever opens a conversation is told what is wrong with it.
  await rehearse(client, queries).catch(() => undefined);
}
