/** What is to be watched for. */
export interface PaintWatch {
  /** The event that starts the clock, such as `input` or `click`. */
  readonly event: string;
  /** Selector of what must be painted. */
  readonly target: string;
  readonly patienceMs: number;
}

/**
 * Runs in the page: from the next event of a kind to the frame that shows the first element that fits. The clock starts
 * when the browser received the event, and stops when the frame with the element has been handed on for display.
 */
export function armPaintWatch({ event, target, patienceMs }: PaintWatch): void {
  const painted = new Promise<number>((done, fail) => {
    document.addEventListener(
      event,
      ({ timeStamp }) => {
        const timer = setTimeout(() => {
          observer.disconnect();
          fail(new Error(`Nothing was painted within ${patienceMs} ms.`));
        }, patienceMs);
        const look = (): void => {
          if (document.querySelector(target) === null) return;
          observer.disconnect();
          clearTimeout(timer);
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => {
              done(performance.now() - timeStamp);
            };
            port2.postMessage(null);
          });
        };
        const observer = new MutationObserver(look);
        observer.observe(document, {
          childList: true,
          subtree: true,
          attributes: true,
          attributeFilter: ['aria-busy'],
        });
      },
      { capture: true, once: true },
    );
  });
  // Whoever armed the watch asks for the time later; until then a failure is nobody's.
  painted.catch(() => undefined);
  Reflect.set(window, 'benchPainted', painted);
}

/** Runs in the page: what the last {@link armPaintWatch} measured, in milliseconds. @throws Error after its patience. */
export function paintTime(): Promise<number> {
  const painted: unknown = Reflect.get(window, 'benchPainted');
  if (!(painted instanceof Promise)) throw new Error('No watch was armed.');
  return painted.then(Number);
}

/** Runs in the page: watches for the first element that fits, from now on. */
export function armAppearance({ target, patienceMs }: Omit<PaintWatch, 'event'>): void {
  const appeared = new Promise<number>((done, fail) => {
    const timer = setTimeout(() => {
      observer.disconnect();
      fail(new Error(`Nothing appeared within ${patienceMs} ms.`));
    }, patienceMs);
    const observer = new MutationObserver(() => {
      if (document.querySelector(target) === null) return;
      observer.disconnect();
      clearTimeout(timer);
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          done(Date.now());
        };
        port2.postMessage(null);
      });
    });
    observer.observe(document, { childList: true, subtree: true, attributes: true });
  });
  // Whoever armed the watch asks for the time later; until then a failure is nobody's.
  appeared.catch(() => undefined);
  Reflect.set(window, 'benchAppeared', appeared);
}

/** Runs in the page: when what {@link armAppearance} watches for was painted, in milliseconds since 1970. */
export function appearedAt(): Promise<number> {
  const appeared: unknown = Reflect.get(window, 'benchAppeared');
  if (!(appeared instanceof Promise)) throw new Error('No watch was armed.');
  return appeared.then(Number);
}
