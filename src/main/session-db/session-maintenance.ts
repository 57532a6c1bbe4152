import { SessionRemovals } from './session-removals.ts';

/** The upkeep of the file. Each method is the function of the same name on this object's store. */
export class SessionMaintenance extends SessionRemovals {}
