import { isDeepStrictEqual } from 'node:util';
import type { Json } from './case-file.ts';
import type { Check, Outcome } from './outcome.ts';

/** Demands on an exported file. */
export const EXPORT_CHECKS: Readonly<Record<string, Check>> = {
  linesParseAsJson: (_, { exported }) =>
    exported?.sessions === null || exported === undefined ? 'no file of records was exported' : null,
  exportedMessageIds: (ids, outcome) =>
    differs(
      messagesOf(outcome).map(row => row['id']),
      ids,
      'exported messages',
    ),
  sessionHas: (columns, { exported }) => lacks(exported?.sessions?.at(-1), columns as Json, 'the exported session'),
  messageHas: (rows, outcome) => {
    const problems = Object.entries(rows as Record<string, Json>).map(([id, columns]) =>
      lacks(
        messagesOf(outcome).find(row => row['id'] === Number(id)),
        columns,
        `exported message ${id}`,
      ),
    );
    return problems.find(problem => problem !== null) ?? null;
  },
  containsText: (texts, { exported }) => {
    const missing = (texts as string[]).filter(text => exported?.text.includes(text) !== true);
    return missing.length === 0 ? null : `the exported file does not hold ${JSON.stringify(missing)}`;
  },
  mustNotContain: (texts, { exported }) => {
    const found = (texts as string[]).filter(text => exported?.text.includes(text) !== false);
    return found.length === 0 ? null : `the exported file holds ${JSON.stringify(found)}`;
  },
  opensWithout: (_, { exported }) =>
    exported?.pwned === null ? null : `the opened page has set ${JSON.stringify(exported?.pwned ?? 'nothing known')}`,
};

function messagesOf({ exported }: Outcome): readonly Json[] {
  return (exported?.sessions ?? []).flatMap(session => (session['messages'] ?? []) as readonly Json[]);
}

function lacks(row: Json | undefined, columns: Json, what: string): string | null {
  const wrong = Object.entries(columns).filter(([name, value]) => !isDeepStrictEqual(row?.[name], value));
  return wrong.length === 0
    ? null
    : wrong.map(([name, value]) => `${what} has ${name} ${text(row?.[name])}, expected ${text(value)}`).join('; ');
}

function differs(value: unknown, expected: unknown, what: string): string | null {
  return isDeepStrictEqual(value, expected) ? null : `${what} ${text(value)}, expected ${text(expected)}`;
}

function text(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
