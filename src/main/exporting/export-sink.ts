/** Gets the texts of an export one after the other, and counts. */
export interface ExportSink {
  readonly write: (text: string) => void;
  /** @param leftOut - how many of its texts were too long to be in it. */
  readonly onSession: (leftOut: number) => void;
  /** Call for each message; stops the export where it was cancelled. */
  readonly onMessage: (leftOut: number) => void;
}
