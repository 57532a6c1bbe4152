import { writingDesk } from './desk.ts';
import { serve } from './serve-lane.ts';
import { writerOps } from './writer-ops.ts';

serve(writerOps, writingDesk);
