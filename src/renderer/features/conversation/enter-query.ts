import type { QueryClient } from '@tanstack/react-query';
import type { AppClient } from '../../../shared/contract/index.ts';
import { formatBodies, keepBodies } from './bodies-query.ts';
import type { OpenConversation, ShownRows } from './queries.ts';

/** Key of the answer to `conversation.open`. */
export function wholeKey(sessionId: string, shown: ShownRows) {
  return ['conversation', 'open', sessionId, shown] as const;
}

/**
 * What was opened last, and whether what is seen first of it is ready. A class, because the parts of plain objects may be
 * exchanged for equal ones of an earlier answer, and this is about one answer.
 */
export class Preparation {
  readonly opened: Opened;
  readonly isReady: boolean;

  constructor(opened: Opened, isReady: boolean) {
    this.opened = opened;
    this.isReady = isReady;
  }
}

/** Key of the {@link Preparation}. */
export function preparedKey(sessionId: string) {
  return ['conversation', 'prepared', sessionId] as const;
}

/** Key of what is entered. */
export function enterKey(sessionId: string) {
  return ['conversation', 'enter', sessionId] as const;
}

type Entered = Awaited<ReturnType<AppClient['reading']['enter']>>;

/** A conversation, or a part of it, as it opens. */
export type Opened = NonNullable<Entered['opened']>;

/** What opens: any session of the conversation, the message to open at, and the rows that are shown. */
export interface Entry {
  readonly sessionId: string;
  readonly messageId: number | null;
  readonly shown: ShownRows;
}

/** What was entered, and when what is seen first of it is formatted. */
interface Read {
  readonly entered: Entered;
  readonly isFormatted: Promise<void>;
}

/**
 * Asked once for each opening: where reading stopped is of interest only then. What is seen first is got ready
 * meanwhile, so that it is drawn once.
 */
export function enterQuery(client: AppClient, queries: QueryClient, entry: Entry) {
  return {
    queryKey: enterKey(entry.sessionId),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { queryKey } = aheadQuery(client, entry);
      const { status, fetchStatus } = queries.getQueryState(queryKey) ?? NOT_READ;
      const isThere = status === 'success' || fetchStatus !== 'idle';
      const ahead = isThere ? queries.query(aheadQuery(client, entry)) : null;
      // What is read ahead may be given up when the file changes.
      const read = (await ahead?.catch(() => null)) ?? (await enter(client, entry, signal));
      // Reading ahead goes on when the conversation was left meanwhile; another opening of it may be under way.
      signal.throwIfAborted();
      queries.removeQueries({ queryKey });
      keepRead({ client, queries }, entry, read);
      return read.entered;
    },
    gcTime: 0,
    structuralSharing: false,
    meta: { still: true, opens: true },
  };
}

const NOT_READ = { status: 'pending', fetchStatus: 'idle' } as const;

/** What nobody came for by then is forgotten. */
const AHEAD_KEPT_MS = 30_000;

/** Key of everything that was read before anybody asked for it. */
export const AHEAD_KEY = ['conversation', 'ahead'] as const;

/** What {@link enterQuery} asks, before the conversation is opened. `meta.ahead`: forgotten when the file changes. */
export function aheadQuery(client: AppClient, entry: Entry) {
  const { sessionId, messageId, shown } = entry;
  return {
    queryKey: [...AHEAD_KEY, sessionId, messageId, shown],
    queryFn: ({ signal }: { signal: AbortSignal }) => enter(client, entry, signal),
    gcTime: AHEAD_KEPT_MS,
    retry: false,
    structuralSharing: false,
    meta: { still: true, ahead: true },
  };
}

/** Enters with what was read ahead. @returns false where nothing was. */
export function enterWithAhead(client: AppClient, queries: QueryClient, entry: Entry): boolean {
  const { queryKey } = aheadQuery(client, entry);
  const read = queries.getQueryData<Read>(queryKey);
  if (read === undefined) return false;
  queries.removeQueries({ queryKey });
  keepRead({ client, queries }, entry, read);
  // With the options of the query: as plain data it would outlive its opening.
  const options = queries.defaultQueryOptions(enterQuery(client, queries, entry));
  queries.getQueryCache().build(queries, options).setData(read.entered);
  return true;
}

async function enter(client: AppClient, { sessionId, messageId, shown }: Entry, signal: AbortSignal): Promise<Read> {
  const entered = await client.reading.enter({ sessionId, messageId, ...shown }, { signal });
  const { opened } = entered;
  return { entered, isFormatted: opened === null ? Promise.resolve() : formatBodies(opened, itemOf(entered), signal) };
}

function keepRead(to: { client: AppClient; queries: QueryClient }, entry: Entry, { entered, isFormatted }: Read): void {
  const { opened } = entered;
  if (opened === null) return;
  const { sessionId, shown } = entry;
  if (!opened.isPart) to.queries.setQueryData<OpenConversation>(wholeKey(sessionId, shown), opened);
  keepBodies(to, opened, itemOf(entered));
  to.queries.setQueryData<Preparation>(preparedKey(sessionId), new Preparation(opened, false));
  // In a turn of its own: together with the frame around it, it would be felt.
  void isFormatted.then(() => setTimeout(() => setReady(to.queries, sessionId, opened)));
}

/** Whoever left and came back meanwhile waits for what was opened after this. */
function setReady(queries: QueryClient, sessionId: string, opened: Opened): void {
  queries.setQueryData<Preparation>(preparedKey(sessionId), now =>
    now === undefined || now.opened === opened ? new Preparation(opened, true) : now,
  );
}

function itemOf({ opened, place }: Entered): number | null {
  return opened?.itemId ?? place?.messageId ?? null;
}
