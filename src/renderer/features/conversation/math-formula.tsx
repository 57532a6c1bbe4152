import { useEffect, useRef, useState } from 'react';
import { texts } from '../../app/messages.ts';
import css from './text.module.css';

/** Longer formulas are shown as written. */
const MAX_LENGTH = 2000;
/** Commands that lead out of a formula: KaTeX would show their names alone. */
const LEADING_OUT = /\\(?:href|url|includegraphics|html(?:Class|Id|Style|Data))\b/;
/** Formulas are drawn as long as a slice lasts, in milliseconds; then the window has its turn. */
const SLICE_MS = 8;
const SETTINGS = {
  ...{ throwOnError: true, trust: false, strict: false, maxExpand: 200, maxSize: 20 },
  output: 'html',
} as const;

interface Drawing {
  readonly wanted: () => boolean;
  readonly draw: (render: Renderer) => void;
}

type Renderer = (text: string, box: HTMLElement, options: { displayMode: boolean }) => void;

const queue: Drawing[] = [];
let isRunning = false;

/** With more elements in the document (design §9: below 1,500) a formula stays as it was written. */
const MAX_DOCUMENT = 1300;

/** Fetched with the first formula. */
async function renderer(): Promise<Renderer> {
  const [{ default: katex }] = await Promise.all([import('katex'), import('katex/dist/katex.min.css')]);
  return (text, box, options) => katex.render(text, box, { ...SETTINGS, ...options });
}

function hasRoom(): boolean {
  return document.getElementsByTagName('*').length < MAX_DOCUMENT;
}

async function drawQueued(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  try {
    const render = await renderer();
    for (let until = performance.now() + SLICE_MS; queue.length > 0;) {
      const next = queue.shift();
      if (next?.wanted() === true && hasRoom()) next.draw(render);
      if (performance.now() < until) continue;
      await new Promise(resolve => setTimeout(resolve));
      until = performance.now() + SLICE_MS;
    }
  } finally {
    isRunning = false;
  }
}

interface FormulaProps {
  readonly text: string;
  readonly display: boolean;
  /** The formula with its dollars: shown until it is drawn, and where it cannot be. */
  readonly source: string;
}

/** A formula. What is no formula to KaTeX is shown as it was written, with what is wrong as a tooltip. */
export function MathFormula({ text, display, source }: FormulaProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<'waiting' | 'drawn' | { failure: string }>('waiting');
  useEffect(() => {
    const element = box.current;
    if (element === null || text.length > MAX_LENGTH || LEADING_OUT.test(text)) return undefined;
    let wanted = true;
    const draw = (render: Renderer): void => {
      try {
        render(text, element, { displayMode: display });
        setState('drawn');
      } catch (error) {
        element.replaceChildren();
        setState({ failure: error instanceof Error ? error.message : String(error) });
      }
    };
    queue.push({ wanted: () => wanted, draw });
    drawQueued().catch((error: unknown) => setState({ failure: String(error) }));
    return () => {
      wanted = false;
    };
  }, [text, display]);
  const failure = typeof state === 'object' ? state.failure : null;
  return (
    <span className={display ? css['display'] : undefined}>
      <span ref={box} hidden={state !== 'drawn'} role="img" aria-label={source} />
      {state === 'drawn' ? null : (
        <code title={failure === null ? undefined : texts.reading.noFormula(failure)}>{source}</code>
      )}
    </span>
  );
}
