import { parseJson, textOf, writeJson, type JsonNode } from '../../../ui/json-nodes.ts';

/** A command that a call ran, with the arguments that came with it. */
export interface ToolCommand {
  readonly command: string;
  /** True for a program in a language of its own, false for a line of a shell. */
  readonly isCode: boolean;
  readonly others: readonly { readonly name: string; readonly value: string }[];
}

const TERMINAL = /terminal|bash|shell|^sh$|command|^exec|process|powershell|^cmd$|run_code|python|console/i;
const DELEGATING = /delegate|subagent|sub_agent|spawn_agent|^task$/i;
const COMMANDS = ['command', 'cmd', 'script'] as const;

/** True for a tool whose output a terminal wrote, by its name. */
export function isTerminalTool(name: string): boolean {
  return TERMINAL.test(name);
}

/** True for a tool that starts subagents, by its name. */
export function isDelegatingTool(name: string): boolean {
  return DELEGATING.test(name);
}

/** The command of a call to a terminal; null for any other call, and where it names none. */
export function commandOf(name: string, args: string): ToolCommand | null {
  if (!isTerminalTool(name)) return null;
  const node = parseJson(args);
  const shell = textOf(node, ...COMMANDS);
  const command = shell ?? textOf(node, 'code');
  if (node?.kind !== 'object' || command === null) return null;
  const key = [...COMMANDS, 'code'].find(one => textOf(node, one) === command);
  const others = node.members
    .filter(member => member.key !== key)
    .map(member => ({ name: member.key, value: shown(member.value) }));
  return { command, isCode: shell === null || /code|python/i.test(name), others };
}

function shown(node: JsonNode): string {
  return node.kind === 'text' ? node.value : writeJson(node);
}
