import { SessionMaintenance } from './session-maintenance.ts';

/**
 * A session database of Hermes Agent, opened on this thread. Methods are Hermes's own in camelCase, synchronous, and
 * return rows with the database's column names. Where a rule of ours differs from Hermes's by policy, an option says
 * so; its default is ours.
 */
export class SessionDB extends SessionMaintenance {}
