import { isRecord } from './recorded-values.ts';

/** Reduces an answer of ours to what a recording keeps of it; test/fixtures/README.md ("view"). */
export function viewOf(view: string | undefined, recorded: unknown, answer: unknown): unknown {
  switch (view) {
    case undefined:
      return answer;
    case 'slim_rows':
      return mapRows(answer, (row, index) => slim(row, Array.isArray(recorded) ? recorded[index] : recorded));
    case 'no_nulls':
    case 'messages':
      return mapRows(answer, withoutNulls);
    case 'last_messages':
      return mapRows(lastOf(answer, recorded), withoutNulls);
    case 'ids_only':
      return mapRows(answer, row => (isRecord(row) ? row['id'] : row));
    case 'hits':
      return mapRows(answer, row => (isRecord(row) ? hit(row, recorded) : row));
    case 'exported':
      return exported(answer);
    case 'two_lists':
      return twoLists(answer);
    case '<lambda>':
      return around(answer);
    default:
      throw new Error(`unknown view ${view}`);
  }
}

function mapRows(answer: unknown, map: (row: unknown, index: number) => unknown): unknown {
  return Array.isArray(answer) ? answer.map(map) : answer;
}

/** The recorded columns only, and the mark of a projected row wherever ours has it. */
function slim(row: unknown, recorded: unknown): unknown {
  if (!isRecord(row) || !isRecord(recorded)) return row;
  const keys = new Set([...Object.keys(recorded), '_lineage_root_id']);
  return Object.fromEntries(Object.entries(row).filter(([key]) => keys.has(key)));
}

function withoutNulls(row: unknown): unknown {
  if (!isRecord(row)) return row;
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));
}

/** As many rows from the end as were recorded. */
function lastOf(answer: unknown, recorded: unknown): unknown {
  if (!Array.isArray(answer) || !Array.isArray(recorded)) return answer;
  return answer.slice(answer.length - recorded.length);
}

/** Of some hits a recording keeps the id alone. */
function hit(row: Record<string, unknown>, recorded: unknown): Record<string, unknown> {
  const hits: readonly unknown[] = Array.isArray(recorded) ? recorded : [];
  const same = hits.find(each => isRecord(each) && each['id'] === row['id']);
  return isRecord(same) && !('snippet' in same) ? { id: row['id'] } : { id: row['id'], snippet: row['snippet'] };
}

function idsOf(rows: unknown): unknown {
  return mapRows(rows, row => (isRecord(row) ? row['id'] : row));
}

function exported(answer: unknown): unknown {
  const reduced = (entry: unknown) => {
    if (!isRecord(entry)) return entry;
    const segments = 'segments' in entry ? { segments: idsOf(entry['segments']) } : {};
    return withoutNulls({ ...entry, messages: idsOf(entry['messages']), ...segments });
  };
  return Array.isArray(answer) ? answer.map(reduced) : reduced(answer);
}

function twoLists(answer: unknown): unknown {
  if (!Array.isArray(answer)) return answer;
  return { model: mapRows(answer[0], withoutNulls), display: mapRows(answer[1], withoutNulls) };
}

function around(answer: unknown): unknown {
  if (!isRecord(answer)) return answer;
  const { window, ...counts } = answer;
  return { ids: idsOf(window), ...counts };
}
