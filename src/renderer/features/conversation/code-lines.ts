/** Lines of code are drawn in stretches; a stretch in sight is this many lines. */
export const LEAF_LINES = 8;
/** A longer stretch is cut into this many. */
const PARTS = 12;
/** Height of a line in pixels, about; only for what has never been drawn. */
const LINE_HEIGHT = 18;
/** Elements that the colours of one block may take, and those of the whole document (design §9: below 1,500). */
const MAX_COLOURED = 240;
const MAX_DOCUMENT = 1300;

/** Lines `from` up to, not including, `to`. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Where each line of a text begins, and one past its end. */
export function lineStarts(text: string): Uint32Array {
  const starts: number[] = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  starts.push(text.length + 1);
  return Uint32Array.from(starts);
}

/** The text of some lines, without the last line end. */
export function textOfLines(text: string, starts: Uint32Array, { from, to }: LineRange): string {
  return text.slice(starts[from], (starts[to] ?? text.length + 1) - 1);
}

/** The stretches that a longer one is made of: at most {@link PARTS}, none shorter than a leaf but the last. */
export function partsOf({ from, to }: LineRange): LineRange[] {
  const leaves = Math.ceil((to - from) / LEAF_LINES);
  const step = Math.ceil(leaves / PARTS) * LEAF_LINES;
  const parts: LineRange[] = [];
  for (let at = from; at < to; at += step) parts.push({ from: at, to: Math.min(to, at + step) });
  return parts;
}

/** Height of some lines before they are drawn, in CSS pixels. */
export function estimatedHeight({ from, to }: LineRange): number {
  return (to - from) * LINE_HEIGHT;
}

/** How many elements the colours of one block take now. */
export class ColourRoom {
  #taken = 0;

  /** True where there is room for so many more; they are taken then. */
  take(count: number): boolean {
    const isFree =
      this.#taken + count <= MAX_COLOURED && document.getElementsByTagName('*').length + count <= MAX_DOCUMENT;
    if (isFree) this.#taken += count;
    return isFree;
  }

  /** Gives back what was taken. */
  give(count: number): void {
    this.#taken -= count;
  }
}
