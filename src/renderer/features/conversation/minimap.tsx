import { useEffect, useRef } from 'react';
import type { MouseEvent } from 'react';
import { marksByPixel } from './minimap-marks.ts';
import type { MinimapItems } from './minimap-marks.ts';
import css from './minimap.module.css';
import type { ReadingWindow } from './reading-window.ts';

const REDRAW_MS = 400;
/** Heights are measured as one scrolls: the strip is drawn again where they came to about 2 % more or less. */
const STEPS = 50;
/** Where each kind stands, left and width in pixels, least important first. */
const LANES = [
  { kind: 'tools', left: 8, width: 4, height: 2, color: '--role-tool' },
  { kind: 'prompts', left: 3, width: 5, height: 2, color: '--role-user' },
  { kind: 'failures', left: 8, width: 5, height: 3, color: '--danger' },
  { kind: 'hits', left: 0, width: 14, height: 4, color: '--bg-mark-now' },
] as const;

interface MinimapProps {
  readonly reading: ReadingWindow;
  readonly items: MinimapItems;
  /** First items of the segments. */
  readonly segments: readonly number[];
}

/**
 * The whole conversation in a strip beside the scrollbar: prompts, tools, failures, the hit. A picture for the mouse;
 * the menu of prompts, the steps through failures and the keys do the same.
 */
export function Minimap({ reading, items, segments }: MinimapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    let drawnFor = '';
    const redraw = (): void => {
      const state = `${String(element.clientHeight)} ${String(Math.round(Math.log(reading.length + 1) * STEPS))} ${getComputedStyle(element).color}`;
      if (state === drawnFor) return;
      drawnFor = state;
      draw(element, reading, items, segments);
    };
    const first = setTimeout(redraw);
    const timer = setInterval(redraw, REDRAW_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [reading, items, segments]);
  const onClick = (event: MouseEvent<HTMLCanvasElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    reading.goToFraction((event.clientY - box.top) / Math.max(1, box.height));
  };
  return <canvas ref={canvas} className={css['map']} aria-hidden="true" onClick={onClick} />;
}

function draw(
  canvas: HTMLCanvasElement,
  reading: ReadingWindow,
  items: MinimapItems,
  segments: readonly number[],
): void {
  const scale = window.devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = height === 0 ? null : canvas.getContext('2d');
  if (context === null) return;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.scale(scale, scale);
  const tops = reading.fractions();
  const place = (item: number) => (tops[item] ?? 0) * height;
  context.fillStyle = colorOf(canvas, '--guide');
  for (const item of segments) for (let x = 0; x < width; x += 4) context.fillRect(x, Math.round(place(item)), 2, 1);
  for (const { kind, left, width: across, height: thick, color } of LANES) {
    context.fillStyle = colorOf(canvas, color);
    for (const { y, strength } of marksByPixel(items[kind], place, height - thick)) {
      context.globalAlpha = strength;
      context.fillRect(left, y, across, thick);
    }
    context.globalAlpha = 1;
  }
}

/** A canvas knows no `light-dark()`: the browser is asked what it comes to. */
function colorOf(canvas: HTMLCanvasElement, name: string): string {
  canvas.style.color = `var(${name})`;
  const { color } = getComputedStyle(canvas);
  canvas.style.color = '';
  return color;
}
