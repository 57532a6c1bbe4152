import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import { number } from '../../app/format.ts';
import type { ItemSizes, ListLayout } from './list-layout.ts';
import type { ShownSessions } from './queries.ts';
import { limbsOf } from './row-limbs.tsx';
import type { GroupPart } from './rows-in-sight.ts';
import { SessionRow } from './session-row.tsx';
import css from './session-rows.module.css';
import { groupName, isDay } from './value-names.ts';

export interface SessionGroupProps {
  readonly part: GroupPart;
  readonly shown: ShownSessions;
  readonly layout: ListLayout;
  readonly sizes: ItemSizes;
  /** Short names of the values that the list is parted by. */
  readonly names: ReadonlyMap<string, string>;
  readonly now: number;
  readonly isSelected: (row: ConversationRow) => boolean;
  /** Place of the row that the keys act on; -1 for none. */
  readonly cursor: number;
  readonly picked: ReadonlySet<string>;
}

/** A run of rows under its heading, which stays in sight as long as one of them is; only some rows are drawn. */
export function SessionGroup({ part, shown, layout, sizes, names, now, ...marks }: SessionGroupProps) {
  const group = shown.data.groups[part.group];
  if (group === undefined) return null;
  const { name, whole } = groupName(group.key, names, now);
  const { cursor, picked, isSelected } = marks;
  return (
    <div className={css['group']} role="group" aria-label={name} style={layout.groupBox(part.group)}>
      <div className={css['head']} style={{ height: sizes.head }} aria-hidden="true" title={whole}>
        <span className={css['name']}>{name}</span>
        <span className={css['count']}>{number(group.count - (group.inside ?? 0))}</span>
      </div>
      {part.rows.map(index => {
        const row = shown.rowAt(index);
        return (
          <SessionRow
            key={part.outside.includes(index) ? 'kept' : index % part.slots}
            row={row}
            index={index}
            total={shown.data.total}
            top={sizes.head + (index - group.start) * sizes.row}
            height={sizes.row}
            selected={row !== undefined && isSelected(row)}
            picked={picked.size === 0 ? null : row !== undefined && picked.has(row.id)}
            active={index === cursor}
            sort={shown.data.view.sort}
            underDay={isDay(group.key) && row?.depth === 0}
            now={now}
            limbs={limbsOf(index => shown.rowAt(index), index)}
          />
        );
      })}
    </div>
  );
}
