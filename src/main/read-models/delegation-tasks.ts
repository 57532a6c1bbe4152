import { isJsonObject, jsonOrUndefined } from './content-parts-json.ts';
import type { PythonJson } from '../session-db/python-json.ts';

const TASK_KEYS = ['goal', 'task', 'prompt', 'instructions', 'message', 'description'] as const;
const LIST_KEYS = ['tasks', 'goals', 'subtasks'] as const;
/** Shorter tasks are not looked for inside longer prompts: they stand in too many. */
const TELLING_LENGTH = 12;

/**
 * What a call asks its subagents to do, one text a subagent.
 *
 * @param args - arguments as the model wrote them.
 * @returns empty where the arguments name no task.
 */
export function delegatedTasks(args: string): string[] {
  const value = jsonOrUndefined(args);
  if (!isJsonObject(value)) return [];
  const list = LIST_KEYS.map(key => value[key]).find(one => Array.isArray(one) && one.length > 0);
  const tasks = Array.isArray(list) ? list.map(taskOf) : [taskOf(value)];
  return tasks.filter(task => task !== '');
}

function taskOf(value: PythonJson): string {
  if (typeof value === 'string') return normal(value);
  if (!isJsonObject(value)) return '';
  const task = TASK_KEYS.map(key => value[key]).find(one => typeof one === 'string' && one.trim() !== '');
  return typeof task === 'string' ? normal(task) : '';
}

/** True where a first prompt is a task, or the task with more around it. */
export function asksFor(prompt: string, task: string): boolean {
  const words = normal(prompt);
  return words === task || (task.length >= TELLING_LENGTH && words.includes(task));
}

/** True where an id stands in a text, not as a part of a longer word. */
export function names(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at !== -1 && id !== ''; at = text.indexOf(id, at + 1)) {
    if (!/[\w-]/.test(text.charAt(at - 1)) && !/[\w-]/.test(text.charAt(at + id.length))) return true;
  }
  return false;
}

function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
