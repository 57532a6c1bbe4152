/**
 * Diagnostics on standard error. Callers pass names, codes and durations, never the text of a conversation,
 * a title or a query.
 */
export const log = {
  /** Something that a person who reports a fault would want to see. */
  warn(message: string, detail?: Readonly<Record<string, string | number | boolean | null>>): void {
    write('warning', message, detail);
  },
  /** A fault of ours. */
  error(message: string, error: unknown): void {
    write('error', message, { reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
    if (error instanceof Error && error.stack !== undefined) process.stderr.write(`${error.stack}\n`);
  },
};

function write(level: string, message: string, detail?: Readonly<Record<string, unknown>>): void {
  const tail = detail === undefined ? '' : ` ${JSON.stringify(detail)}`;
  process.stderr.write(`${new Date().toISOString()} ${level}: ${message}${tail}\n`);
}
