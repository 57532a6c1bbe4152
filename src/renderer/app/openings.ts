/** A message of a conversation that may be opened: any session of it, and the message. */
export interface OpeningTarget {
  readonly sessionId: string;
  readonly messageId: number;
}

let prepare: ((target: OpeningTarget) => void) | null = null;

/** Sets who reads ahead what may be opened next; nobody does before. @returns ends it. */
export function provideOpenings(provided: (target: OpeningTarget) => void): () => void {
  prepare = provided;
  return () => {
    if (prepare === provided) prepare = null;
  };
}

/** Says that a message is likely to be opened next; what was likely before is not any more. */
export function prepareOpening({ sessionId, messageId }: OpeningTarget): void {
  prepare?.({ sessionId, messageId });
}
