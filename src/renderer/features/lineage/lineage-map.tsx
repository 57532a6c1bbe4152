import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { clock, compactNumber, costSign, shortDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/button.tsx';
import { costScale } from './cost-scale.ts';
import type { FamilyTree } from './family-tree.ts';
import css from './lineage-map.module.css';
import { useLineageStore } from './lineage-store.ts';
import { nodeName } from './lineage-words.ts';
import { cardWords, MapCard } from './map-card.tsx';
import type { MapLayout } from './map-layout.ts';
import { neighbourOf, nodeAt } from './map-view.ts';
import type { Direction } from './map-view.ts';
import { useMapCanvas } from './use-map-canvas.ts';
import { useMapView } from './use-map-view.ts';
import type { MapCamera } from './use-map-view.ts';

/** A press that moves further than this drags the map and opens nothing. */
const DRAG_PIXELS = 4;
const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

export interface LineageMapProps {
  readonly tree: FamilyTree;
  readonly layout: MapLayout;
  readonly current: number;
  readonly cursor: string;
  readonly onCursor: (sessionId: string) => void;
  readonly onOpen: (at: number) => void;
}

/** A family as a map on a canvas. The tree beside it says the same to those who cannot see it. */
export function LineageMap({ tree, layout, current, cursor, onCursor, onOpen }: LineageMapProps) {
  const words = texts.conversation.lineage;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const hint = useId();
  const camera = useMapView(box, layout, current);
  const [pointed, setPointed] = useState(-1);
  const [hasFocus, setHasFocus] = useState(false);
  const cursorAt = tree.indexOf.get(cursor) ?? current;
  const marked = pointed < 0 && hasFocus ? cursorAt : pointed;
  useMapCanvas(canvas, usePicture(tree, layout, current, marked), camera.view, camera.frame);
  const { reveal } = camera;
  useEffect(() => {
    if (cursorAt !== current) reveal(cursorAt);
  }, [cursorAt, current, reveal]);

  const dragging = useDrag(camera, {
    layout,
    onPoint: setPointed,
    onClick: at => {
      onCursor(tree.nodes[at]?.sessionId ?? '');
      onOpen(at);
    },
  });
  const go = (at: number): void => {
    onCursor(tree.nodes[at]?.sessionId ?? '');
    reveal(at);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS[event.key];
    setPointed(-1);
    setHasFocus(true);
    if (direction !== undefined && event.shiftKey) camera.step(direction);
    else if (direction !== undefined) go(neighbourOf(layout, cursorAt, direction));
    else if (!pressKey(event.key, camera, () => onOpen(cursorAt))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const node = layout.nodes[marked];
  return (
    <div className={css['map']}>
      <div
        ref={box}
        role="application"
        aria-label={words.map}
        aria-describedby={hint}
        tabIndex={0}
        className={classNames(css['box'], isOpenable(tree, pointed) && css['opens'])}
        onKeyDown={onKeyDown}
        onFocus={event => setHasFocus(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => setHasFocus(false)}
        {...dragging}
      >
        <canvas ref={canvas} className={css['canvas']} aria-hidden="true" />
      </div>
      <p id={hint} className={css['unseen']}>
        {words.mapSays(tree.nodes.length)}
      </p>
      <p role="status" className={css['unseen']}>
        {hasFocus ? cardWords(tree, cursorAt, cursorAt === current) : ''}
      </p>
      {node === undefined || camera.view === null ? null : (
        <MapCard
          tree={tree}
          at={marked}
          isCurrent={marked === current}
          box={node}
          view={camera.view}
          frame={camera.frame}
        />
      )}
      <MapButtons camera={camera} onCurrent={current < 0 ? null : () => go(current)} />
    </div>
  );
}

function isOpenable(tree: FamilyTree, at: number): boolean {
  return tree.nodes[at]?.missing === false;
}

/** Does what a key asks of the map; false where it asks for nothing. */
function pressKey(key: string, camera: MapCamera, open: () => void): boolean {
  if (key === '+' || key === '=') camera.zoom(1);
  else if (key === '-') camera.zoom(-1);
  else if (key === '0') camera.fit();
  else if (key === 'Enter') open();
  else return false;
  return true;
}

function MapButtons({ camera, onCurrent }: { camera: MapCamera; onCurrent: (() => void) | null }) {
  const words = texts.conversation.lineage;
  return (
    <div className={css['buttons']}>
      <IconButton small icon="plus" label={words.zoomIn} onClick={() => camera.zoom(1)} />
      <IconButton small icon="minus" label={words.zoomOut} onClick={() => camera.zoom(-1)} />
      <IconButton small icon="xray" label={words.fit} onClick={camera.fit} />
      {onCurrent === null ? null : <IconButton small icon="root" label={words.toCurrent} onClick={onCurrent} />}
    </div>
  );
}

/** What is drawn, but for the colours; the same object as long as nothing in it changed. */
function usePicture(tree: FamilyTree, layout: MapLayout, current: number, marked: number) {
  const paint = useLineageStore(store => store.paint);
  const { bundle } = texts.conversation.lineage;
  const paints = useMemo(() => {
    if (paint === 'none') return null;
    const scale = costScale(tree.nodes);
    return tree.nodes.map(node => scale.paintOf(node.cost));
  }, [tree, paint]);
  return useMemo(
    () => ({
      tree,
      layout,
      current,
      marked,
      paints,
      words: (at: number) => ({ title: nodeName(tree, at), figures: figuresOf(tree, at) }),
      bundleWords: bundle,
    }),
    [tree, layout, current, marked, paints, bundle],
  );
}

/** `520K · ~$1.30 · 88 messages · 12 Nov 13:05` */
function figuresOf(tree: FamilyTree, at: number): string {
  const node = tree.nodes[at];
  const words = texts.conversation.lineage;
  if (node === undefined || node.missing) return words.missing;
  const now = Date.now() / 1000;
  const begun = node.startedAt === null ? null : `${shortDay(node.startedAt, now)} ${clock(node.startedAt)}`;
  const cost = costSign(node.cost);
  const parts = [compactNumber(node.tokens), costInWords(cost.text), words.cardMessages(node.messages), begun];
  return parts.filter(part => part !== null).join(' · ');
}

function costInWords(sign: string): string {
  return sign === '?' ? texts.sessions.costWords(NO_COST) : sign;
}

const NO_COST = {
  actualUsd: 0,
  actualCount: 0,
  estimatedUsd: 0,
  estimatedCount: 0,
  includedCount: 0,
  unknownCount: 1,
};

interface Pointing {
  readonly layout: MapLayout;
  readonly onPoint: (at: number) => void;
  readonly onClick: (at: number) => void;
}

/** The pointer: points at sessions, drags the map, clicks. */
function useDrag({ view, pan }: MapCamera, { layout, onPoint, onClick }: Pointing) {
  const drag = useRef<{ x: number; y: number; moved: number } | null>(null);
  const under = (event: PointerEvent): number => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return view === null ? -1 : nodeAt(layout, view, { x: event.clientX - left, y: event.clientY - top });
  };
  return {
    onPointerDown: (event: PointerEvent): void => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, y: event.clientY, moved: 0 };
    },
    onPointerMove: (event: PointerEvent): void => {
      const from = drag.current;
      if (from === null) {
        onPoint(under(event));
        return;
      }
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      const moved = from.moved + Math.abs(dx) + Math.abs(dy);
      drag.current = { x: event.clientX, y: event.clientY, moved };
      if (moved <= DRAG_PIXELS) return;
      onPoint(-1);
      pan(dx, dy);
    },
    onPointerUp: (event: PointerEvent): void => {
      const from = drag.current;
      drag.current = null;
      const at = under(event);
      if (from !== null && from.moved <= DRAG_PIXELS && at >= 0) onClick(at);
    },
    onPointerCancel: (): void => {
      drag.current = null;
    },
    onPointerLeave: (): void => {
      onPoint(-1);
    },
  };
}
