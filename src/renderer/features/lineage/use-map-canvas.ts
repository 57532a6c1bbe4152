import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { drawMap } from './draw-map.ts';
import type { MapPicture } from './draw-map.ts';
import { readColours } from './map-colours.ts';
import type { MapColours } from './map-colours.ts';
import type { Frame, MapView } from './map-view.ts';

/** Draws a picture on a canvas, once a frame at most, and anew when the colours of the window change. */
export function useMapCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  picture: Omit<MapPicture, 'colours'>,
  view: MapView | null,
  frame: Frame,
): void {
  const colours = useColours(canvas);
  const latest = useRef<(() => void) | null>(null);
  const waiting = useRef(0);
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (element === null || !context || view === null || colours === null) return;
    latest.current = () => {
      fitCanvas(element, frame);
      drawMap(context, { ...picture, colours }, view, frame);
    };
    if (waiting.current !== 0) return;
    waiting.current = requestAnimationFrame(() => {
      waiting.current = 0;
      latest.current?.();
    });
  }, [canvas, picture, view, frame, colours]);
  useEffect(
    () => () => {
      cancelAnimationFrame(waiting.current);
      waiting.current = 0;
    },
    [],
  );
}

function fitCanvas(canvas: HTMLCanvasElement, { width, height }: Frame): void {
  const [w, h] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
}

function useColours(probe: RefObject<HTMLElement | null>): MapColours | null {
  const [colours, setColours] = useState<MapColours | null>(null);
  useLayoutEffect(() => {
    const read = (): void => {
      if (probe.current !== null) setColours(readColours(probe.current));
    };
    read();
    const media = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)'].map(query =>
      matchMedia(query),
    );
    for (const query of media) query.addEventListener('change', read);
    const themes = new MutationObserver(read);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'style'] });
    return () => {
      for (const query of media) query.removeEventListener('change', read);
      themes.disconnect();
    };
  }, [probe]);
  return colours;
}
