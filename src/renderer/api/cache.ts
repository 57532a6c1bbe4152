import { QueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import type { Bridge } from '../../shared/bridge.ts';
import type { DatabaseState } from '../../shared/contract/database.ts';
import type { AppClient } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';

/** Key of the query that holds the state of the open file. */
export const DATABASE_STATE_KEY = ['database', 'state'] as const;
/** Key of the query that holds version, locale and preferences. */
export const APP_INFO_KEY = ['app', 'info'] as const;

const LOCKED_RETRIES = 3;
const FIVE_MINUTES_MS = 5 * 60_000;

/**
 * A query client in which data is fresh until main says otherwise and only a locked file is asked again.
 * `networkMode: 'always'`: there is no network between this window and main.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: FIVE_MINUTES_MS,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => isLocked(error) && failures < LOCKED_RETRIES,
        retryDelay: failures => 300 * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

function isLocked(error: unknown): boolean {
  return error instanceof AppError && error.code === 'db-locked';
}

/** A query with `meta: { still: true }` is not repeated behind the reader's back; a search is one. */
function followsChanges(query: Query): boolean {
  return query.meta?.['still'] !== true && query.queryKey[0] !== 'app';
}

/** A query with `meta: { ahead: true }` was asked before anybody wanted it. */
function isAhead(query: Query): boolean {
  return query.meta?.['ahead'] === true;
}

/** A query with `meta: { opens: true }` fills those that follow changes, whose keys begin as its own does. */
function isOpening(query: Query): boolean {
  return query.meta?.['opens'] === true;
}

function isFileData(query: Query): boolean {
  return query.queryKey[0] !== 'app' && query.queryKey[0] !== 'database';
}

/** Names the file that a state is about, so that answers about another one can be dropped. */
function fileOf(state: DatabaseState | undefined): string | null {
  return state?.kind === 'open' ? state.facts.path : null;
}

/**
 * Takes over a new state of the open file. Where it is another file, everything known of the old one is dropped;
 * where it is the same, it is asked again.
 */
export async function acceptDatabaseState(queries: QueryClient, state: DatabaseState): Promise<void> {
  const before = queries.getQueryData<DatabaseState>(DATABASE_STATE_KEY);
  const sameFile = fileOf(before) === fileOf(state);
  queries.removeQueries({ predicate: sameFile ? isAhead : isFileData });
  queries.setQueryData(DATABASE_STATE_KEY, state);
  await queries.invalidateQueries({ queryKey: ['database', 'choices'] });
  if (sameFile) await queries.invalidateQueries({ predicate: isFileData });
}

/**
 * Repeats what is on screen when main announces a change. Queries off screen become stale and are asked again when
 * they are shown. Returns the function that stops it.
 */
export function watchChanges(bridge: Bridge, client: AppClient, queries: QueryClient): () => void {
  return bridge.onChanged(event => {
    if (event.topic === 'data') {
      queries.removeQueries({ predicate: isAhead });
      repeatFirstReads(queries);
      void queries.invalidateQueries({ predicate: followsChanges, refetchType: 'active' });
    } else if (event.topic === 'preferences') void queries.invalidateQueries({ queryKey: APP_INFO_KEY });
    else if (event.topic === 'database') void followFile(client, queries);
  });
}

const repeated = new WeakSet<Query>();

/**
 * What is just being read for the first time may be older than the change, and is taken for fresh when it comes: it is
 * asked again then, and with what opens a conversation all that came with it.
 */
function repeatFirstReads(queries: QueryClient): void {
  const isFirstRead = (query: Query) => query.state.data === undefined && (followsChanges(query) || isOpening(query));
  for (const query of queries.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isFirstRead })) {
    if (repeated.has(query)) continue;
    repeated.add(query);
    const queryKey = isOpening(query) ? query.queryKey.slice(0, 1) : query.queryKey;
    const repeat = (): void => {
      repeated.delete(query);
      void queries.invalidateQueries({ queryKey, predicate: followsChanges, refetchType: 'active' });
    };
    // Whoever shows it says what went wrong.
    void query.promise?.then(repeat, () => repeated.delete(query));
  }
}

/** Where the state cannot be read, the query that holds it is asked again and shows why. */
async function followFile(client: AppClient, queries: QueryClient): Promise<void> {
  try {
    await acceptDatabaseState(queries, await client.database.state({}));
  } catch {
    await queries.invalidateQueries({ queryKey: DATABASE_STATE_KEY });
  }
}
