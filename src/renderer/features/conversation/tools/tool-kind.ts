import { parseJson, textOf, writeJson, type JsonNode } from '../../../ui/json-nodes.ts';

/** A command that a call ran, with the arguments that came with it. */
export interface ToolCommand {
  readonly command: string;
  /** The language of a program, as it is named in a block of code; null for a line of a shell. */
  readonly language: string | null;
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
  const isCode = shell === null || /code|python/i.test(name);
  return { command, language: isCode ? (textOf(node, 'language', 'lang') ?? 'python') : null, others };
}

function shown(node: JsonNode): string {
  return node.kind === 'text' ? node.value : writeJson(node);
}
