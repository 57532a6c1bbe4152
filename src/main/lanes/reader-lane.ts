import { viewsAhead } from '../read-models/session-view-ahead.ts';
import { readerOps } from './reader-ops.ts';
import { serveLane } from './serve-lane.ts';

serveLane(readerOps, viewsAhead);
