import { taskDesk } from './desk.ts';
import { serve } from './serve-lane.ts';
import { taskOps } from './task-ops.ts';

serve(taskOps, taskDesk);
