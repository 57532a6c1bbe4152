import { useVirtualizer } from '@tanstack/react-virtual';
import type { VirtualItem } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

export interface VirtualRowsOptions {
  readonly count: number;
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** Height of a row in pixels; known beforehand, never measured. */
  readonly size: (index: number) => number;
  readonly keyOf: (index: number) => string;
  /** Rows drawn beyond either edge; 6 where it is not given. */
  readonly overscan?: number | undefined;
  /** Pixels at the top that a sticky head covers. */
  readonly topCover?: number | undefined;
  /** Where the list starts scrolled to, in pixels. */
  readonly startAt?: number | undefined;
}

export interface VirtualRows {
  readonly rows: readonly VirtualItem[];
  /** Height of all rows together, in pixels. */
  readonly totalSize: number;
  /** Scrolls just so far that a row is in view. */
  reveal(index: number): void;
  /** Heights have changed; positions are worked out anew. */
  remeasure(): void;
}

/** The rows of a long list that are in sight, for lists whose row heights are known beforehand. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const virtualizer = useVirtualizer({
    count: options.count,
    getScrollElement: () => options.scroller.current,
    estimateSize: options.size,
    getItemKey: options.keyOf,
    overscan: options.overscan ?? 6,
    scrollPaddingStart: options.topCover ?? 0,
    initialOffset: options.startAt ?? 0,
  });
  return {
    rows: virtualizer.getVirtualItems(),
    totalSize: virtualizer.getTotalSize(),
    reveal: index => {
      virtualizer.scrollToIndex(index, { align: 'auto' });
    },
    remeasure: () => {
      virtualizer.measure();
    },
  };
}
