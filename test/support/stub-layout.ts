import { vi } from 'vitest';

/** Nothing changes its size by itself where nothing is laid out. */
class StillObserver {
  observe(): void {
    return;
  }
  unobserve(): void {
    return;
  }
  disconnect(): void {
    return;
  }
}

/**
 * What jsdom lacks for scrolling, until the mocks are restored and the globals unstubbed: every element is 600 pixels
 * high with more content than any test scrolls through, and a scroll is told with the next frame, as a browser does. No
 * media query holds, as in a wide window.
 */
export function stubLayout(): void {
  vi.stubGlobal('ResizeObserver', StillObserver);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => 0, removeEventListener: () => 0 }));
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(10_000_000);
  Element.prototype.scrollTo = scrollTo;
}

function scrollTo(this: Element, options?: ScrollToOptions | number): void {
  const top = typeof options === 'object' ? (options.top ?? 0) : 0;
  if (top === this.scrollTop) return;
  this.scrollTop = top;
  requestAnimationFrame(() => this.dispatchEvent(new Event('scroll')));
}
