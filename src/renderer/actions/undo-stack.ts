/** Actions that can be taken back, newest last; each by the token that main gave for it. */
let tokens: readonly string[] = [];

/** How many actions back Ctrl+Z reaches. */
const DEPTH = 50;

/** Remembers an action. */
export function rememberUndo(token: string): void {
  tokens = [...tokens, token].slice(-DEPTH);
}

/** The newest action; null where there is none. */
export function newestUndo(): string | null {
  return tokens.at(-1) ?? null;
}

/** Forgets an action, because it was taken back or cannot be. */
export function forgetUndo(token: string): void {
  tokens = tokens.filter(other => other !== token);
}

/** Forgets every action; another file was opened. */
export function forgetAllUndo(): void {
  tokens = [];
}
