/** A prompt of the user and where it stands. */
export interface Prompt {
  readonly id: number;
  /** Index of its item. */
  readonly index: number;
  /** First words on one line; empty where it has none. */
  readonly text: string;
  /** Seconds; NaN where it is not known. */
  readonly time: number;
}

/** The prompts that hold every word of a filter, in any case and order. */
export function filterPrompts(prompts: readonly Prompt[], filter: string): readonly Prompt[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return prompts;
  return prompts.filter(({ text }) => {
    const lower = text.toLowerCase();
    return words.every(word => lower.includes(word));
  });
}

/** Where a key moves the choice among `count` rows; null for a key that does not. */
export function movedChoice(key: string, at: number, count: number, page: number): number | null {
  const to = (target: number) => Math.max(0, Math.min(count - 1, target));
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'PageDown':
      return to(at + page);
    case 'PageUp':
      return to(at - page);
    default:
      return null;
  }
}
