import type { z } from 'zod';

/** A procedure that only reads. It may be repeated and cancelled freely. */
export interface Query<I extends z.ZodType, O extends z.ZodType> {
  readonly kind: 'query';
  readonly input: I;
  readonly output: O;
}

/** A procedure that changes something: a preference, the open file, the clipboard. */
export interface Command<I extends z.ZodType, O extends z.ZodType> {
  readonly kind: 'command';
  readonly input: I;
  readonly output: O;
}

/** Any procedure of the contract. */
export type Procedure = Query<z.ZodType, z.ZodType> | Command<z.ZodType, z.ZodType>;

/** Features by name, procedures by name within them. */
export type Contract = Readonly<Record<string, Readonly<Record<string, Procedure>>>>;

/** Declares a {@link Query}. */
export function query<I extends z.ZodType, O extends z.ZodType>(schemas: { input: I; output: O }): Query<I, O> {
  return { kind: 'query', ...schemas };
}

/** Declares a {@link Command}. */
export function command<I extends z.ZodType, O extends z.ZodType>(schemas: { input: I; output: O }): Command<I, O> {
  return { kind: 'command', ...schemas };
}

/** What a handler gets beside its input. */
export interface CallContext {
  /** Aborted when the caller lost interest or its window is gone. */
  readonly signal: AbortSignal;
}

/** The handlers that main must have: one for each procedure of the contract, or it does not compile. */
export type Handlers<C extends Contract> = {
  readonly [F in keyof C]: {
    readonly [M in keyof C[F]]: (
      input: z.output<C[F][M]['input']>,
      context: CallContext,
    ) => Promise<z.input<C[F][M]['output']>> | z.input<C[F][M]['output']>;
  };
};

/** The calls that the renderer has. */
export type Client<C extends Contract> = {
  readonly [F in keyof C]: {
    readonly [M in keyof C[F]]: (
      input: z.input<C[F][M]['input']>,
      options?: { readonly signal?: AbortSignal | undefined },
    ) => Promise<z.output<C[F][M]['output']>>;
  };
};
