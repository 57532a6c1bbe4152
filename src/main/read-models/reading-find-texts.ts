import type { FoundPlace } from '../../shared/contract/reading.ts';
import type { LaneContext } from '../lanes/context.ts';
import { liveColumn } from '../session-db/catalog.ts';
import { storedText } from '../session-db/content.ts';
import { cleanText } from './bodies-content.ts';
import { eventFields } from './bodies.ts';
import { reasoningDetailsText } from './reasoning-details.ts';
import { readableCalls, readableContent, SCANNED_BYTES, unescaped } from './search-rows.ts';

const COLUMNS = [
  'role',
  'content',
  'tool_name',
  'tool_calls',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'api_content',
  'display_metadata',
] as const;

type Column = (typeof COLUMNS)[number];
type Values = Readonly<Record<Column, string | null>>;

/** Texts of a message by the place in which a reader sees them, in the order in which they are looked through. */
export interface PlacedTexts {
  readonly id: number;
  readonly texts: readonly { readonly place: FoundPlace; readonly text: string }[];
  /** True where a text was too long to be taken. */
  readonly incomplete: boolean;
}

/** The readable texts of messages, in no order; ids that are gone are left out. Spec: schema §4. */
export function readPlacedTexts(context: LaneContext, ids: readonly number[]): PlacedTexts[] {
  const rows = context.store.db
    .prepare<[string], unknown[]>(
      `SELECT m.id, ${columnsSql(context)} FROM json_each(?) wanted CROSS JOIN messages m ON m.id = wanted.value ` +
        `WHERE ${context.guard('m.id')}`,
    )
    .raw()
    .all(JSON.stringify(ids));
  return rows.map(([id, ...values]) => ({
    id: Number(id),
    texts: placedTexts(valuesOf(values)),
    incomplete: values.includes(0),
  }));
}

/** A text that is too long comes as the number 0. */
function columnsSql({ store }: LaneContext): string {
  return COLUMNS.map(name => {
    const column = liveColumn(store.catalog, 'messages', name, 'm');
    const length = `octet_length(${column})`;
    return `CASE WHEN ${length} <= ${String(SCANNED_BYTES)} THEN ${column} WHEN ${length} IS NOT NULL THEN 0 END`;
  }).join(', ');
}

function valuesOf(values: readonly unknown[]): Values {
  const text = (name: Column): string | null => {
    const value = values[COLUMNS.indexOf(name)];
    return value === 0 ? null : storedText(value);
  };
  return {
    role: text('role'),
    content: text('content'),
    tool_name: text('tool_name'),
    tool_calls: text('tool_calls'),
    reasoning: text('reasoning'),
    reasoning_content: text('reasoning_content'),
    reasoning_details: text('reasoning_details'),
    api_content: text('api_content'),
    display_metadata: text('display_metadata'),
  };
}

function placedTexts(values: Values): PlacedTexts['texts'] {
  const content = readableContent(values.content);
  const cleaned = content === null ? null : cleanText(values.role ?? '', content);
  const shown = [cleaned, outputOf(values), values.tool_name, readableCalls(values.tool_calls), ...eventOf(values)];
  const placed = [
    ...shown.map(text => ({ place: 'shown' as const, text })),
    { place: 'reasoning' as const, text: reasoningOf(values) },
    { place: 'sent' as const, text: values.api_content },
    { place: 'stored' as const, text: cleaned === content ? null : content },
  ];
  return placed.flatMap(({ place, text }) => (text === null || text === '' ? [] : [{ place, text }]));
}

/** A tool's answer in JSON is shown with its escapes resolved. */
function outputOf({ role, content }: Values): string | null {
  const isJson = role === 'tool' && content !== null && /^\s*[[{"]/.test(content) && content.includes('\\');
  return isJson ? unescaped(content) : null;
}

function eventOf({ display_metadata: metadata }: Values): string[] {
  return eventFields(metadata).map(({ value }) => value);
}

/** What is shown as the reasoning: the first of its columns that has words. */
function reasoningOf({ reasoning, reasoning_content: own, reasoning_details: details }: Values): string | null {
  const text = [reasoning, own].find(each => each !== null && each.trim() !== '');
  return text ?? (details === null ? null : reasoningDetailsText(details));
}
