/** Longest source of a diagram, in characters. */
export const MAX_DIAGRAM = 20_000;
/** A higher diagram scrolls in its frame; in CSS pixels. */
export const MAX_HEIGHT = 1200;
const LONGEST_MESSAGE = 400;

/** What the frame of a diagram is told. */
export interface DiagramTask {
  readonly kind: 'draw';
  readonly source: string;
  readonly dark: boolean;
}

/** What the frame of a diagram says: it listens, it has drawn, or it cannot. */
export type DiagramReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly height: number }
  | { readonly kind: 'failed'; readonly message: string };

/** A message of the frame, checked: whatever runs in there may say anything. Null for nonsense. */
export function diagramReply(data: unknown): DiagramReply | null {
  const { kind, height, message } = fieldsOf(data);
  if (kind === 'ready') return { kind };
  if (kind === 'drawn' && typeof height === 'number' && height > 0) {
    return { kind, height: Math.min(MAX_HEIGHT, Math.ceil(height) + 1) };
  }
  return kind === 'failed' && typeof message === 'string' ? { kind, message: message.slice(0, LONGEST_MESSAGE) } : null;
}

/** A task, checked; null for nonsense. */
export function diagramTask(data: unknown): DiagramTask | null {
  const { kind, source, dark } = fieldsOf(data);
  const isTask = kind === 'draw' && typeof source === 'string' && source.length <= MAX_DIAGRAM;
  return isTask ? { kind, source, dark: dark === true } : null;
}

function fieldsOf(data: unknown): Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null ? { ...data } : {};
}
