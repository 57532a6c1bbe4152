import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitBounds, type Rectangle } from './bounds.ts';

const HD = { x: 0, y: 0, width: 1920, height: 1040 };

function inside(inner: Rectangle, outer: Rectangle): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

describe('fitBounds', () => {
  it('brings a window that hangs over the edge back onto the screen', () => {
    const fitted = fitBounds({ x: -90, y: 210, width: 980, height: 1010, maximized: false }, [HD]);
    expect(fitted).toEqual({ x: 0, y: 30, width: 980, height: 1010 });
  });

  it('keeps a window on the second monitor', () => {
    const second = { x: 1920, y: 0, width: 1280, height: 1000 };
    const saved = { x: 2000, y: 50, width: 1000, height: 800, maximized: false };
    expect(fitBounds(saved, [HD, second])).toEqual({ x: 2000, y: 50, width: 1000, height: 800 });
  });

  it('lies wholly inside one work area, whatever was saved', () => {
    const coordinate = fc.integer({ min: -100_000, max: 100_000 });
    const size = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(coordinate, coordinate, size, size, (x, y, width, height) => {
        const second = { x: -1280, y: 100, width: 1280, height: 1000 };
        const fitted = fitBounds({ x, y, width, height, maximized: false }, [HD, second]);
        expect(inside(fitted, HD) || inside(fitted, second)).toBe(true);
      }),
    );
  });

  it('opens in the middle the first time', () => {
    expect(fitBounds(null, [HD])).toEqual({ x: 240, y: 70, width: 1440, height: 900 });
  });
});
