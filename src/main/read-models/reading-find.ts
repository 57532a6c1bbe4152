import type { z } from 'zod';
import type { FoundPlace, reading } from '../../shared/contract/reading.ts';
import type { LaneContext } from '../lanes/context.ts';
import { conversationIndex } from './conversation-index.ts';
import { chainOf } from './conversation-of.ts';
import { atOnce, readParts } from './conversation-open-chain.ts';
import { readPlacedTexts } from './reading-find-texts.ts';
import { fold } from './session-filter.ts';
import { SHOWN } from './skeleton-layout.ts';
import type { SkeletonPart } from './skeleton.ts';

/** A stretch ends after so many milliseconds: other requests get their turn. */
const STRETCH_MS = 25;
const IN_CHUNK = 50;

type Find = typeof reading.find;

interface Row {
  readonly id: number;
  readonly item: number;
}

interface Found extends Row {
  readonly place: FoundPlace;
}

/**
 * The messages of a conversation that hold a text, in their order, a stretch at a time. Whatever a reader can open of
 * a message is looked through as it is read, in any case and width: contents, names and calls of tools, reasoning, what
 * was sent, what is stored beside what is shown. Copies that are shown once are found once.
 *
 * @throws {AppError} `cancelled`.
 */
export function readingFind(
  context: LaneContext,
  { sessionId, text, cursor }: z.output<Find['input']>,
): z.input<Find['output']> {
  return atOnce(context, () => {
    const parts = readParts(context, chainOf(conversationIndex(context), sessionId));
    const rows = shownFrom(parts, cursor);
    const needle = fold(text);
    const until = performance.now() + STRETCH_MS;
    const found: Found[] = [];
    let isCut = false;
    let next: number | null = cursor;
    do {
      context.checkCancelled();
      const chunk = firstOf(rows, IN_CHUNK);
      const inChunk = findIn(context, chunk, needle);
      found.push(...inChunk.found);
      isCut ||= inChunk.isCut;
      next = chunk.length < IN_CHUNK ? null : next + IN_CHUNK;
    } while (next !== null && performance.now() < until);
    return {
      messages: found.map(({ id }) => id),
      items: found.map(({ item }) => item),
      places: found.map(({ place }) => place),
      next,
      isCut,
    };
  });
}

function findIn(context: LaneContext, chunk: readonly Row[], needle: string): { found: Found[]; isCut: boolean } {
  const places = new Map<number, FoundPlace>();
  const ids = chunk.map(row => row.id);
  let isCut = false;
  for (const { id, texts, incomplete } of readPlacedTexts(context, ids)) {
    const place = texts.find(each => fold(each.text).includes(needle))?.place;
    if (place !== undefined) places.set(id, place);
    else isCut ||= incomplete;
  }
  return { found: chunk.flatMap(row => placed(row, places.get(row.id))), isCut };
}

function placed(row: Row, place: FoundPlace | undefined): Found[] {
  return place === undefined ? [] : [{ ...row, place }];
}

/** The rows that are shown, but for the first so many; these are counted only. */
function* shownFrom(parts: readonly SkeletonPart[], from: number): Generator<Row, undefined> {
  let before = 0;
  for (const { layout, replayed } of parts) {
    const { rows, items, shown } = layout;
    for (let row = 0; row < rows.ids.length; row += 1) {
      if (shown[row] === SHOWN.copy || replayed?.row === row) continue;
      before += 1;
      const id = rows.ids[row] ?? 0;
      if (before > from) yield { id, item: rows.ids[items[row] ?? row] ?? id };
    }
  }
}

function firstOf(rows: Generator<Row, undefined>, count: number): Row[] {
  const first: Row[] = [];
  while (first.length < count) {
    const row = rows.next().value;
    if (row === undefined) break;
    first.push(row);
  }
  return first;
}
