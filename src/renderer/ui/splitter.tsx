import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import css from './splitter.module.css';

export interface SplitterProps {
  readonly label: string;
  /** Width of the pane before it, in pixels. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Called while it moves. */
  readonly onMove: (width: number) => void;
  /** Called when it has been let go. */
  readonly onDone: (width: number) => void;
}

const KEY_STEP = 16;

/** The edge between two panes: drag it, or move it with the arrow keys, Home and End. */
export function Splitter({ label, value, min, max, onMove, onDone }: SplitterProps) {
  const drag = useRef<{ from: number; width: number } | null>(null);
  const clamp = (width: number): number => Math.round(Math.min(max, Math.max(min, width)));
  const widthAt = (event: PointerEvent): number | null =>
    drag.current === null ? null : clamp(drag.current.width + event.clientX - drag.current.from);

  const onKeyDown = (event: KeyboardEvent): void => {
    const target = { ArrowLeft: value - KEY_STEP, ArrowRight: value + KEY_STEP, Home: min, End: max }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onMove(clamp(target));
    onDone(clamp(target));
  };

  return (
    <div
      className={css['splitter']}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={onKeyDown}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { from: event.clientX, width: value };
      }}
      onPointerMove={event => {
        const width = widthAt(event);
        if (width !== null) onMove(width);
      }}
      onPointerUp={event => {
        const width = widthAt(event);
        drag.current = null;
        if (width !== null) onDone(width);
      }}
    />
  );
}
