import { parentPort, workerData } from 'node:worker_threads';
import type { Reply } from '../../shared/errors.ts';
import { AppError } from '../../shared/errors.ts';
import type { LaneAnswer, LaneMessage, LaneSetup, Probe } from '../library/protocol.ts';
import { log } from '../log.ts';
import { sqliteFailure } from '../session-db/sqlite-errors.ts';
import { createCancelGuard } from './cancel-guard.ts';
import type { LaneContext, LaneOp, LaneOps } from './context.ts';
import { LaneStore } from './lane-store.ts';
import { transferables } from './transferables.ts';
import { toWireError } from './wire-error.ts';

/** Operations that take longer than this are logged, by name alone. */
const SLOW_MS = 40;

/**
 * Makes this thread a lane: answers the requests of main, one after the other, on a read-only connection of its own.
 *
 * @param ops - operations by name; `probe` is added.
 */
export function serveLane(ops: LaneOps): void {
  const port = parentPort;
  if (port === null) throw new Error('A lane runs in a worker thread');
  const setup = workerData as LaneSetup;
  const guard = createCancelGuard(setup.cancelWord);
  const laneStore = new LaneStore(setup.path, guard.install);
  const run = (op: string, input: unknown): unknown => {
    if (op === 'probe') return { stamp: laneStore.stamp() } satisfies Probe;
    const context: LaneContext = { store: laneStore.use(), checkCancelled: guard.check, guard: guard.condition };
    return operation(ops, op)(context, input as never);
  };
  port.on('message', (message: LaneMessage) => {
    if (message.kind === 'close') {
      laneStore.close();
      port.close();
      return;
    }
    guard.begin(message.id);
    const reply = timed(setup, message.op, () => run(message.op, message.input));
    guard.begin(0);
    post(port, setup, { id: message.id, reply });
  });
}

function operation(ops: LaneOps, name: string): LaneOp<never, unknown> {
  const op = Object.hasOwn(ops, name) ? ops[name] : undefined;
  if (op === undefined) throw new AppError('internal', `This lane has no operation ${name}.`);
  return op;
}

function timed({ name: lane, path }: LaneSetup, op: string, run: () => unknown): Reply<unknown> {
  const start = performance.now();
  try {
    return { ok: true, value: run() };
  } catch (error) {
    const wire = toWireError(error, path);
    if (wire.code === 'internal') report(`${lane} lane: ${op} failed`, error);
    return { ok: false, error: wire };
  } finally {
    const ms = Math.round(performance.now() - start);
    if (ms > SLOW_MS) log.warn(`${lane} lane: slow operation`, { op, ms });
  }
}

/** What SQLite says may quote the query, so only its code is logged. */
function report(message: string, error: unknown): void {
  if (sqliteFailure(error) !== null) log.warn(message, { ...sqliteFailure(error) });
  else log.error(message, error);
}

/** An answer that cannot be cloned is a fault of the operation, not of the lane. */
function post(port: NonNullable<typeof parentPort>, { path }: LaneSetup, answer: LaneAnswer): void {
  try {
    port.postMessage(answer, answer.reply.ok ? transferables(answer.reply.value) : []);
  } catch (error) {
    log.error('An answer could not leave the lane', error);
    port.postMessage({ id: answer.id, reply: { ok: false, error: toWireError(error, path) } } satisfies LaneAnswer);
  }
}
