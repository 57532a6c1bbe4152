/** Bits of `Skeleton.flags`. */
export const MESSAGE_FLAG = {
  /** Taken back by rewind: `active = 0, compacted = 0`. */
  rewound: 1,
  /** Summarised away in place: `active = 0, compacted = 1`. */
  compacted: 2,
  /** Overheard in a group: `observed = 1`. */
  observed: 4,
  /** Bookkeeping or scaffolding: roles `system`, `session_meta`, `display_kind = 'hidden'`. */
  bookkeeping: 8,
  /** A small event line: `display_kind` is `model_switch` or `async_delegation_complete`. */
  event: 16,
  /** The summary that a compaction left: begins with one of `SUMMARY_STARTS`. */
  summary: 32,
} as const;

/** Numbers of `Skeleton.roles`. */
export const ROLES = ['user', 'assistant', 'tool', 'system', 'session_meta', 'other'] as const;
