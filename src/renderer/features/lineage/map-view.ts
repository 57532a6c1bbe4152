import type { Box, MapLayout } from './map-layout.ts';

/** What of the map is in sight: a point of the map at (mx, my) is drawn at (mx · scale + x, my · scale + y). */
export interface MapView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Width and height of what the map is drawn on, in pixels. */
export interface Frame {
  readonly width: number;
  readonly height: number;
}

/** Pixels between the map and the edge of its frame. */
const MARGIN = 24;
const LEAST_SCALE = 0.005;
const MOST_SCALE = 4;
/** A map that would have to be smaller than this to be seen whole opens at a part of it. */
const LEAST_OPENING = 0.7;

/** The whole map, no larger than its natural size. */
export function fitView(layout: MapLayout, frame: Frame, most = 1): MapView {
  const room = { width: Math.max(1, frame.width - 2 * MARGIN), height: Math.max(1, frame.height - 2 * MARGIN) };
  const scale = clampScale(
    Math.min(most, room.width / Math.max(1, layout.width), room.height / Math.max(1, layout.height)),
  );
  return { scale, x: MARGIN, y: Math.max(MARGIN, (frame.height - layout.height * scale) / 2) };
}

/** Where a map opens: whole where that can be read, else at one of its boxes. */
export function openingView(layout: MapLayout, frame: Frame, box: Box | undefined, most = 1): MapView {
  const whole = fitView(layout, frame, most);
  if (whole.scale >= LEAST_OPENING * most || box === undefined) return whole;
  return clampView(centredOn(box, frame, LEAST_OPENING * most), layout, frame);
}

/** A box in the middle. */
export function centredOn(box: Box, frame: Frame, scale: number): MapView {
  return {
    scale,
    x: frame.width / 2 - (box.x + box.width / 2) * scale,
    y: frame.height / 2 - (box.y + box.height / 2) * scale,
  };
}

/** Larger or smaller about a point of the frame. */
export function zoomedAt(view: MapView, factor: number, at: { readonly x: number; readonly y: number }): MapView {
  const scale = clampScale(view.scale * factor);
  const ratio = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
}

function clampScale(scale: number): number {
  return Math.min(MOST_SCALE, Math.max(LEAST_SCALE, scale));
}

/** The same view, moved so that the map does not leave the frame. */
export function clampView(view: MapView, layout: MapLayout, frame: Frame): MapView {
  return {
    scale: view.scale,
    x: clampSide(view.x, layout.width * view.scale, frame.width),
    y: clampSide(view.y, layout.height * view.scale, frame.height),
  };
}

function clampSide(offset: number, length: number, room: number): number {
  const [low, high] = [room - length - MARGIN, MARGIN];
  // What fits may stand anywhere inside; what does not covers the frame.
  return Math.min(Math.max(low, high), Math.max(Math.min(low, high), offset));
}

/** Moves as little as possible to bring a box into sight. */
export function revealed(view: MapView, box: Box, frame: Frame): MapView {
  return {
    scale: view.scale,
    x: view.x + shiftInto(box.x * view.scale + view.x, box.width * view.scale, frame.width),
    y: view.y + shiftInto(box.y * view.scale + view.y, box.height * view.scale, frame.height),
  };
}

function shiftInto(start: number, length: number, room: number): number {
  if (start < MARGIN) return MARGIN - start;
  return start + length > room - MARGIN ? Math.max(MARGIN - start, room - MARGIN - start - length) : 0;
}

/** The part of the map in sight, with a little around it. */
export function sightOf(view: MapView, frame: Frame): Box {
  const around = 8 / view.scale;
  return {
    x: -view.x / view.scale - around,
    y: -view.y / view.scale - around,
    width: frame.width / view.scale + 2 * around,
    height: frame.height / view.scale + 2 * around,
  };
}

/** Whether two boxes meet. */
export function meets(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

/** The session at a point of the frame, words included; -1 for none. */
export function nodeAt(layout: MapLayout, view: MapView, at: { readonly x: number; readonly y: number }): number {
  const reach = 2 / view.scale;
  const point = { x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale };
  const box = { x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach };
  return layout.nodes.findIndex(node => meets(node.slot, box));
}

/** Ways to go on a map. */
export type Direction = 'left' | 'right' | 'up' | 'down';

/** The nearest session in a direction; the same one where there is none. */
export function neighbourOf(layout: MapLayout, from: number, direction: Direction): number {
  const start = layout.nodes[from];
  if (start === undefined) return from;
  let [best, least] = [from, Infinity];
  for (const [at, node] of layout.nodes.entries()) {
    const distance = at === from ? Infinity : distanceOf(start, node, direction);
    if (distance < least) [best, least] = [at, distance];
  }
  return best;
}

/** How far a box is in a direction: what lies aside counts twice; infinite for what lies elsewhere. */
function distanceOf(from: Box, to: Box, direction: Direction): number {
  const dx = to.x - from.x;
  const dy = to.y + to.height / 2 - (from.y + from.height / 2);
  const ahead = { left: -dx, right: dx, up: -dy, down: dy }[direction];
  const isLevel = direction === 'left' || direction === 'right';
  const aside = Math.abs(isLevel ? dy : dx);
  const reach = isLevel ? ahead : 4 * ahead + 200;
  return ahead > 1 && aside <= reach ? ahead + 2 * aside : Infinity;
}
