import type { ColouredLines, TextJob, TextQuestion, TextReply } from './text-jobs.ts';
import type { Formatting } from './markdown-format.ts';

/** A job that takes longer is given up, and the thread with it: some expressions never end on some texts. */
const MOST_MS = 8000;

/** The part of a worker that is used here. */
export interface TextPort {
  postMessage: (job: TextJob) => void;
  terminate: () => void;
  onmessage: ((event: MessageEvent<TextReply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface Waiting {
  readonly job: TextJob;
  readonly settle: (reply: TextReply) => void;
}

/** Asks one thread after the other, one job at a time, so that a job that never ends takes no other with it. */
export class TextThread {
  readonly #start: () => TextPort;
  readonly #most: number;
  #port: TextPort | null = null;
  #running: Waiting | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #queue: Waiting[] = [];
  #lastId = 0;

  /**
   * @param start - makes a thread; called again after one was given up.
   * @param most - milliseconds that a job may take.
   */
  constructor(start: () => TextPort, most = MOST_MS) {
    this.#start = start;
    this.#most = most;
  }

  /**
   * The answer to a question; null where there is none: the job failed, took too long, or was not wanted any more
   * before it was its turn.
   */
  ask(question: TextQuestion & { kind: 'format' }, signal: AbortSignal): Promise<Formatting | null>;
  ask(question: TextQuestion & { kind: 'format-all' }, signal: AbortSignal): Promise<readonly Formatting[] | null>;
  ask(question: TextQuestion & { kind: 'colour' }, signal: AbortSignal): Promise<ColouredLines>;
  ask(question: TextQuestion, signal: AbortSignal): Promise<unknown> {
    this.#lastId += 1;
    const job: TextJob = { ...question, id: this.#lastId };
    return new Promise(resolve => {
      const settle = (reply: TextReply): void => resolve('result' in reply ? reply.result : null);
      // One that has begun goes on: what it finds is kept, and may be wanted again.
      signal.addEventListener('abort', () => {
        const others = this.#queue.filter(waiting => waiting.job !== job);
        if (others.length < this.#queue.length) resolve(null);
        this.#queue = others;
      });
      this.#queue.push({ job, settle });
      this.#next();
    });
  }

  #next(): void {
    if (this.#running !== null) return;
    const waiting = this.#queue.shift();
    if (waiting === undefined) return;
    this.#running = waiting;
    this.#timer = setTimeout(() => this.#giveUp('took too long'), this.#most);
    try {
      this.#port ??= this.#startPort();
      this.#port.postMessage(waiting.job);
    } catch (error) {
      this.#giveUp(String(error));
    }
  }

  #startPort(): TextPort {
    const port = this.#start();
    port.onmessage = ({ data }) => {
      if (data.id === this.#running?.job.id) this.#finish(data);
    };
    port.onerror = ({ message }) => this.#giveUp(message);
    return port;
  }

  #giveUp(failure: string): void {
    this.#port?.terminate();
    this.#port = null;
    if (this.#running !== null) this.#finish({ id: this.#running.job.id, failure });
  }

  #finish(reply: TextReply): void {
    clearTimeout(this.#timer);
    const done = this.#running;
    this.#running = null;
    done?.settle(reply);
    this.#next();
  }
}

let thread: TextThread | null = null;

/** The thread for the texts of this window; started when it is first asked. Null where there are no threads. */
export function textThread(): TextThread | null {
  if (typeof Worker === 'undefined') return null;
  thread ??= new TextThread(() => new Worker(new URL('text-worker.ts', import.meta.url), { type: 'module' }));
  return thread;
}
