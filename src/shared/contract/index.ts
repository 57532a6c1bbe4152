import { app } from './app.ts';
import { conversation } from './conversation.ts';
import { database } from './database.ts';
import { delegation } from './delegation.ts';
import { exporting } from './exporting.ts';
import { maintenance } from './maintenance.ts';
import { navigation } from './navigation.ts';
import { organise } from './organise.ts';
import type { Client, Handlers } from './procedure.ts';
import { prune } from './prune.ts';
import { reading } from './reading.ts';
import { search } from './search.ts';
import { sessions } from './sessions.ts';
import { trash } from './trash.ts';
import { usage } from './usage.ts';

/** Everything that the window can ask of main. What is not in here cannot cross. */
export const contract = {
  app,
  database,
  sessions,
  conversation,
  search,
  usage,
  organise,
  trash,
  prune,
  exporting,
  maintenance,
  navigation,
  reading,
  delegation,
} as const;

/** Type of {@link contract}. */
export type AppContract = typeof contract;
/** What main implements. */
export type AppHandlers = Handlers<AppContract>;
/** What the renderer calls. */
export type AppClient = Client<AppContract>;
