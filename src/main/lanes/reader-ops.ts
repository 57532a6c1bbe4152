/** Operations of the reader lane: short reads for lists, transcripts, lineage and usage. */
export const readerOps = {} as const;
