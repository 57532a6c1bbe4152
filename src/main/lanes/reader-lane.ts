import { loadedIndex } from '../read-models/conversation-index.ts';
import { readerOps } from './reader-ops.ts';
import { serveLane } from './serve-lane.ts';

serveLane(readerOps, store => loadedIndex(store)?.orders.step() ?? false);
