import type { Conversation } from './conversation-index-build.ts';

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

/** By id of the first session: a list by job asks for all of them again and again. */
const jobs = new Map<string, string | null>();
const MAX_JOBS = 50_000;

/** Job of a scheduled run, out of the id that its first session was given; null for any other conversation. */
export function jobOf({ automation, root: { id } }: Pick<Conversation, 'automation' | 'root'>): string | null {
  if (!automation || !id.startsWith('cron_')) return null;
  const known = jobs.get(id);
  if (known !== undefined) return known;
  const job = CRON_RUN.exec(id)?.[1] ?? null;
  if (jobs.size >= MAX_JOBS) jobs.clear();
  jobs.set(id, job);
  return job;
}
