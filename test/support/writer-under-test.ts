import { AppError } from '../../src/shared/errors.ts';
import type { WriterContext } from '../../src/main/lanes/context.ts';
import { writingDesk } from '../../src/main/lanes/desk.ts';
import { serve } from '../../src/main/lanes/serve-lane.ts';
import { writerOps } from '../../src/main/lanes/writer-ops.ts';
import { write } from '../../src/main/session-db/write.ts';

const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Thread entry: the real operations of the writer lane, and some that take long or end their thread. */
serve(
  {
    ...writerOps,
    /** Counts up, five milliseconds a step, and says how far it came when it is stopped. */
    steps: (
      { progress, checkCancelled }: WriterContext,
      { count, canCancel }: { count: number; canCancel: boolean },
    ) => {
      for (let done = 0; done < count; done += 1) {
        progress('steps', done, count, canCancel);
        pause(5);
        try {
          if (canCancel) checkCancelled();
        } catch (error) {
          if (error instanceof AppError) return { done, stopped: true };
          throw error;
        }
      }
      return { done: count, stopped: false };
    },
    /** Ends the thread between a change and its commit. */
    leaveMidWrite: ({ db }: WriterContext) =>
      write(db.store, connection => {
        connection.exec("UPDATE sessions SET title = 'half-way ' || id");
        process.exit(3);
      }),
    later: async ({ progress }: WriterContext) => {
      progress('later', 0, 1);
      await new Promise(resolve => setTimeout(resolve, 300));
      return 'later';
    },
  },
  writingDesk,
);
