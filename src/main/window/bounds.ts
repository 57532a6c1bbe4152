import type { WindowBounds } from '../settings.ts';

/** A rectangle in screen coordinates. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Smallest size of the window, in CSS pixels. */
export const MINIMUM_SIZE = { width: 640, height: 420 } as const;
const DEFAULT_SIZE = { width: 1440, height: 900 } as const;

/**
 * Where the window opens: where it was, moved and shrunk so that it lies wholly inside a work area, even where the
 * monitor it was on is gone.
 *
 * @param saved - bounds of the last time, or null.
 * @param workAreas - work area of each display, the primary one first.
 */
export function fitBounds(saved: WindowBounds | null, workAreas: readonly Rectangle[]): Rectangle {
  const primary = workAreas[0] ?? { x: 0, y: 0, ...DEFAULT_SIZE };
  if (saved === null) return centred(primary);
  const area = largestOverlap(saved, workAreas) ?? primary;
  const width = Math.min(Math.max(saved.width, MINIMUM_SIZE.width), area.width);
  const height = Math.min(Math.max(saved.height, MINIMUM_SIZE.height), area.height);
  return {
    x: clamp(saved.x, area.x, area.x + area.width - width),
    y: clamp(saved.y, area.y, area.y + area.height - height),
    width,
    height,
  };
}

function centred(area: Rectangle): Rectangle {
  const width = Math.min(DEFAULT_SIZE.width, area.width);
  const height = Math.min(DEFAULT_SIZE.height, area.height);
  return {
    x: area.x + Math.floor((area.width - width) / 2),
    y: area.y + Math.floor((area.height - height) / 2),
    width,
    height,
  };
}

function largestOverlap(bounds: Rectangle, areas: readonly Rectangle[]): Rectangle | null {
  let best: Rectangle | null = null;
  let bestSize = 0;
  for (const area of areas) {
    const size = overlap(bounds, area);
    if (size > bestSize) {
      best = area;
      bestSize = size;
    }
  }
  return best;
}

function overlap(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
