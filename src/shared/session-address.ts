/**
 * The id of a session together with its profile, as windows know a session whose plain id leads to another profile.
 * Names of profiles have no slash.
 */
export function sessionAddress(profile: string, id: string): string {
  return `${profile}/${id}`;
}

/** The id of a session as its file has it, for whoever works with the file alone. */
export function plainSessionId({ id, profile }: { readonly id: string; readonly profile: string | null }): string {
  const start = profile === null ? '' : sessionAddress(profile, '');
  return id.startsWith(start) ? id.slice(start.length) : id;
}
