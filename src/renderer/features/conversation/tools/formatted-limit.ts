/** Longer texts are plain lines: reading them as diffs, trees or colours would hold up the window. */
export const FORMATTED_BYTES = 100_000;
