/** What a run found. */
export interface Outcome {
  passed: number;
  readonly failures: string[];
  /** How many answers each rule changed, by the rule's name. */
  readonly deviations: Map<string, number>;
}

/** Counts one comparison. */
export function count(outcome: Outcome, what: string, failure: string | null): void {
  if (failure === null) outcome.passed += 1;
  else outcome.failures.push(`${what}: ${failure}`);
}

/** Counts that a rule changed what is expected. */
export function countRule(outcome: Outcome, name: string): void {
  outcome.deviations.set(name, (outcome.deviations.get(name) ?? 0) + 1);
}

/** The text of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
