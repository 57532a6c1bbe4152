import type { EdgeKind } from '../../../shared/contract/conversation.ts';
import type { Paint } from './cost-scale.ts';
import type { FamilyTree } from './family-tree.ts';
import type { MapColours } from './map-colours.ts';
import { drawEdges } from './draw-map-edges.ts';
import type { MapBundle, MapLayout, MapNode } from './map-layout.ts';
import type { MapView, Frame } from './map-view.ts';
import { meets, sightOf } from './map-view.ts';

/** What is drawn. */
export interface MapPicture {
  readonly tree: FamilyTree;
  readonly layout: MapLayout;
  readonly colours: MapColours;
  /** How each session is painted, by index; null for all alike. */
  readonly paints: readonly Paint[] | null;
  /** Index of the session that is open; -1 for none. */
  readonly current: number;
  /** Index of the session that keys or the pointer are on; -1 for none. */
  readonly marked: number;
  /** What stands on a session: its name, and its figures. */
  readonly words: (at: number) => { readonly title: string; readonly figures: string };
  readonly bundleWords: (count: number, edge: EdgeKind) => string;
}

/** How large a thing has to be drawn, in pixels, to be drawn in full. */
const READABLE = 7;
/** Below this scale boxes have no round corners. */
const PLAIN_BELOW = 0.45;
/** Step of the scale that every session has where nothing is painted. */
const PLAIN = 1;
const TITLE = 12;
const FIGURES = 11;
const PAD = 8;
/** Figures have to have this much room to say anything. */
const LEAST_FIGURES = 60;

/** Draws what of a map is in sight. */
export function drawMap(context: CanvasRenderingContext2D, picture: MapPicture, view: MapView, frame: Frame): void {
  const ratio = devicePixelRatio;
  const { layout, colours } = picture;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, frame.width, frame.height);
  const { scale, x, y } = view;
  context.setTransform(scale * ratio, 0, 0, scale * ratio, x * ratio, y * ratio);
  const sight = sightOf(view, frame);
  drawEdges(context, picture, sight, scale);
  for (const bundle of layout.bundles) if (meets(bundle, sight)) drawBundle(context, picture, bundle, scale);
  for (const [at, node] of layout.nodes.entries()) {
    if (meets(node.slot, sight)) drawNode(context, picture, { at, node, scale });
  }
}

function drawBundle(context: CanvasRenderingContext2D, picture: MapPicture, bundle: MapBundle, scale: number): void {
  const { colours, tree } = picture;
  context.setLineDash([]);
  context.strokeStyle = colours.border;
  context.lineWidth = 1 / Math.min(1, scale * 2);
  roundRect(context, bundle, 6);
  context.stroke();
  if (FIGURES * scale < READABLE) return;
  context.font = `${String(FIGURES)}px ${colours.font}`;
  context.fillStyle = colours.faint;
  const edge = tree.nodes[bundle.members[0] ?? -1]?.edge ?? 'unknown';
  const words = picture.bundleWords(bundle.members.length, edge);
  context.fillText(shortened(context, words, bundle.width - 2 * PAD), bundle.x + PAD, bundle.y + 14);
}

interface Drawn {
  readonly at: number;
  readonly node: MapNode;
  readonly scale: number;
}

function drawNode(context: CanvasRenderingContext2D, picture: MapPicture, drawn: Drawn): void {
  const { at, node, scale } = drawn;
  const session = picture.tree.nodes[at];
  if (session === undefined) return;
  if (session.missing) drawMissing(context, picture.colours, node, picture.words(at).figures);
  else drawBox(context, picture, drawn);
  if (at === picture.current || at === picture.marked) drawMark(context, picture, drawn);
  if (session.live) drawLive(context, picture.colours, node);
  if (TITLE * scale >= READABLE && node.words !== 'none' && !session.missing) drawWords(context, picture, drawn);
}

function paintOf({ paints }: MapPicture, at: number): Paint {
  return paints === null ? PLAIN : (paints[at] ?? 'unknown');
}

function outlineOf(paint: Paint, colours: MapColours): string {
  if (paint === 'unknown') return colours.unknownCost;
  return paint === 'included' ? colours.includedCost : colours.border;
}

function drawBox(context: CanvasRenderingContext2D, picture: MapPicture, { at, node, scale }: Drawn): void {
  const { colours } = picture;
  const paint = paintOf(picture, at);
  context.fillStyle = colours.steps[typeof paint === 'number' ? paint : 0] ?? colours.ground;
  context.strokeStyle = outlineOf(paint, colours);
  context.lineWidth = typeof paint === 'number' ? 1 : 1.5;
  context.setLineDash(paint === 'unknown' ? [3, 2] : []);
  if (scale < PLAIN_BELOW) {
    context.fillRect(node.x, node.y, node.width, node.height);
    if (scale > PLAIN_BELOW / 4) context.strokeRect(node.x, node.y, node.width, node.height);
    return;
  }
  roundRect(context, node, 4);
  context.fill();
  context.stroke();
}

/** Where a row is missing there is a ring with a question mark. */
function drawMissing(context: CanvasRenderingContext2D, colours: MapColours, node: MapNode, words: string): void {
  const [x, y] = [node.x + node.width / 2, node.y + node.height / 2];
  context.strokeStyle = colours.edges.unknown;
  context.lineWidth = 1.5;
  context.setLineDash([2, 3]);
  context.beginPath();
  context.arc(x, y, node.width / 2 - 2, 0, 2 * Math.PI);
  context.stroke();
  context.font = `${String(TITLE)}px ${colours.font}`;
  context.fillStyle = colours.edges.unknown;
  context.fillText('?', x - 3, y + 4);
  context.font = `${String(FIGURES)}px ${colours.font}`;
  context.fillStyle = colours.faint;
  context.fillText(words, node.x, node.y + node.height);
}

/** The open session has a ring apart from its box, the one that keys or the pointer are on a dark outline. */
function drawMark(context: CanvasRenderingContext2D, picture: MapPicture, { at, node, scale }: Drawn): void {
  const thick = 2 / Math.min(1, scale);
  context.setLineDash([]);
  context.lineWidth = thick;
  if (at === picture.current) {
    const apart = 1.5 * thick;
    const { x, y, width, height } = node;
    context.strokeStyle = picture.colours.focus;
    roundRect(context, { x: x - apart, y: y - apart, width: width + 2 * apart, height: height + 2 * apart }, 6);
    context.stroke();
  }
  if (at === picture.marked) {
    context.strokeStyle = picture.colours.text;
    roundRect(context, node, 4);
    context.stroke();
  }
}

function drawLive(context: CanvasRenderingContext2D, colours: MapColours, node: MapNode): void {
  context.beginPath();
  context.arc(node.x + node.width, node.y, 5, 0, 2 * Math.PI);
  context.fillStyle = colours.live;
  context.strokeStyle = colours.ground;
  context.lineWidth = 2;
  context.setLineDash([]);
  context.fill();
  context.stroke();
}

function drawWords(context: CanvasRenderingContext2D, picture: MapPicture, { at, node }: Drawn): void {
  const { colours } = picture;
  const isInside = node.words === 'inside';
  const paint = paintOf(picture, at);
  const onBox = colours.onSteps[typeof paint === 'number' ? paint : 0] ?? colours.text;
  const left = isInside ? node.x + PAD : node.x + node.width + PAD;
  const room = isInside ? node.width - 2 * PAD : node.slot.width - node.width - PAD - 2;
  const middle = node.y + node.height / 2;
  const { title, figures } = picture.words(at);
  context.font = `${String(TITLE)}px ${colours.font}`;
  context.fillStyle = isInside ? onBox : colours.text;
  context.fillText(shortened(context, title, room), left, middle - 2);
  context.font = `${String(FIGURES)}px ${colours.font}`;
  context.fillStyle = isInside ? onBox : colours.faint;
  if (room > LEAST_FIGURES) context.fillText(shortened(context, figures, room), left, middle + 12);
}

const lengths = new Map<string, string>();
const MOST_LENGTHS = 20_000;

/** As much of a text as there is room for. */
function shortened(context: CanvasRenderingContext2D, text: string, room: number): string {
  const key = `${String(Math.round(room))} ${context.font} ${text}`;
  const known = lengths.get(key);
  if (known !== undefined) return known;
  if (lengths.size > MOST_LENGTHS) lengths.clear();
  const short = context.measureText(text).width <= room ? text : cutToRoom(context, text, room);
  lengths.set(key, short);
  return short;
}

function cutToRoom(context: CanvasRenderingContext2D, text: string, room: number): string {
  const letters = [...text];
  let [low, high] = [0, letters.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(`${letters.slice(0, middle).join('')}…`).width <= room) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : `${letters.slice(0, low).join('').trimEnd()}…`;
}

function roundRect(
  context: CanvasRenderingContext2D,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  radius: number,
): void {
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, Math.min(radius, box.width / 2, box.height / 2));
}
