import { setMaxListeners } from 'node:events';
import type { AppHandlers } from '../../shared/contract/index.ts';
import type { CallContext } from '../../shared/contract/procedure.ts';
import type { DatabaseManager } from '../database/database-manager.ts';
import type { FileAtHand } from '../database/open-file.ts';
import { mergedOrganise } from './merged-organise.ts';
import { mergedConversation } from './merged-conversation.ts';
import { mergedExporting } from './merged-exporting.ts';
import { mergedSearch } from './merged-search.ts';
import { mergedSessions } from './merged-sessions.ts';
import { MergedViews } from './merged-views.ts';
import type { FileHandlers, MergedParts } from './merged-parts.ts';
import type { OpenProfiles } from './open-profiles.ts';
import { SessionBook } from './session-book.ts';
import { withSessionIds } from './session-addresses.ts';

type AnyHandler = (input: unknown, context: CallContext) => unknown;
type AnyHandlers = Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>;

/**
 * Handlers that know of several profiles: what can be merged is; what is about one session goes to the profile that has
 * it; everything else stays as it is and says that one profile has to be chosen.
 *
 * @param fileHandlers - makes handlers about one file.
 */
export function forProfiles(
  handlers: AppHandlers,
  databases: Pick<DatabaseManager, 'profiles'>,
  fileHandlers: (file: FileAtHand) => FileHandlers,
): AppHandlers {
  const made = new WeakMap<OpenProfiles, { merged: AnyHandlers; route: Route }>();
  const over = (profiles: OpenProfiles) => {
    const known = made.get(profiles);
    if (known !== undefined) return known;
    const parts = mergedParts(profiles, fileHandlers);
    const both = { merged: mergedHandlers(parts), route: router(parts) };
    made.set(profiles, both);
    return both;
  };
  const features = Object.entries(handlers as unknown as AnyHandlers).map(([feature, methods]) => {
    const chosen = Object.entries(methods).map(([method, single]): [string, AnyHandler] => [
      method,
      (input, context) => {
        const { profiles } = databases;
        if (profiles === null) return single(input, context);
        // Every profile is asked at once, and each request listens to it.
        setMaxListeners(0, context.signal);
        const { merged, route } = over(profiles);
        const instead = merged[feature]?.[method] ?? (sessionOf(input) === null ? single : null);
        return instead === null ? route(feature, method, input, context) : instead(input, context);
      },
    ]);
    return [feature, Object.fromEntries(chosen)];
  });
  return Object.fromEntries(features) as AppHandlers;
}

function mergedParts(profiles: OpenProfiles, fileHandlers: (file: FileAtHand) => FileHandlers): MergedParts {
  const book = new SessionBook(profiles);
  const made = new WeakMap<FileAtHand, FileHandlers>();
  return {
    profiles,
    book,
    views: new MergedViews(profiles, book),
    handlersOf: ({ file }) => {
      const handlers = made.get(file) ?? fileHandlers(file);
      made.set(file, handlers);
      return handlers;
    },
  };
}

function mergedHandlers(parts: MergedParts): AnyHandlers {
  const merged = {
    sessions: mergedSessions(parts),
    conversation: mergedConversation(parts),
    search: mergedSearch(parts),
    organise: mergedOrganise(parts),
    exporting: mergedExporting(parts),
  };
  return merged as unknown as AnyHandlers;
}

type Route = (feature: string, method: string, input: unknown, context: CallContext) => Promise<unknown>;

/** Hands a question about a session to its profile. Every id in the question is of the same profile. */
function router({ book, handlersOf }: MergedParts): Route {
  return async (feature, method, input, context) => {
    const { profile } = await book.find(sessionOf(input) ?? '', context.signal);
    const handler = (handlersOf(profile) as unknown as AnyHandlers)[feature]?.[method];
    if (handler === undefined) throw new Error(`No handler ${feature}.${method}`);
    const plain = withSessionIds(input, { rename: text => book.plainIn(profile, text), profile: null });
    const answer = await handler(plain, context);
    return book.addressed(profile, answer, context.signal);
  };
}

/** The session that an input is about; null where it is about none. */
function sessionOf(input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  const { sessionId, rootId } = input as { readonly sessionId?: unknown; readonly rootId?: unknown };
  const id = sessionId ?? rootId;
  return typeof id === 'string' ? id : null;
}
