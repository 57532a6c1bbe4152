import { readerOps } from './reader-ops.ts';
import { serveLane } from './serve-lane.ts';

serveLane(readerOps);
