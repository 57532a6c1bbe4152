import type { ClippedText, MessageBody, ToolCall, ToolResult } from '../../shared/contract/conversation.ts';
import type { LaneContext } from '../lanes/context.ts';
import { storedText } from '../session-db/content.ts';
import type { PythonJson } from '../session-db/python-json.ts';
import { wellFormed } from '../session-db/python-text.ts';
import { bodyContent } from './bodies-content.ts';
import { readBodyRows, type BodyRow } from './bodies-rows.ts';
import { headSql, headText } from './body-text.ts';
import { CLIP, clipText } from './clip.ts';
import { pairResults } from './bodies-pairing.ts';
import { displayJson, isJsonObject, jsonOrUndefined } from './content-parts-json.ts';
import { reasoningDetailsText } from './reasoning-details.ts';
import { segmentLayouts } from './skeleton-cache.ts';
import { rowIndex, SHOWN, type SegmentLayout } from './skeleton-layout.ts';
import { readToolCalls, type NormalCall } from './tool-calls.ts';

/** A message of a chain with the results that belong to it. */
interface Place {
  readonly id: number;
  readonly flags: number;
  readonly results: readonly { readonly id: number; readonly flags: number }[];
}

/**
 * What items of a chain show. An id that is no item (a result, a copy) comes as what it is by itself; ids that the
 * chain does not hold are left out, the others keep their order.
 *
 * @param sessionIds - the segments of the chain.
 */
export function readBodies(context: LaneContext, sessionIds: readonly string[], ids: readonly number[]): MessageBody[] {
  const layouts = segmentLayouts(context, sessionIds);
  const places = ids.flatMap(id => findPlace(layouts, id) ?? []);
  const rows = readBodyRows(
    context,
    places.flatMap(place => [place.id, ...place.results.map(result => result.id)]),
  );
  return places.flatMap(place => {
    const row = rows.get(place.id);
    const results = place.results.flatMap(({ id, flags }) => {
      const result = rows.get(id);
      return result === undefined ? [] : [toolResult(context, result, flags)];
    });
    return row === undefined ? [] : [messageBody(context, row, place.flags, results)];
  });
}

function findPlace(layouts: readonly SegmentLayout[], id: number): Place | null {
  for (const layout of layouts) {
    const row = rowIndex(layout, id);
    if (row !== -1) return { id, flags: layout.flags[row] ?? 0, results: resultsOf(layout, row) };
  }
  return null;
}

/** Results may stand anywhere behind their call, though nearly always directly. */
function resultsOf(layout: SegmentLayout, item: number): Place['results'] {
  if (layout.shown[item] !== SHOWN.item) return [];
  const results: { id: number; flags: number }[] = [];
  for (const row of layout.results.get(item) ?? []) {
    results.push({ id: layout.rows.ids[row] ?? 0, flags: layout.flags[row] ?? 0 });
  }
  return results;
}

function messageBody(context: LaneContext, row: BodyRow, flags: number, results: ToolResult[]): MessageBody {
  const { calls, unreadable } = readToolCalls(row.toolCalls);
  const tooLong = row.toolCalls === null && (row.toolCallsBytes ?? 0) > 0;
  const paired = pairResults(calls, results);
  const own = row.role === 'tool' ? [toolResult(context, row, flags)] : [];
  return {
    id: row.id,
    sessionId: row.sessionId,
    role: wellFormed(row.role),
    timestamp: row.timestamp,
    flags,
    displayKind: row.displayKind,
    parts: row.role === 'tool' ? [] : bodyContent(context, row).parts,
    bytes: row.contentBytes ?? 0,
    reasoning: reasoningOf(row),
    toolCalls: calls.map((call, index) => toolCall(call, paired.answers[index] ?? null)),
    unreadableToolCalls: unreadable || tooLong ? rawToolCalls(context, row) : null,
    looseResults: [...own, ...paired.loose],
    toolName: row.toolName,
    finishReason: row.finishReason,
    ...providerSide(row),
    ...eventData(row),
  };
}

function providerSide({ sentBytes, providerBytes }: BodyRow): Pick<MessageBody, 'sent'> {
  if (sentBytes === null && providerBytes === 0) return {};
  return { sent: { bytes: sentBytes, hasFields: providerBytes > 0 } };
}

function eventData({ metadata }: BodyRow): Pick<MessageBody, 'eventData'> {
  const fields = eventFields(storedText(metadata));
  return fields.length === 0 ? {} : { eventData: fields };
}

/**
 * The data beside a message by name, as text. Some rows hold their object packed into a JSON string; spec: schema §9.4.
 *
 * @param stored - the column `display_metadata`.
 */
export function eventFields(stored: string | null): { name: string; value: string }[] {
  let value = stored === null ? undefined : jsonOrUndefined(stored);
  if (typeof value === 'string') value = jsonOrUndefined(value);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([name, field]) => ({
    name: wellFormed(name),
    value: wellFormed(name === 'reactions' ? reactions(field) : valueText(field)),
  }));
}

function valueText(value: PythonJson): string {
  return typeof value === 'string' ? value : displayJson(value);
}

/** `👍 ann, 🎉 ben`; what has another form stays as it is. */
function reactions(value: PythonJson): string {
  if (!Array.isArray(value) || !value.every(isJsonObject)) return valueText(value);
  return value
    .map(({ emoji, author }) => [emoji, author].filter(word => typeof word === 'string').join(' '))
    .join(', ');
}

function toolCall(call: NormalCall, result: ToolResult | null): ToolCall {
  return {
    id: call.id === null ? null : wellFormed(call.id),
    name: wellFormed(call.name),
    arguments: clipText(call.arguments, CLIP.arguments),
    argumentsValid: call.argumentsValid,
    result,
  };
}

function toolResult(context: LaneContext, row: BodyRow, flags: number): ToolResult {
  const { parts, outcome } = bodyContent(context, row);
  return {
    messageId: row.id,
    sessionId: row.sessionId,
    toolCallId: row.toolCallId,
    toolName: row.toolName,
    timestamp: row.timestamp,
    parts,
    bytes: row.contentBytes ?? 0,
    failed: outcome?.failed ?? null,
    exitCode: outcome?.exitCode ?? null,
    flags,
  };
}

/** The normalised reasoning, else the provider's own; blank ones are markers for the provider and show nothing. */
function reasoningOf(row: BodyRow): ClippedText | null {
  const texts: [unknown, number | null][] = [
    [row.reasoning, row.reasoningBytes],
    [row.reasoningContent, row.reasoningContentBytes],
  ];
  for (const [value, bytes] of texts) {
    const text = headText(value, bytes, CLIP.reasoning);
    if (text !== null && text.trim() !== '') return clipText(text, CLIP.reasoning, bytes ?? undefined);
  }
  const words = reasoningDetailsText(storedText(row.reasoningDetails) ?? '');
  return words === '' ? null : clipText(words, CLIP.reasoning);
}

/** The beginning of what is stored, so that nothing is lost to the eye. */
function rawToolCalls(context: LaneContext, row: BodyRow): ClippedText {
  const bytes = row.toolCallsBytes ?? 0;
  const value = context.store.db
    .prepare<[number], unknown>(
      `SELECT ${headSql('m.tool_calls', CLIP.arguments, CLIP.arguments + 4)} FROM messages m WHERE m.id = ?`,
    )
    .pluck()
    .get(row.id);
  return clipText(headText(value, bytes, CLIP.arguments) ?? '', CLIP.arguments, bytes);
}
