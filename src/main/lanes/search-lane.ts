import { searchOps } from './search-ops.ts';
import { serveLane } from './serve-lane.ts';

serveLane(searchOps);
