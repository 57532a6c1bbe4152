import { useEffect, useRef, useState } from 'react';
import { texts } from '../../app/messages.ts';
import css from './code-block.module.css';
import { diagramReply, MAX_DIAGRAM } from './code-diagram-words.ts';
import type { DiagramTask } from './code-diagram-words.ts';

/** A frame that says nothing for so long has hung. */
const MOST_MS = 20_000;

type State = { readonly kind: 'drawing' } | { readonly kind: 'drawn'; readonly height: number } | Failure;
interface Failure {
  readonly kind: 'failed';
  readonly message: string;
}

/**
 * A Mermaid diagram, drawn in a frame of its own: an opaque origin that reaches neither the window, nor the app, nor
 * the network (design §8). It is told the source and answers with a height or with what is wrong.
 */
export function Diagram({ source }: { source: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<State>(() =>
    source.length > MAX_DIAGRAM ? failed(texts.reading.diagramTooLong) : { kind: 'drawing' },
  );
  const isDrawn = state.kind !== 'failed';
  useEffect(() => {
    if (!isDrawn) return undefined;
    const task: DiagramTask = { kind: 'draw', source, dark: isDark() };
    const timer = setTimeout(() => setState(failed(texts.reading.diagramTookLong)), MOST_MS);
    const hear = (event: MessageEvent<unknown>): void => {
      const window = frame.current?.contentWindow;
      if (window === null || window === undefined || event.source !== window) return;
      const reply = diagramReply(event.data);
      // The frame has no origin that could be named.
      if (reply?.kind === 'ready') window.postMessage(task, '*');
      if (reply === null || reply.kind === 'ready') return;
      clearTimeout(timer);
      setState(reply);
    };
    addEventListener('message', hear);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', hear);
    };
  }, [source, isDrawn]);
  if (state.kind === 'failed') return <DiagramFailure message={state.message} source={source} />;
  return (
    <div className={css['diagram']}>
      {state.kind === 'drawing' ? <p role="status">{texts.reading.drawing}</p> : null}
      <iframe
        ref={frame}
        src="diagram.html"
        sandbox="allow-scripts"
        title={texts.reading.diagram}
        style={{ height: state.kind === 'drawn' ? state.height : 0 }}
      />
    </div>
  );
}

function DiagramFailure({ message, source }: { message: string; source: string }) {
  return (
    <>
      <div className={css['failure']} role="alert">
        <b>{texts.reading.diagramFailed}</b>
        <span>{message}</span>
      </div>
      <pre className={css['code']} tabIndex={0}>
        <code>{source}</code>
      </pre>
    </>
  );
}

function failed(message: string): Failure {
  return { kind: 'failed', message };
}

function isDark(): boolean {
  const { classList } = document.documentElement;
  return (
    classList.contains('dark') || (!classList.contains('light') && matchMedia('(prefers-color-scheme: dark)').matches)
  );
}
