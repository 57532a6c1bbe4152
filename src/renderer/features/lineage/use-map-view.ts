import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { MapLayout } from './map-layout.ts';
import { clampView, fitView, openingView, revealed, zoomedAt } from './map-view.ts';
import type { Direction, Frame, MapView } from './map-view.ts';

const WHEEL_STEP = 0.0015;
const LINE_PIXELS = 16;
const ZOOM_STEP = 1.3;
const PAN_STEP = 60;

/** What of the map is in sight, and how that is changed. */
export interface MapCamera {
  /** Null until the size of the map's frame is known. */
  readonly view: MapView | null;
  readonly frame: Frame;
  readonly zoom: (steps: number) => void;
  readonly pan: (dx: number, dy: number) => void;
  /** Looks further in a direction. */
  readonly step: (direction: Direction) => void;
  readonly fit: () => void;
  /** Brings a session into sight. */
  readonly reveal: (at: number) => void;
}

/**
 * The view of a map in an element: opens at the session that is open, zooms with the wheel about the pointer, and
 * keeps its place once it was moved, whatever becomes of the window and of the family.
 */
export function useMapView(element: RefObject<HTMLElement | null>, layout: MapLayout, current: number): MapCamera {
  const frame = useFrame(element);
  const [view, setView] = useState<MapView | null>(null);
  const moved = useRef(false);

  useLayoutEffect(() => {
    if (moved.current || frame.width === 0 || frame.height === 0) return;
    setView(openingView(layout, frame, layout.nodes[current], textScale()));
  }, [layout, frame, current]);

  const change = useCallback(
    (next: (view: MapView) => MapView) => {
      moved.current = true;
      setView(old => (old === null ? null : clampView(next(old), layout, frame)));
    },
    [layout, frame],
  );
  const pan = (dx: number, dy: number): void => change(old => ({ ...old, x: old.x + dx, y: old.y + dy }));
  useWheel(element, change);
  return {
    view,
    frame,
    zoom: steps => change(old => zoomedAt(old, ZOOM_STEP ** steps, { x: frame.width / 2, y: frame.height / 2 })),
    pan,
    step: direction => pan(...PAN_STEPS[direction]),
    fit: () => {
      moved.current = true;
      setView(fitView(layout, frame, textScale()));
    },
    reveal: useCallback(
      (at: number) => {
        const node = layout.nodes[at];
        moved.current = true;
        if (node !== undefined) setView(old => (old === null ? null : revealed(old, node.slot, frame)));
      },
      [layout, frame],
    ),
  };
}

const PAN_STEPS: Readonly<Record<Direction, readonly [number, number]>> = {
  left: [PAN_STEP, 0],
  right: [-PAN_STEP, 0],
  up: [0, PAN_STEP],
  down: [0, -PAN_STEP],
};

/** The map grows with the text of the window. */
function textScale(): number {
  return Number(getComputedStyle(document.documentElement).getPropertyValue('--text-scale')) || 1;
}

function useFrame(element: RefObject<HTMLElement | null>): Frame {
  const [frame, setFrame] = useState<Frame>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = box;
      setFrame(old => (old.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(box);
    return () => {
      resized.disconnect();
    };
  }, [element]);
  return frame;
}

/** React listens to wheels passively; this one is not to scroll what is around the map. */
function useWheel(element: RefObject<HTMLElement | null>, change: (next: (view: MapView) => MapView) => void): void {
  useEffect(() => {
    const box = element.current;
    if (box === null) return;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1;
      const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
      const { left, top } = box.getBoundingClientRect();
      if (event.shiftKey) change(old => ({ ...old, x: old.x - dx - dy }));
      else {
        const at = { x: event.clientX - left, y: event.clientY - top };
        change(old => zoomedAt({ ...old, x: old.x - dx }, Math.exp(-dy * WHEEL_STEP), at));
      }
    };
    box.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      box.removeEventListener('wheel', onWheel);
    };
  }, [element, change]);
}
