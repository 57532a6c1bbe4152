import './styles/tokens.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { createQueryClient, watchChanges } from './api/cache.ts';
import { createClient } from './api/client.ts';
import { App } from './app/app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');

const client = createClient(window.bridge);
const queries = createQueryClient();
watchChanges(window.bridge, client, queries);
createRoot(root).render(<App client={client} queries={queries} />);
