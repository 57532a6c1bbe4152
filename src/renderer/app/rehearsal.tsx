import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import type { MessageBody } from '../../shared/contract/conversation.ts';
import type { AppClient } from '../../shared/contract/index.ts';
import { ClientContext } from '../api/client-context.tsx';
import { MessageArticle } from '../features/conversation/message-article.tsx';
import { EVERYTHING } from '../features/conversation/reader-preferences.ts';
import type { SessionViewData } from '../features/sessions/queries.ts';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** Conversations of so many messages are quick to read, and have something of everything. */
const FEWEST = 2;
const MOST = 200;
/** Messages that are drawn. */
const DRAWN = 6;

/**
 * Reads a short conversation of the list and draws its end where nobody sees it: what the app and the browser do for the
 * first time takes them several times as long as ever after. Does nothing where the list has none.
 */
export async function rehearse(client: AppClient, queries: QueryClient): Promise<void> {
  const sessionId = shortConversation(queries);
  if (sessionId === null) return;
  const { opened } = await client.reading.enter({ sessionId, messageId: null, ...EVERYTHING });
  const bodies = opened?.bodies.slice(-DRAWN) ?? [];
  requestIdleCallback(() => drawUnseen(client, queries, bodies));
}

function shortConversation(queries: QueryClient): string | null {
  for (const [, view] of queries.getQueriesData<SessionViewData>({ queryKey: ['sessions', 'view'] })) {
    const short = view?.rows.find(({ messages }) => messages >= FEWEST && messages <= MOST);
    if (short !== undefined) return short.id;
  }
  return null;
}

function drawUnseen(client: AppClient, queries: QueryClient, bodies: readonly MessageBody[]): void {
  const root = createRoot(document.createElement('div'));
  root.render(
    <ErrorBoundary>
      <ClientContext value={client}>
        <QueryClientProvider client={queries}>
          <TooltipProvider>
            {bodies.map(body => (
              <MessageArticle key={body.id} body={body} day={null} />
            ))}
          </TooltipProvider>
        </QueryClientProvider>
      </ClientContext>
    </ErrorBoundary>,
  );
  requestIdleCallback(() => root.unmount());
}
