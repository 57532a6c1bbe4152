/** Names of fields that hold the id of a session, wherever they stand in an input or an answer. */
const SESSION_FIELDS: ReadonlySet<string> = new Set([
  'sessionId',
  'rootId',
  'segmentId',
  'parentId',
  'conversationId',
  'current',
]);

/** Turns the id of a session into another form. */
export type Rename = (id: string) => string;

/** The parts of a `sessionAddress`; null for a plain id. */
export function parseAddress(text: string, profiles: ReadonlySet<string>): { profile: string; id: string } | null {
  const slash = text.indexOf('/');
  const profile = text.slice(0, Math.max(0, slash));
  return profiles.has(profile) ? { profile, id: text.slice(slash + 1) } : null;
}

/** How an answer of one profile is made known to windows. */
export interface Renaming {
  readonly rename: Rename;
  /** Rows of the list carry it. */
  readonly profile: string | null;
}

/** A copy in which every id of a session is renamed. Typed arrays and texts stay as they are. */
export function withSessionIds<T>(value: T, renaming: Renaming): T {
  return walk(value, renaming) as T;
}

function walk(value: unknown, renaming: Renaming): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => walk(each, renaming));
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value;
  const isRow = 'rootId' in value && 'profile' in value;
  // Rows of the list and sessions by name carry their id as `id`.
  const isSession = isRow || ('label' in value && 'id' in value);
  return Object.fromEntries(
    Object.entries(value).map(([field, each]: [string, unknown]) => {
      if (isRow && field === 'profile') return [field, renaming.profile ?? each];
      const isId = SESSION_FIELDS.has(field) || (isSession && field === 'id');
      return [field, isId && typeof each === 'string' ? renaming.rename(each) : walk(each, renaming)];
    }),
  );
}
