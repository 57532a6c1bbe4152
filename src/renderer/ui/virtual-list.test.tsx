import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect, useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLayout } from '../../../test/support/stub-layout.ts';
import { useVirtualList } from './virtual-list.tsx';
import type { ListGeometry } from './virtual-list.tsx';

const LEAD = 100;
const COVER = 30;
const OVERSCAN = 2;

/** Items of one size below a lead of 100 pixels; the view is 600 pixels high. */
function geometryOf(count: number, size: number): ListGeometry {
  return {
    count,
    height: LEAD + count * size,
    offsetOf: item => LEAD + item * size,
    sizeOf: () => size,
  };
}

interface ListProps {
  readonly geometry: ListGeometry;
  readonly item?: number;
  readonly start?: number;
  readonly name?: string;
}

/** Brings `item` into view whenever it is another one; -1 for none. */
function List({ geometry, item = -1, start = 0, name = 'items' }: ListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const view = { name, overscan: OVERSCAN, cover: COVER, start };
  const { range, reveal } = useVirtualList(scroller, geometry, view);
  useEffect(() => {
    if (item >= 0) reveal(item);
  }, [item, reveal]);
  return (
    <div ref={scroller} role="region" aria-label="List">
      {`${String(range.first)} to ${String(range.last)}`}
    </div>
  );
}

/** Has a change of size told when the answered function is called. */
function observeSizes(): () => void {
  const observers = new Set<() => void>();
  class Observer {
    readonly #told: () => void;
    constructor(told: () => void) {
      this.#told = told;
    }
    observe(): void {
      observers.add(this.#told);
    }
    disconnect(): void {
      observers.delete(this.#told);
    }
    unobserve(): void {
      return;
    }
  }
  vi.stubGlobal('ResizeObserver', Observer);
  return () => {
    for (const told of observers) told();
  };
}

function scroller(): HTMLElement {
  return screen.getByRole('region', { name: 'List' });
}

function scrollTo(top: number): void {
  scroller().scrollTop = top;
  fireEvent.scroll(scroller());
}

beforeEach(stubLayout);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a virtual list', () => {
  it('draws what is in sight and some more, below what stands above it', () => {
    render(<List geometry={geometryOf(22_000, 50)} />);
    expect(scroller().textContent).toBe('0 to 11');
    scrollTo(LEAD + 5000);
    expect(scroller().textContent).toBe('98 to 113');
    scrollTo(LEAD + 22_000 * 50 - 600);
    expect(scroller().textContent).toBe('21986 to 21999');
  });

  it('follows a geometry of as many items of another size, a shorter list, and an empty one', () => {
    const { rerender } = render(<List geometry={geometryOf(22_000, 50)} />);
    scrollTo(LEAD + 5000);
    rerender(<List geometry={geometryOf(22_000, 25)} />);
    expect(scroller().textContent).toBe('198 to 225');
    rerender(<List geometry={geometryOf(40, 25)} />);
    expect(scroller().textContent).toBe('14 to 39');
    rerender(<List geometry={geometryOf(0, 25)} />);
    expect(scroller().textContent).toBe('0 to -1');
  });

  it('is drawn again with the size that it had last, before it is measured; then with the one that it has', () => {
    const geometry = geometryOf(22_000, 50);
    render(<List geometry={geometry} name="resized" />).unmount();
    const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
    height.mockClear();
    const resized = observeSizes();
    render(<List geometry={geometry} name="resized" />);
    expect(scroller().textContent).toBe('0 to 11');
    expect(height).not.toHaveBeenCalled();
    act(resized);
    expect(scroller().textContent).toBe('0 to 5');
  });

  it('that is new stays where it was put', () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollTo');
    render(<List geometry={geometryOf(22_000, 50)} />);
    expect(scrolled).not.toHaveBeenCalled();
  });

  it('lays out once for a geometry, however often it scrolls', () => {
    const sizeOf = vi.fn(() => 50);
    render(<List geometry={{ ...geometryOf(22_000, 50), sizeOf }} />);
    expect(sizeOf).toHaveBeenCalledTimes(22_000);
    for (let top = 0; top < 50_000; top += 500) scrollTo(top);
    expect(sizeOf).toHaveBeenCalledTimes(22_000);
  });

  it('brings an item into view from either side, free of the head, and leaves one that is in view', async () => {
    const geometry = geometryOf(22_000, 50);
    const { rerender } = render(<List geometry={geometry} />);
    const revealed = async (item: number, top: number): Promise<void> => {
      rerender(<List geometry={geometry} item={item} />);
      await waitFor(() => {
        expect(scroller().scrollTop).toBe(top);
      });
      fireEvent.scroll(scroller());
    };
    await revealed(1000, LEAD + 1001 * 50 - 600);
    await revealed(995, LEAD + 1001 * 50 - 600);
    await revealed(500, LEAD + 500 * 50 - COVER);
  });

  it('draws what is in sight where it starts, before it is told of a scroll', () => {
    const { rerender } = render(<List geometry={geometryOf(0, 50)} start={LEAD + 5000} />);
    rerender(<List geometry={geometryOf(22_000, 50)} start={LEAD + 5000} />);
    expect(scroller().textContent).toBe('98 to 113');
  });

  it('stands at its top where it is too short for where it starts, and when it is long again', () => {
    const { rerender } = render(<List geometry={geometryOf(5, 50)} start={LEAD + 5000} />);
    expect(scroller().textContent).toBe('0 to 4');
    rerender(<List geometry={geometryOf(22_000, 50)} start={LEAD + 5000} />);
    expect(scroller().textContent).toBe('0 to 11');
  });

  it('leaves an item where it is that came into view by a scroll that was not told yet', () => {
    const geometry = geometryOf(22_000, 50);
    const { rerender } = render(<List geometry={geometry} />);
    scroller().scrollTop = LEAD + 1000 * 50 - 200;
    rerender(<List geometry={geometry} item={1000} />);
    expect(scroller().scrollTop).toBe(LEAD + 1000 * 50 - 200);
  });
});
