import { parentPort, workerData } from 'node:worker_threads';
import type { Reply } from '../../shared/errors.ts';
import { AppError } from '../../shared/errors.ts';
import { RELEASE, type LaneAnswer, type LaneMessage, type LaneNews, type LaneSetup } from '../library/protocol.ts';
import { log } from '../log.ts';
import { sqliteFailure } from '../session-db/sqlite-errors.ts';
import { createCancelGuard } from './cancel-guard.ts';
import type { LaneOp, LaneOps } from './context.ts';
import { readingDesk, type Desk, type DeskTools, type WorkAhead } from './desk.ts';
import { IdleWork } from './idle-work.ts';
import { createProgressReporter } from './progress-reporter.ts';
import { transferables } from './transferables.ts';
import { toWireError } from './wire-error.ts';

/** Operations that take longer than this are logged, by name alone; those that report progress are meant to. */
const SLOW_MS = 40;

type Port = NonNullable<typeof parentPort>;

/**
 * Makes this thread a lane: answers the requests of main, one after the other, on a read-only connection of its own.
 *
 * @param ops - operations by name; `probe` and `release` are added.
 * @param ahead - done while nothing is asked.
 */
export function serveLane(ops: LaneOps, ahead: WorkAhead = () => false): void {
  serve(ops, tools => readingDesk(tools, ahead));
}

/**
 * The same on any connection; see {@link serveLane}.
 *
 * @param open - makes what the operations work with.
 */
export function serve<C>(ops: LaneOps<C>, open: (tools: DeskTools) => Desk<C>): void {
  const port = parentPort;
  if (port === null) throw new Error('A lane runs in a worker thread');
  const setup = workerData as LaneSetup;
  const guard = createCancelGuard(setup.cancelWord);
  let running = 0;
  let told = 0;
  const tell = (news: LaneNews): void => {
    told += 1;
    port.postMessage(news);
  };
  const freshProgress = () =>
    createProgressReporter(progress => {
      tell({ kind: 'progress', id: running, progress });
    });
  let progress = freshProgress();
  const desk = open({
    setup,
    guard,
    progress: (...report) => {
      progress(...report);
    },
    onContention: () => {
      tell({ kind: 'contention', id: running });
      guard.check();
    },
  });
  const idle = new IdleWork(() => workedAhead(setup, desk));
  const run = async (message: Extract<LaneMessage, { kind: 'run' }>): Promise<void> => {
    running = message.id;
    told = 0;
    progress = freshProgress();
    guard.begin(message.id);
    const start = performance.now();
    const reply = await replyOf(setup, message.op, () => perform(ops, desk, message));
    const ms = Math.round(performance.now() - start);
    if (ms > SLOW_MS && told === 0) log.warn(`${setup.name} lane: slow operation`, { op: message.op, ms });
    guard.begin(0);
    desk.rest();
    idle.begin();
    post(port, setup, { kind: 'answer', id: message.id, reply });
  };
  let last: Promise<void> = Promise.resolve();
  port.on('message', (message: LaneMessage) => {
    if (message.kind === 'run') {
      last = run(message);
      return;
    }
    void last.finally(() => {
      idle.stop();
      desk.release();
      port.close();
    });
  });
}

function perform<C>(ops: LaneOps<C>, desk: Desk<C>, { op, input }: { op: string; input: unknown }): unknown {
  if (op === 'probe') return { stamp: desk.stamp() };
  if (op === RELEASE) {
    desk.release();
    return null;
  }
  return operation(ops, op)(desk.context(), input as never);
}

/** Nobody waits for it, so nobody can be told where it fails. */
function workedAhead<C>({ name }: LaneSetup, desk: Desk<C>): boolean {
  try {
    return desk.ahead();
  } catch (error) {
    report(`${name} lane: work ahead failed`, error);
    return false;
  }
}

function operation<C>(ops: LaneOps<C>, name: string): LaneOp<never, unknown, C> {
  const op = Object.hasOwn(ops, name) ? ops[name] : undefined;
  if (op === undefined) throw new AppError('internal', `This lane has no operation ${name}.`);
  return op;
}

async function replyOf({ name: lane, path }: LaneSetup, op: string, run: () => unknown): Promise<Reply<unknown>> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    const wire = toWireError(error, path);
    if (wire.code === 'internal') report(`${lane} lane: ${op} failed`, error);
    return { ok: false, error: wire };
  }
}

/** What SQLite says may quote the query, so only its code is logged. */
function report(message: string, error: unknown): void {
  if (sqliteFailure(error) !== null) log.warn(message, { ...sqliteFailure(error) });
  else log.error(message, error);
}

/** An answer that cannot be cloned is a fault of the operation, not of the lane. */
function post(port: Port, { path }: LaneSetup, answer: LaneAnswer): void {
  try {
    port.postMessage(answer, answer.reply.ok ? transferables(answer.reply.value) : []);
  } catch (error) {
    log.error('An answer could not leave the lane', error);
    port.postMessage({
      kind: 'answer',
      id: answer.id,
      reply: { ok: false, error: toWireError(error, path) },
    } satisfies LaneAnswer);
  }
}
