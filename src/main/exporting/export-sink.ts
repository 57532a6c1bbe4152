/** Gets the texts of an export one after the other, and counts. */
export interface ExportSink {
  readonly write: (text: string) => void;
  readonly onSession: () => void;
  /** Call for each message; stops the export where it was cancelled. */
  readonly onMessage: (leftOut: number) => void;
}
