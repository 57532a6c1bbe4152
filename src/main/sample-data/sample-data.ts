import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { makeSample } from './make-sample.ts';

const { path } = z.object({ path: z.string() }).parse(workerData);
makeSample(path, Date.now() / 1000);
