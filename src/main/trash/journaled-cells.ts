import type { Store } from '../session-db/store.ts';
import { cellsOf, changedCells, writeCells } from './changed-cells.ts';
import { journaledChange, type JournalIdentity } from './journaled-change.ts';
import type { TrashPlace } from './trash-folder.ts';

/** A change of values in rows of `sessions` that stay. */
export interface CellsChange extends JournalIdentity {
  /** The columns that may change. */
  readonly columns: readonly string[];
  /** How many conversations are asked for. */
  readonly conversations: number;
}

/**
 * Changes values in one transaction, with what they were in a journal, so that the change can be taken back.
 *
 * @param change - may run several times.
 * @returns ids of the rows that are different now; no journal stays where none is.
 */
export function journaledCells(store: Store, place: TrashPlace, what: CellsChange, change: () => void): Set<string> {
  return journaledChange(store, place, what, begin => {
    const { conversations, columns } = what;
    const journal = begin({
      conversations,
      sessions: 0,
      messages: 0,
      bytes: 0,
      names: [],
      orphans: [],
      transcripts: [],
    });
    const before = cellsOf(store, 'sessions', columns);
    change();
    const changes = changedCells(before, cellsOf(store, 'sessions', columns));
    writeCells(journal, changes);
    return new Set(changes.map(({ id }) => id));
  });
}
