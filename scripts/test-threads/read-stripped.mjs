// Preloaded into the processes of tests and, with them, into every thread that they start.
import { readStripped } from './stripped-types.mjs';

readStripped();
