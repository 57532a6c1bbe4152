import { SessionWrites } from './session-writes.ts';

/** How sessions leave and come in. Each method is the function of the same name on this object's store. */
export class SessionRemovals extends SessionWrites {}
