import { Worker } from 'node:worker_threads';
import { AppError } from '../../shared/errors.ts';
import { log } from '../log.ts';
import type { LaneAnswer, LaneMessage, LaneNews, LanePlaces, LaneSetup, Progress } from './protocol.ts';
import { RELEASE } from './protocol.ts';

/** A lane that uses more is ended and replaced; the app goes on. */
const DEFAULT_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 } as const;
/**
 * How long a lane may take to end by itself once its operation was cancelled, in milliseconds: one that reads, and one
 * in which something may run that cannot be stopped half-way.
 */
const CLOSE_TIMEOUT_MS = 3000;
const PATIENT_CLOSE_TIMEOUT_MS = 10 * 60_000;
/** A lock that is waited for longer than this is told to the person who waits, in milliseconds. */
const BUSY_AFTER_MS = 1900;
const MAX_ID = 0x7fff_ffff;

/** What a lane is made of. */
export interface LaneOptions {
  /** Name of the lane, for the log. */
  readonly name: string;
  /** Script of its thread: TypeScript source under Node, a bundle in the built app. */
  readonly entry: URL | string;
  /** The database file that it opens. */
  readonly path: string;
  /** Bounds of its heap, in megabytes. */
  readonly limits?: { readonly maxOldGenerationSizeMb: number; readonly maxYoungGenerationSizeMb: number };
  /** Where it may write beside the database; absent for lanes that only read. */
  readonly places?: LanePlaces;
  /**
   * True for a lane whose caller has to know what a cancelled operation did before it noticed: the call then waits for
   * the operation's own answer, and closing waits for its end.
   */
  readonly answersWhenCancelled?: boolean;
  /** Asked before each request is sent: why it must not be, or null. */
  readonly refuse?: () => AppError | null;
}

interface Pending {
  readonly id: number;
  readonly op: string;
  readonly input: unknown;
  readonly settle: (outcome: { value: unknown } | { error: AppError }) => void;
  readonly onProgress: OnProgress | undefined;
}

/** Told how far a call has come. */
export type OnProgress = (progress: Progress) => void;

/**
 * One worker thread with a queue. It is started at the first call; where it crashes, its pending calls are rejected
 * with `lane-crashed` and the next call starts another.
 */
export class Lane {
  readonly #options: LaneOptions;
  readonly #cancelWord = new SharedArrayBuffer(4);
  readonly #queue: Pending[] = [];
  #worker: Worker | null = null;
  #running: Pending | null = null;
  #lastId = 0;
  /** When the running request was sent, or last reported. */
  #heardAt = 0;
  #closing: Promise<void> | null = null;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /**
   * Runs an operation in the lane. When `signal` aborts, queued work is dropped and a running statement is stopped; the
   * call rejects at once, unless the lane answers when cancelled.
   *
   * @param onProgress - told what the operation reports, and `waiting` where another program keeps the lock for long.
   * @throws AppError `cancelled`, `lane-crashed`, `no-database` after `close`, or what the operation threw.
   */
  call(op: string, input: unknown, signal?: AbortSignal, onProgress?: OnProgress): Promise<unknown> {
    if (this.#closing !== null) return Promise.reject(new AppError('no-database', 'The database was closed.'));
    if (signal?.aborted === true) return Promise.reject(cancelled());
    return new Promise((resolve, reject) => {
      const id = (this.#lastId = this.#lastId === MAX_ID ? 1 : this.#lastId + 1);
      const onAbort = (): void => {
        this.#cancel(pending);
      };
      const pending: Pending = {
        id,
        op,
        input,
        onProgress,
        settle: outcome => {
          signal?.removeEventListener('abort', onAbort);
          if ('error' in outcome) reject(outcome.error);
          else resolve(outcome.value);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.push(pending);
      this.#next();
    });
  }

  /** Closes the connection until the next call, once what runs and waits is done. Starts no thread for it. */
  async release(): Promise<void> {
    if (this.#worker !== null && this.#closing === null) await this.call(RELEASE, null);
  }

  /** Cancels what runs and what waits, and closes the connection when the last of it has come to a stop. */
  async stop(): Promise<void> {
    for (const pending of [...this.#queue, ...(this.#running === null ? [] : [this.#running])]) {
      if (pending.op !== RELEASE) this.#cancel(pending);
    }
    await this.release();
  }

  /** Cancels everything, closes the connection and ends the thread. Resolves when the thread is gone. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  #cancel(pending: Pending): void {
    const place = this.#queue.indexOf(pending);
    if (place >= 0) this.#queue.splice(place, 1);
    else if (this.#running === pending) {
      Atomics.store(new Int32Array(this.#cancelWord), 0, pending.id);
      if (this.#options.answersWhenCancelled === true) return;
    }
    pending.settle({ error: cancelled() });
  }

  /** Sends the next request once the lane is free: the cancel word can name only one. */
  #next(): void {
    if (this.#running !== null) return;
    const pending = this.#queue.shift();
    if (pending === undefined) return;
    const refusal = pending.op === RELEASE ? null : (this.#options.refuse?.() ?? null);
    if (refusal !== null) {
      pending.settle({ error: refusal });
      this.#next();
      return;
    }
    this.#running = pending;
    this.#heardAt = performance.now();
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage({
        kind: 'run',
        id: pending.id,
        op: pending.op,
        input: pending.input,
      } satisfies LaneMessage);
    } catch (error) {
      this.#running = null;
      log.error(`${this.#options.name} lane: ${pending.op} could not be sent`, error);
      pending.settle({ error: new AppError('internal', 'The request could not be sent.', { cause: error }) });
      this.#next();
    }
  }

  #start(): Worker {
    const { name, entry, path, places, limits = DEFAULT_LIMITS } = this.#options;
    const workerData: LaneSetup = { name, path, places, cancelWord: this.#cancelWord };
    const worker = new Worker(entry, { name, workerData, resourceLimits: { ...limits } });
    worker.on('message', (message: LaneAnswer | LaneNews) => {
      if (message.kind === 'answer') this.#onAnswer(message);
      else this.#onNews(message);
    });
    worker.on('error', error => {
      log.error(`${name} lane crashed`, error);
      this.#onGone(worker);
    });
    worker.on('exit', () => {
      this.#onGone(worker);
    });
    return worker;
  }

  #onAnswer(answer: LaneAnswer): void {
    const pending = this.#running;
    if (pending?.id !== answer.id) return;
    this.#running = null;
    this.#next();
    if (answer.reply.ok) pending.settle({ value: answer.reply.value });
    else pending.settle({ error: AppError.fromWire(answer.reply.error) });
  }

  #onNews(news: LaneNews): void {
    const pending = this.#running;
    if (pending?.id !== news.id) return;
    if (news.kind === 'progress') {
      this.#heardAt = performance.now();
      pending.onProgress?.(news.progress);
    } else if (performance.now() - this.#heardAt >= BUSY_AFTER_MS) {
      pending.onProgress?.({ phase: 'waiting', done: 0, total: 0, canCancel: true });
    }
  }

  #onGone(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#rejectAll(
      new AppError('lane-crashed', `The part of the app that works on the database stopped (${this.#options.name}).`, {
        hint: 'It has been started again; try once more.',
      }),
    );
  }

  /** @param waitsForRunning - leaves the running request to its own answer. */
  #rejectAll(error: AppError, waitsForRunning = false): void {
    const waiting = this.#queue.splice(0);
    const all = this.#running === null || waitsForRunning ? waiting : [this.#running, ...waiting];
    if (!waitsForRunning) this.#running = null;
    for (const pending of all) pending.settle({ error });
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    const isPatient = this.#options.answersWhenCancelled === true;
    if (this.#running !== null) Atomics.store(new Int32Array(this.#cancelWord), 0, this.#running.id);
    if (!isPatient) this.#worker = null;
    this.#rejectAll(cancelled(), isPatient);
    if (worker === null) return;
    const gone = new Promise<void>(resolve => worker.once('exit', () => resolve()));
    worker.postMessage({ kind: 'close' } satisfies LaneMessage);
    const timer = setTimeout(() => void worker.terminate(), isPatient ? PATIENT_CLOSE_TIMEOUT_MS : CLOSE_TIMEOUT_MS);
    await gone;
    clearTimeout(timer);
  }
}

function cancelled(): AppError {
  return new AppError('cancelled', 'The request was cancelled.');
}
