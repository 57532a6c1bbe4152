import mermaidAddress from 'mermaid/dist/mermaid.min.js?url';
import type { Mermaid } from 'mermaid';
import { diagramTask, MAX_HEIGHT } from '../features/conversation/code-diagram-words.ts';
import type { DiagramReply, DiagramTask } from '../features/conversation/code-diagram-words.ts';
import '../styles/tokens.css';
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

/** The colours of the app, as Mermaid takes them. */
function look(dark: boolean): Record<string, string | boolean> {
  return {
    darkMode: dark,
    useGradient: false,
    dropShadow: 'none',
    fontSize: '13px',
    background: colour('--bg-content'),
    primaryColor: colour('--bg-sunken'),
    primaryTextColor: colour('--text'),
    primaryBorderColor: colour('--border-field'),
    secondaryColor: colour('--bg-active'),
    tertiaryColor: colour('--bg-list'),
    lineColor: colour('--text-3'),
    textColor: colour('--text'),
    edgeLabelBackground: colour('--bg-content'),
  };
}

/** Mermaid reckons with colours and knows no variables. */
function colour(name: string): string {
  const { style } = document.body;
  style.color = `var(${name})`;
  const { color } = getComputedStyle(document.body);
  style.color = '';
  return color;
}

async function draw({ source, dark }: DiagramTask): Promise<void> {
  // A frame of another scheme than its window's would get a background of its own.
  document.documentElement.className = dark ? 'dark' : 'light';
  const mermaid = await loadMermaid();
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: 'base',
    themeVariables: look(dark),
    maxTextSize: source.length + 1,
    maxEdges: 500,
    htmlLabels: false,
    fontFamily: getComputedStyle(document.body).fontFamily,
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
