import type { ColumnValue } from '../../../shared/contract/conversation.ts';

/** What the rows of a session's details say, by what it is about. Null where the file has none of it. */
export interface DetailParts {
  readonly prompt: ColumnValue | null;
  readonly config: ColumnValue | null;
  readonly goal: ColumnValue | null;
  /** `state`, `platform`, `error`: those that are set. */
  readonly handoff: readonly ColumnValue[];
  readonly lock: readonly ColumnValue[];
  readonly delegations: readonly { readonly id: string; readonly fields: readonly ColumnValue[] }[];
}

const LOCK = 'compression_lock.';
const DELEGATION = /^delegation ([^.]*(?:\.[^.]+)*?)\.([^.]+)$/;

/** Sorts the rows of `conversation.details` by what they are about; a part that the file lacks stays out. */
export function detailParts(rows: readonly ColumnValue[]): DetailParts {
  const set = (column: string) => rows.find(row => row.column === column && row.value !== null) ?? null;
  const delegations = new Map<string, ColumnValue[]>();
  for (const row of rows) {
    const [, id, column] = DELEGATION.exec(row.column) ?? [];
    if (id === undefined || column === undefined || row.value?.text === '') continue;
    delegations.set(id, [...(delegations.get(id) ?? []), { ...row, column }]);
  }
  return {
    prompt: set('system_prompt'),
    config: set('model_config'),
    goal: set('goal'),
    handoff: ['handoff_state', 'handoff_platform', 'handoff_error'].flatMap(column => set(column) ?? []),
    lock: rows
      .filter(row => row.column.startsWith(LOCK))
      .map(row => ({ ...row, column: row.column.slice(LOCK.length) })),
    delegations: [...delegations].map(([id, fields]) => ({ id, fields })),
  };
}

/**
 * Whether a lock is in force.
 *
 * @param now - seconds since 1970.
 * @returns null where no time of expiry is stored.
 */
export function isLockStale(lock: readonly ColumnValue[], now: number): boolean | null {
  const expires = lock.find(row => row.column === 'expires_at')?.time ?? null;
  return expires === null ? null : expires <= now;
}
