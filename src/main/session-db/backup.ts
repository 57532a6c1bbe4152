/** A backup that was made and looked at. */
export interface Backup {
  readonly path: string;
  readonly bytes: number;
  readonly sessions: number;
  readonly messages: number;
}
