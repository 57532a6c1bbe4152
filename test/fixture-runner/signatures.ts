import { fixtureGolden } from '../support/fixtures.ts';
import { isRecord } from './recorded-values.ts';

/** A parameter of a method of Hermes. */
interface Parameter {
  readonly name: string;
  readonly hasDefault: boolean;
}

let known: ReadonlyMap<string, readonly Parameter[]> | undefined;

/** The named parameters of Hermes's method at schema 23, in order; null for a method that it did not have. */
export function parametersOf(method: string): readonly Parameter[] | null {
  known ??= readSignatures();
  return known.get(method) ?? null;
}

function readSignatures(): ReadonlyMap<string, readonly Parameter[]> {
  const golden: unknown = fixtureGolden('v23');
  const signatures = isRecord(golden) && isRecord(golden['signatures']) ? golden['signatures'] : {};
  return new Map(Object.entries(signatures).map(([method, text]) => [method, parse(String(text))]));
}

/** `(a, b=None, c=('x', 'y'), **rest)`: commas inside brackets do not part parameters. */
function parse(signature: string): Parameter[] {
  return [...signature.slice(1, -1).matchAll(/(\*{0,2})([a-z_]+)(=(?:\([^)]*\)|[^,]*))?(?:,\s*|$)/g)]
    .filter(([, stars]) => stars === '')
    .map(([, , name = '', value]) => ({ name, hasDefault: value !== undefined }));
}
