import mermaidAddress from 'mermaid/dist/mermaid.min.js?url';
import type { Mermaid } from 'mermaid';
import { diagramTask, MAX_HEIGHT } from '../features/conversation/code-diagram-words.ts';
import type { DiagramReply, DiagramTask } from '../features/conversation/code-diagram-words.ts';
import './diagram.css';

// The page of the frame in which one diagram is drawn. Its origin is opaque and its policy lets it load nothing but
// its own scripts, so that whatever a diagram makes of itself stays in here.

declare global {
  interface Window {
    readonly mermaid?: Mermaid;
  }
}

function say(reply: DiagramReply): void {
  // The window that holds the frame checks who speaks; an opaque origin cannot tell whom it speaks to.
  parent.postMessage(reply, '*');
}

/** Mermaid as it is published: a script of its own, which is loaded when there is something to draw. */
async function loadMermaid(): Promise<Mermaid> {
  await new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = mermaidAddress;
    script.onload = resolve;
    script.onerror = () => reject(new Error('The drawing code could not be loaded.'));
    document.head.append(script);
  });
  const { mermaid } = window;
  if (mermaid === undefined) throw new Error('The drawing code could not be started.');
  return mermaid;
}

async function draw({ source, dark }: DiagramTask): Promise<void> {
  // A frame of another scheme than its window's would get a background of its own.
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  const mermaid = await loadMermaid();
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: dark ? 'dark' : 'neutral',
    maxTextSize: source.length + 1,
    maxEdges: 500,
    htmlLabels: false,
    fontFamily: 'system-ui, sans-serif',
    suppressErrorRendering: true,
  });
  const { svg } = await mermaid.render('drawing', source);
  const box = document.getElementById('diagram');
  if (box === null) throw new Error('The page has no place for the diagram.');
  // The policy of the page runs no script of the text; Mermaid has cleaned it of them besides.
  box.innerHTML = svg;
  const { height } = box.getBoundingClientRect();
  document.documentElement.classList.toggle('tall', height > MAX_HEIGHT);
  say({ kind: 'drawn', height });
}

addEventListener('message', ({ data, source }: MessageEvent<unknown>) => {
  const task = source === parent ? diagramTask(data) : null;
  if (task === null) return;
  draw(task).catch((error: unknown) =>
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});
say({ kind: 'ready' });
