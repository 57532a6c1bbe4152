import type { MenuCommand } from '../../../shared/bridge.ts';
import type { AppCommand, CommandTools } from './command.ts';
import { CONVERSATION_COMMANDS } from './conversation-commands.ts';
import { FILE_COMMANDS } from './file-commands.ts';
import { LIST_COMMANDS } from './list-commands.ts';
import { WINDOW_COMMANDS } from './window-commands.ts';

/** Every command of the app, in the order in which the palette offers them. */
export const COMMANDS: readonly AppCommand[] = [
  ...CONVERSATION_COMMANDS,
  ...WINDOW_COMMANDS,
  ...LIST_COMMANDS,
  ...FILE_COMMANDS,
];

const BY_ID = new Map(COMMANDS.map(command => [command.id, command]));
const BY_KEY = new Map(COMMANDS.flatMap(command => (command.keys ?? []).map(key => [key, command] as const)));

let currentTools: (() => CommandTools) | null = null;

/** Gives the commands what they work with; the returned function takes it away again. */
export function provideTools(tools: () => CommandTools): () => void {
  currentTools = tools;
  return () => {
    if (currentTools === tools) currentTools = null;
  };
}

function runNow(command: AppCommand | undefined): boolean {
  const tools = currentTools?.();
  if (command === undefined || tools === undefined || command.isOffered?.(tools) === false) return false;
  command.run(tools);
  return true;
}

/** Runs the command that a key is bound to, such as `Ctrl+Shift+F`; false where there is none, or not now. */
export function runKey(key: string): boolean {
  return runNow(BY_KEY.get(key));
}

/** Runs a command that was chosen in the native menu. */
export function runMenuCommand(id: MenuCommand): boolean {
  return runNow(BY_ID.get(id));
}
