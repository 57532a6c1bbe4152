/** One part of the file and what was found in it. */
export interface HealthFinding {
  /** A table or an index, such as `messages` or `messages_fts`. */
  readonly object: string;
  readonly kind: 'data' | 'index' | 'search-index' | 'keys' | 'schema';
  /** `unknown`: the check cannot tell, and nothing follows from it. */
  readonly state: 'ok' | 'damaged' | 'incomplete' | 'unknown';
  /** What was said; null where all is well. Holds no content. */
  readonly detail: string | null;
}

/** What a check of the whole file found. */
export interface HealthReport {
  readonly findings: readonly HealthFinding[];
  readonly data: 'ok' | 'damaged';
  readonly searchIndex: 'ok' | 'damaged' | 'incomplete' | 'none';
  /** What would help: nothing, a rebuild of the search index, or the repair. */
  readonly advice: 'nothing' | 'rebuild' | 'repair';
  readonly seconds: number;
}

/** Lines of one object that are repeated; the rest only says that there is more. */
const LINES_TOLD = 3;

/** Some lines of a check as one; spec: concurrency §6.1. */
export function toldLines(lines: readonly string[]): string {
  const more = lines.length > LINES_TOLD ? ` (and ${String(lines.length - LINES_TOLD)} more)` : '';
  return lines.slice(0, LINES_TOLD).join('; ') + more;
}

/**
 * What findings mean together. What cannot be told leads to nothing; orphaned rows are no damage; a search index is
 * rebuilt, never repaired.
 *
 * @param hasSearchIndex - false where the file has no full-text table.
 */
export function conclude(findings: readonly HealthFinding[], hasSearchIndex: boolean): Omit<HealthReport, 'seconds'> {
  const any = (state: HealthFinding['state'], ...kinds: readonly HealthFinding['kind'][]) =>
    findings.some(finding => finding.state === state && kinds.includes(finding.kind));
  const searchIndex = any('damaged', 'search-index')
    ? 'damaged'
    : any('incomplete', 'search-index')
      ? 'incomplete'
      : 'ok';
  const needsRebuild = searchIndex !== 'ok';
  const needsRepair = any('damaged', 'data', 'index', 'schema');
  return {
    findings,
    data: any('damaged', 'data', 'schema') ? 'damaged' : 'ok',
    searchIndex: hasSearchIndex || needsRebuild ? searchIndex : 'none',
    advice: needsRepair ? 'repair' : needsRebuild ? 'rebuild' : 'nothing',
  };
}
