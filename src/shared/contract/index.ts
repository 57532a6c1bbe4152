import { app } from './app.ts';
import { conversation } from './conversation.ts';
import { database } from './database.ts';
import type { Client, Handlers } from './procedure.ts';
import { search } from './search.ts';
import { sessions } from './sessions.ts';
import { usage } from './usage.ts';

/** Everything that the window can ask of main. What is not in here cannot cross. */
export const contract = { app, database, sessions, conversation, search, usage } as const;

/** Type of {@link contract}. */
export type AppContract = typeof contract;
/** What main implements. */
export type AppHandlers = Handlers<AppContract>;
/** What the renderer calls. */
export type AppClient = Client<AppContract>;
