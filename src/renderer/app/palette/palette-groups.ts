import { texts } from '../messages.ts';
import type { AppCommand } from './command.ts';
import type { FoundSession } from './use-found-sessions.ts';

/** One thing that can be chosen. */
export type PaletteItem =
  | { readonly kind: 'session'; readonly key: string; readonly found: FoundSession }
  | { readonly kind: 'search'; readonly key: string; readonly text: string }
  | { readonly kind: 'command'; readonly key: string; readonly command: AppCommand };

export interface PaletteGroup {
  readonly key: string;
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

/** What there is to choose from. */
export interface PaletteContent {
  /** What is typed; empty for nothing. */
  readonly text: string;
  readonly sessions: readonly FoundSession[];
  readonly sessionsTitle: string;
  readonly commands: readonly AppCommand[];
  /** A database is open, in which there may be messages. */
  readonly isSearchable: boolean;
}

/**
 * The groups of the palette: sessions, the way to the message search, commands. Where no session is found, commands come
 * before the search, so that Enter runs what was typed.
 */
export function paletteGroups(content: PaletteContent): PaletteGroup[] {
  const { text, commands, isSearchable } = content;
  const words = texts.palette.groups;
  const sessions = { key: 'sessions', title: content.sessionsTitle, items: sessionItems(content.sessions) };
  const search: PaletteGroup = {
    key: 'messages',
    title: words.messages,
    items: text === '' || !isSearchable ? [] : [{ kind: 'search', key: 'search', text }],
  };
  const run: PaletteGroup = {
    key: 'commands',
    title: words.commands,
    items: commands.map(command => ({ kind: 'command', key: `command ${command.id}`, command })),
  };
  const groups = sessions.items.length === 0 ? [run, search] : [sessions, search, run];
  return groups.filter(group => group.items.length > 0);
}

/** One row for a conversation, whichever of its sessions were found. */
function sessionItems(sessions: readonly FoundSession[]): PaletteItem[] {
  const keys = new Set<string>();
  return sessions.flatMap((found): PaletteItem[] => {
    const key = `session ${found.row.profile ?? ''} ${found.row.id}`;
    if (keys.has(key)) return [];
    keys.add(key);
    return [{ kind: 'session', key, found }];
  });
}
