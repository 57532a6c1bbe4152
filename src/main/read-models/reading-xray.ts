import type { z } from 'zod';
import type { reading, ReplacedRow, XrayTotals } from '../../shared/contract/reading.ts';
import { MESSAGE_FLAG } from '../../shared/message-flags.ts';
import { AppError } from '../../shared/errors.ts';
import type { LaneContext } from '../lanes/context.ts';
import { liveColumn } from '../session-db/catalog.ts';
import { storedText } from '../session-db/content.ts';
import { wellFormed } from '../session-db/python-text.ts';
import { headSql, headText } from './body-text.ts';
import { CLIP, clipText } from './clip.ts';
import { conversationIndex } from './conversation-index.ts';
import { chainOf } from './conversation-of.ts';
import { atOnce } from './conversation-open-chain.ts';
import { replayFinder } from './copies-replayed.ts';
import { firstWords } from './reading-prompts.ts';
import { segmentLayouts } from './skeleton-cache.ts';
import { inPlaceCompactions } from './skeleton-compactions.ts';
import { rowIndex, SHOWN, type SegmentLayout } from './skeleton-layout.ts';
import { ROLE, roleOf, ROW } from './skeleton-rows.ts';
import { readToolCalls } from './tool-calls.ts';

const IN_CHUNK = 900;
const MOST_TOOLS = 12;
const CALLS_BYTES = 64 * 1024;
/** Where no count is recorded: four bytes make about one token. */
const BYTES_A_TOKEN = 4;

type Xray = typeof reading.xray;
type Input = z.output<Xray['input']>;

/** Rows of one session that a summary stands for. */
interface Replaced {
  readonly layout: SegmentLayout;
  readonly rows: readonly number[];
  readonly carried: number;
}

/**
 * What a compaction replaced: of a rotation, the live rows of the segment before; in place, the rows that it left
 * compacted.
 *
 * @throws {AppError} `not-found` where there is no such boundary any more, `cancelled`.
 */
export function readingXray(context: LaneContext, input: Input): z.input<Xray['output']> {
  return atOnce(context, () => {
    const replaced = findReplaced(context, input);
    const items = replaced.rows.filter(row => replaced.layout.shown[row] === SHOWN.item);
    const page = items.slice(input.offset, input.offset + input.limit);
    return {
      summary: input.summaryId === null ? null : readSummary(context, input.summaryId),
      totals: totalsOf(context, replaced),
      rows: describe(context, replaced.layout, page),
      items: items.length,
    };
  });
}

function findReplaced(context: LaneContext, { sessionId, segmentId, kind, summaryId }: Input): Replaced {
  const chain = chainOf(conversationIndex(context), sessionId);
  const at = chain.indexOf(segmentId);
  const layouts = segmentLayouts(context, chain.slice(Math.max(0, at - 1), at + 1));
  const layout = layouts.at(-1);
  const before = layouts.at(-2);
  if (at === -1 || layout === undefined) throw gone();
  if (kind === 'rotation') {
    if (before === undefined) throw gone();
    const replay = replayFinder(context)(before, layout);
    const rows = liveRows(before).filter(row => row !== replay?.original);
    return { layout: before, rows, carried: replay === null ? 0 : 1 };
  }
  const summary = summaryId === null ? -1 : rowIndex(layout, summaryId);
  const found = inPlaceCompactions(layout).find(each => each.summary === summary);
  if (found === undefined) throw gone();
  return { layout, rows: found.replaced, carried: 0 };
}

function gone(): AppError {
  return new AppError('not-found', 'This compaction is not in the conversation any more.');
}

/** What the model had before it at the end of a segment. */
function liveRows({ rows, flags, shown }: SegmentLayout): number[] {
  const away = MESSAGE_FLAG.rewound | MESSAGE_FLAG.compacted;
  const live: number[] = [];
  rows.kinds.forEach((kind, row) => {
    const isThere = shown[row] !== SHOWN.copy && ((flags[row] ?? 0) & away) === 0;
    if (isThere && roleOf(kind) !== ROLE.sessionMeta) live.push(row);
  });
  return live;
}

function readSummary(context: LaneContext, id: number): z.input<Xray['output']>['summary'] {
  const row = context.store.db
    .prepare<[number], { text: unknown; bytes: number | null; tokens: unknown; time: unknown }>(
      `SELECT ${headSql('m.content', CLIP.content, CLIP.content)} AS text, octet_length(m.content) AS bytes, ` +
        `${tokenColumn(context)} AS tokens, m.timestamp AS time FROM messages m WHERE m.id = ?`,
    )
    .get(id);
  if (row === undefined) return null;
  const text = wellFormed(headText(row.text, row.bytes, CLIP.content) ?? '');
  return {
    messageId: id,
    timestamp: typeof row.time === 'number' ? row.time : null,
    text: clipText(text, CLIP.content, row.bytes ?? 0),
    tokens: tokensOf(row.tokens, row.bytes ?? 0),
  };
}

function tokenColumn({ store }: LaneContext): string {
  return liveColumn(store.catalog, 'messages', 'token_count', 'm');
}

function tokensOf(recorded: unknown, bytes: number): number {
  return isRecorded(recorded) ? recorded : Math.ceil(bytes / BYTES_A_TOKEN);
}

function totalsOf(context: LaneContext, { layout, rows, carried }: Replaced): XrayTotals {
  const sums = { bytes: 0, prompts: 0, toolResults: 0, tokens: 0, counted: 0 };
  const tools = new Map<string, number>();
  const recorded = readFacts(context, layout, rows);
  for (const row of rows) {
    const kind = layout.rows.kinds[row] ?? 0;
    const bytes = layout.rows.bytes[row] ?? 0;
    const [tokens, tool] = recorded.get(row) ?? NO_FACTS;
    sums.bytes += bytes;
    sums.tokens += tokensOf(tokens, bytes);
    if (isRecorded(tokens)) sums.counted += 1;
    if (isPrompt(kind)) sums.prompts += 1;
    if (roleOf(kind) !== ROLE.tool) continue;
    sums.toolResults += 1;
    if (tool !== null) tools.set(tool, (tools.get(tool) ?? 0) + 1);
  }
  const names = [...tools].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
  return { ...sums, messages: rows.length, tools: names.slice(0, MOST_TOOLS), carried };
}

function isPrompt(kind: number): boolean {
  return roleOf(kind) === ROLE.user && (kind & ROW.summary) === 0;
}

function isRecorded(tokens: unknown): tokens is number {
  return typeof tokens === 'number' && tokens > 0;
}

const NO_FACTS: Facts = [null, null];

type Facts = [tokens: unknown, tool: string | null];

function readFacts(context: LaneContext, layout: SegmentLayout, rows: readonly number[]): Map<number, Facts> {
  const name = liveColumn(context.store.catalog, 'messages', 'tool_name', 'm');
  const facts = new Map<number, Facts>();
  for (let start = 0; start < rows.length; start += IN_CHUNK) {
    context.checkCancelled();
    const ids = rows.slice(start, start + IN_CHUNK).map(row => layout.rows.ids[row] ?? 0);
    const found = context.store.db
      .prepare<number[], [number, unknown, unknown]>(
        `SELECT m.id, ${tokenColumn(context)}, CASE WHEN octet_length(${name}) <= 200 THEN ${name} END ` +
          `FROM messages m WHERE m.id IN (${ids.map(() => '?').join(', ')})`,
      )
      .raw()
      .all(...ids);
    for (const [id, tokens, tool] of found) {
      const text = storedText(tool);
      facts.set(rowIndex(layout, id), [tokens, text === null ? null : wellFormed(text)]);
    }
  }
  return facts;
}

function describe(context: LaneContext, { rows, flags }: SegmentLayout, page: readonly number[]): ReplacedRow[] {
  const ids = page.map(row => rows.ids[row] ?? 0);
  const texts = firstWords(context, ids);
  const facts = readRoles(context, ids);
  return page.map((row, at) => {
    const id = ids[at] ?? 0;
    const time = rows.timestamps[row] ?? Number.NaN;
    return {
      messageId: id,
      role: facts.get(id)?.role ?? '',
      timestamp: Number.isNaN(time) ? null : time,
      flags: flags[row] ?? 0,
      text: wellFormed(texts.get(id) ?? ''),
      tools: facts.get(id)?.tools ?? [],
    };
  });
}

function readRoles(context: LaneContext, ids: readonly number[]): Map<number, { role: string; tools: string[] }> {
  const calls = liveColumn(context.store.catalog, 'messages', 'tool_calls', 'm');
  if (ids.length === 0) return new Map();
  const found = context.store.db
    .prepare<number[], [number, unknown, unknown]>(
      `SELECT m.id, CASE WHEN octet_length(m.role) <= 64 THEN m.role END, ` +
        `CASE WHEN octet_length(${calls}) <= ${String(CALLS_BYTES)} THEN ${calls} END ` +
        `FROM messages m WHERE m.id IN (${ids.map(() => '?').join(', ')})`,
    )
    .raw()
    .all(...ids);
  return new Map(
    found.map(([id, role, stored]) => [
      id,
      {
        role: wellFormed(storedText(role) ?? ''),
        tools: readToolCalls(stored).calls.map(call => wellFormed(call.name)),
      },
    ]),
  );
}
