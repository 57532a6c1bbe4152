import { z } from 'zod';
import type { Contract, Handlers, Procedure } from '../../shared/contract/procedure.ts';
import { AppError, type Reply } from '../../shared/errors.ts';
import { log } from '../log.ts';

const Request = z.object({ callId: z.number(), feature: z.string(), method: z.string(), input: z.unknown() });

type AnyHandler = (input: unknown, context: { signal: AbortSignal }) => unknown;

/**
 * Runs one call: finds the procedure among the contract's own keys, parses the input, runs the handler, parses the
 * output. Never rejects: every failure is an error value, and one that is our fault is logged.
 */
export async function dispatch<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  request: unknown,
  signal: AbortSignal,
): Promise<Reply<unknown>> {
  try {
    const call = parse(Request, request, 'call');
    const procedure = find<Procedure>(contract, call.feature, call.method);
    const handler = find<AnyHandler>(handlers, call.feature, call.method);
    const input = parse(procedure.input, call.input, `${call.feature}.${call.method}`);
    const value = await handler(input, { signal });
    return { ok: true, value: procedure.output.parse(value) };
  } catch (error) {
    return { ok: false, error: toAppError(error).toWire() };
  }
}

function parse<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError('invalid-input', `The request ${what} is malformed: ${issuesOf(result.error)}.`);
}

/** Paths and reasons only: the rejected values may be conversation text. */
function issuesOf(error: z.ZodError): string {
  return error.issues.map(issue => `${issue.path.map(String).join('.') || 'input'}: ${issue.message}`).join('; ');
}

/** Own keys only, so that `constructor` or `__proto__` name nothing. */
function find<T>(table: object, feature: string, method: string): T {
  const methods: unknown = Object.hasOwn(table, feature) ? Reflect.get(table, feature) : undefined;
  if (typeof methods === 'object' && methods !== null && Object.hasOwn(methods, method)) {
    return Reflect.get(methods, method) as T;
  }
  throw new AppError('invalid-input', `There is no procedure ${feature.slice(0, 40)}.${method.slice(0, 40)}.`);
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) {
    if (error.code === 'internal') log.error('A call failed', error.cause ?? error);
    return error;
  }
  log.error('A call failed', error);
  return new AppError('internal', 'Something went wrong inside the application.', {
    hint: 'Try again; if it stays, restart the application and report what you did.',
    cause: error,
  });
}
