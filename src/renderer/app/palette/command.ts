import type { Preferences } from '../../../shared/contract/app.ts';
import type { AppClient } from '../../../shared/contract/index.ts';
import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import type { Organise } from '../../actions/use-organise.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { OpenActions } from '../../features/database/queries.ts';

/** What the commands work with. */
export interface CommandTools {
  readonly client: AppClient;
  readonly platform: string;
  readonly preferences: Preferences;
  readonly setPreferences: (change: Partial<Preferences>) => void;
  readonly open: Pick<OpenActions, 'dialog' | 'sample'>;
  readonly organise: Organise;
  /** A database is open. */
  readonly isOpen: boolean;
  /** The open database takes part in several profiles or is one of them; nothing depends on which. */
  readonly readOnly: boolean;
  /** The conversation that is open in the reader; null where none is, or it is not known yet. */
  readonly row: ConversationRow | null;
}

/** One command of the app: what the palette offers, and what its keys do. */
export interface AppCommand {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  /** Keys that run it wherever the focus is, such as `Ctrl+K`; `Ctrl` stands for ⌘ on a Mac. */
  readonly keys?: readonly string[];
  /** Keys that run it in one part of the window only; shown beside it. */
  readonly hint?: string;
  /** Other words that it is found by. */
  readonly words?: string;
  /** False where it makes no sense now; it is then not offered and its keys do nothing. Always offered without it. */
  readonly isOffered?: (tools: CommandTools) => boolean;
  readonly run: (tools: CommandTools) => void;
}

/** Only with an open database. */
export function whenOpen({ isOpen }: CommandTools): boolean {
  return isOpen;
}
