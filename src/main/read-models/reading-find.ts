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
    const rows = readParts(context, chainOf(conversationIndex(context), sessionId)).flatMap(shownRows);
    const needle = fold(text);
    const until = performance.now() + STRETCH_MS;
    const found: Found[] = [];
    let isCut = false;
    let at = cursor;
    for (; at < rows.length && (at === cursor || performance.now() < until); at += IN_CHUNK) {
      context.checkCancelled();
      const chunk = rows.slice(at, at + IN_CHUNK);
      const places = new Map<number, FoundPlace>();
      for (const { id, texts, incomplete } of readPlacedTexts(
        context,
        chunk.map(row => row.id),
      )) {
        const place = texts.find(each => fold(each.text).includes(needle))?.place;
        if (place !== undefined) places.set(id, place);
        else isCut ||= incomplete;
      }
      found.push(...chunk.flatMap(row => placed(row, places.get(row.id))));
    }
    return {
      messages: found.map(({ id }) => id),
      items: found.map(({ item }) => item),
      places: found.map(({ place }) => place),
      next: at < rows.length ? at : null,
      isCut,
    };
  });
}

function placed(row: Row, place: FoundPlace | undefined): Found[] {
  return place === undefined ? [] : [{ ...row, place }];
}

function shownRows({ layout: { rows, items, shown }, replayed }: SkeletonPart): Row[] {
  const ids: Row[] = [];
  rows.ids.forEach((id, row) => {
    if (shown[row] !== SHOWN.copy && replayed?.row !== row) ids.push({ id, item: rows.ids[items[row] ?? row] ?? id });
  });
  return ids;
}
