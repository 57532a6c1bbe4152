/** Times between frames in milliseconds, and numbers of elements in the document. */
export interface Frames {
  readonly frames: number[];
  readonly elements: number[];
}

/** Runs in the page: notes every frame from now on. */
export function startFrames(): void {
  const found: { frames: number[]; elements: number[]; stop: boolean } = { frames: [], elements: [], stop: false };
  const elements = document.getElementsByTagName('*');
  let last: number | null = null;
  const note = (time: number): void => {
    if (found.stop) return;
    if (last !== null) found.frames.push(time - last);
    last = time;
    found.elements.push(elements.length);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
  Reflect.set(window, 'benchFrames', found);
}

/** Runs in the page: what was noted since {@link startFrames}. */
export function stopFrames(): Frames {
  const found: unknown = Reflect.get(window, 'benchFrames');
  if (typeof found !== 'object' || found === null) throw new Error('Nothing was being noted.');
  Reflect.set(found, 'stop', true);
  return { frames: Reflect.get(found, 'frames'), elements: Reflect.get(found, 'elements') };
}
