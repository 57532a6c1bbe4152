import type { ReferenceFamily } from './usage-reference-family.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Messages of each session: what can be seen, copies and replayed prompts once. */
export function countMessages(family: ReferenceFamily, messages: readonly Raw[]): ReadonlyMap<string, number> {
  const bySession = new Map<string, Raw[]>();
  for (const row of messages.filter(isVisible)) {
    const id = String(row['session_id']);
    bySession.set(id, [...(bySession.get(id) ?? []), row]);
  }
  const counts = new Map<string, number>();
  for (const [id, rows] of bySession) {
    const different = new Set(rows.map(identityOf)).size;
    const before = family.before(id);
    const opening = promptsOf(rows)[0];
    const last = before === null ? undefined : promptsOf(bySession.get(before) ?? []).at(-1);
    const isReplayed = opening !== undefined && opening !== null && opening === last;
    counts.set(id, different - Number(isReplayed));
  }
  return counts;
}

function isVisible(row: Raw): boolean {
  return Number(row['active'] ?? 1) !== 0 || Number(row['compacted'] ?? 0) !== 0;
}

function identityOf(row: Raw): string {
  return JSON.stringify(['role', 'content', 'timestamp', 'tool_call_id', 'tool_calls'].map(name => row[name] ?? null));
}

/** What the user said; summaries that compaction leaves are nobody's words. */
function promptsOf(rows: readonly Raw[]): unknown[] {
  return rows
    .filter(row => row['role'] === 'user' && row['display_kind'] !== 'hidden')
    .map(row => row['content'])
    .filter(text => !/^\[CONTEXT (COMPACTION|SUMMARY\])/.test(String(text)));
}
