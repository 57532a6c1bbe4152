/** The system's name of what failed, such as `ENOENT`; null for an error that is not the system's. */
export function errnoOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
