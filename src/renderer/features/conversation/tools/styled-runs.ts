import Anser from 'anser';
import { visibleText } from '../../../ui/visible-text.ts';
import { STYLE_SEQUENCE, withoutStyles } from './terminal-text.ts';

/** The colours of a terminal; each has a bright one. */
const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
const DECORATIONS = ['bold', 'dim', 'italic', 'underline', 'strikethrough', 'blink', 'hidden'] as const;
const DECORATION_CODES = { bold: 1, dim: 2, italic: 3, underline: 4, strikethrough: 9, blink: 5, hidden: 8 } as const;

/** How a stretch of text is drawn: names of classes such as `fg-red`, `bg-blue`, `bold`; none for plain text. */
export type StyleNames = readonly string[];

/** A stretch of text of one style. */
export interface StyledRun {
  readonly text: string;
  readonly styles: StyleNames;
}

/** A piece of a longer text with the runs in it. */
export interface StyledPiece {
  readonly runs: readonly StyledRun[];
  /** Sequence that sets the style in which the piece ends, for the one behind it. */
  readonly style: string;
}

interface State {
  readonly fg: string | null;
  readonly bg: string | null;
  readonly decorations: readonly (typeof DECORATIONS)[number][];
}

const NO_STYLE: State = { fg: null, bg: null, decorations: [] };

/**
 * The runs of a piece of terminal output. Every run is text as it can be shown, so that the runs together are the
 * visible text of the piece.
 *
 * @param piece - as `terminalText` gives it, not cut inside a sequence.
 * @param before - {@link StyledPiece.style} of the piece before; empty for the first.
 */
export function styledRuns(piece: string, before = ''): StyledPiece {
  const entries = Anser.ansiToJson(before + piece, { json: true, use_classes: true, remove_empty: false });
  const runs: StyledRun[] = [];
  let state = NO_STYLE;
  for (const entry of entries) {
    state = stateOf(entry);
    const text = visibleText(withoutStyles(entry.content));
    if (text !== '') addRun(runs, { text, styles: stylesOf(state) });
  }
  return { runs, style: sequenceOf(state) };
}

function addRun(runs: StyledRun[], run: StyledRun): void {
  const last = runs.at(-1);
  if (last?.styles.join(' ') !== run.styles.join(' ')) runs.push(run);
  else runs[runs.length - 1] = { text: last.text + run.text, styles: last.styles };
}

function stateOf(entry: Anser.AnserJsonEntry): State {
  const set = new Set<string>(entry.decorations);
  return {
    fg: colourOf(entry.fg, entry.fg_truecolor),
    bg: colourOf(entry.bg, entry.bg_truecolor),
    decorations: DECORATIONS.filter(name => set.has(name)),
  };
}

function greyOf(light: number): string {
  if (light < 64) return 'black';
  if (light < 150) return 'bright-black';
  return light < 220 ? 'white' : 'bright-white';
}

/** Every colour as the nearest of sixteen: those of the theme can be read on its background. */
function colourOf(name: string | null, exact: string | null): string | null {
  if (name === null) return null;
  if (name === 'ansi-truecolor') return nearest((exact ?? '').split(',').map(Number));
  const palette = /^ansi-palette-(\d+)$/.exec(name)?.[1];
  return palette === undefined ? name.replace(/^ansi-/, '') : nearest(paletteColour(Number(palette)));
}

/** Red, green and blue of the colours 16 to 255: a cube of six steps and a ramp of greys. */
function paletteColour(index: number): number[] {
  if (index >= 232) return Array.from({ length: 3 }, () => 8 + (index - 232) * 10);
  const steps = [0, 95, 135, 175, 215, 255];
  return [36, 6, 1].map(unit => steps[Math.floor((index - 16) / unit) % 6] ?? 0);
}

function nearest([red = 0, green = 0, blue = 0]: readonly number[]): string {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  if (most - least < 32) return greyOf(most);
  const limit = (most + least) / 2;
  const index = [red, green, blue].reduce((sum, part, at) => sum + (part > limit ? 1 << at : 0), 0);
  return `${most > 215 ? 'bright-' : ''}${COLOURS[index] ?? 'white'}`;
}

/** `blink` stands for reversed text, see `terminalText`. Without colours of its own it is the page's turned about. */
function stylesOf({ fg, bg, decorations }: State): StyleNames {
  const reversed = decorations.includes('blink');
  const isBare = fg === null && bg === null;
  const front = reversed ? (isBare ? 'page' : bg) : fg;
  const back = reversed ? (isBare ? 'ink' : fg) : bg;
  return [
    ...(front === null ? [] : [`fg-${front}`]),
    ...(back === null ? [] : [`bg-${back}`]),
    ...decorations.filter(name => name !== 'blink'),
  ];
}

function sequenceOf({ fg, bg, decorations }: State): string {
  const codes = [colourCode(fg, 30), colourCode(bg, 40), ...decorations.map(name => DECORATION_CODES[name])];
  const set = codes.filter(code => code !== null);
  return set.length === 0 ? '' : `\u001b[${set.join(';')}m`;
}

function colourCode(colour: string | null, base: number): number | null {
  if (colour === null) return null;
  const bright = colour.startsWith('bright-');
  const index = COLOURS.findIndex(name => name === colour.replace('bright-', ''));
  return index === -1 ? null : base + index + (bright ? 60 : 0);
}

/** True where a text holds a sequence that sets a style. */
export function hasStyles(text: string): boolean {
  STYLE_SEQUENCE.lastIndex = 0;
  const found = STYLE_SEQUENCE.test(text);
  STYLE_SEQUENCE.lastIndex = 0;
  return found;
}
