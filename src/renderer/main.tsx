import './styles/tokens.css';
import './styles/base.css';
import './styles/glyphs.css';
import { createRoot } from 'react-dom/client';
import { watchProgress } from './actions/jobs.ts';
import { createQueryClient, DATABASE_STATE_KEY, watchChanges } from './api/cache.ts';
import { createClient } from './api/client.ts';
import { App } from './app/app.tsx';
import { watchOutside } from './app/asked-store.ts';
import { watchMeantMessage } from './app/meant-message.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');

const client = createClient(window.bridge);
const queries = createQueryClient();
watchChanges(window.bridge, client, queries);
watchProgress(window.bridge);
watchOutside(window.bridge);
watchMeantMessage();
// Asked for beside the preferences, not after them: the first list waits for both. A failure is shown by the window,
// which asks for the same query.
queries.query({ queryKey: DATABASE_STATE_KEY, queryFn: () => client.database.state({}) }).catch(() => undefined);
createRoot(root, { onRecoverableError: reportCause }).render(<App client={client} queries={queries} />);

/** React says of what it drew again that it did: what counts is why it had to. */
function reportCause(error: unknown): void {
  reportError(error instanceof Error && error.cause !== undefined ? error.cause : error);
}
