import type { QueryClient } from '@tanstack/react-query';
import type { AppClient } from '../../../shared/contract/index.ts';
import { prepareBodies } from './bodies-query.ts';
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

/** A conversation, or a part of it, as it opens. */
export type Opened = NonNullable<Awaited<ReturnType<AppClient['reading']['enter']>>['opened']>;

/** What opens: any session of the conversation, the message to open at, and the rows that are shown. */
interface Entry {
  readonly sessionId: string;
  readonly messageId: number | null;
  readonly shown: ShownRows;
}

/**
 * Asked once for each opening: where reading stopped is of interest only then. What is seen first is got ready
 * meanwhile, so that it is drawn once.
 */
export function enterQuery(client: AppClient, queries: QueryClient, { sessionId, messageId, shown }: Entry) {
  return {
    queryKey: ['conversation', 'enter', sessionId],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const entered = await client.reading.enter({ sessionId, messageId, ...shown }, { signal });
      const { opened, place } = entered;
      if (opened === null) return entered;
      if (!opened.isPart) queries.setQueryData<OpenConversation>(wholeKey(sessionId, shown), opened);
      const at = opened.itemId ?? place?.messageId ?? null;
      queries.setQueryData<Preparation>(preparedKey(sessionId), new Preparation(opened, false));
      void prepareBodies({ client, queries, signal }, opened, at).then(() =>
        // Whoever left and came back meanwhile waits for what was opened after this.
        queries.setQueryData<Preparation>(preparedKey(sessionId), now =>
          now === undefined || now.opened === opened ? new Preparation(opened, true) : now,
        ),
      );
      return entered;
    },
    gcTime: 0,
    structuralSharing: false,
    meta: { still: true },
  };
}
