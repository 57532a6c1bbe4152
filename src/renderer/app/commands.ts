import { useEffect, useRef } from 'react';

/** What a key pressed in one part of the window may ask of another part. */
export type CommandName = 'focus-search' | 'focus-filter' | 'focus-list' | 'focus-results' | 'open-result' | 'find';

const handlers = new Map<CommandName, () => void>();

/** Runs a command; false where nothing on screen answers to it. */
export function runCommand(name: CommandName): boolean {
  const handler = handlers.get(name);
  handler?.();
  return handler !== undefined;
}

/** True where something on screen answers to a command. */
export function isAnswered(name: CommandName): boolean {
  return handlers.has(name);
}

/** Answers to a command as long as the component is mounted. */
export function useCommand(name: CommandName, handler: () => void): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    const run = (): void => {
      latest.current();
    };
    handlers.set(name, run);
    return () => {
      if (handlers.get(name) === run) handlers.delete(name);
    };
  }, [name]);
}
