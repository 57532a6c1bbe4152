import type { Conversation } from './conversation-index-build.ts';
import type { Session } from './edges.ts';

/** Seconds without activity after which whoever keeps a session open is most likely gone. */
const STALE_SECONDS = 7 * 86_400;

/** Open, and without activity for a week. */
export function isStaleOpen(conversation: Conversation, now: number): boolean {
  return staleAt(conversation) <= now;
}

/** When an open conversation begins to be stale, in seconds, if nothing happens in it; infinite where it never does. */
export function staleAt({ tip, lastActive }: Conversation): number {
  return tip.ended || lastActive === null ? Infinity : lastActive + STALE_SECONDS;
}

/** Why a conversation ended; null while it is open and where the file does not say. */
export function endReasonOf({ tip }: Conversation): string | null {
  return tip.ended ? tip.endReason : null;
}

/** The name of the job stands in front of the time; some writers put more behind it. Spec: schema §3, `id`. */
const CRON_RUN = /^cron_(.+)_\d{8}_\d{6}(?:_.*)?$/su;

/** Job of a scheduled run, out of the id that its first session was given; null for any other conversation. */
export function jobOf({ id }: Session): string | null {
  return id.startsWith('cron_') ? (CRON_RUN.exec(id)?.[1] ?? null) : null;
}
