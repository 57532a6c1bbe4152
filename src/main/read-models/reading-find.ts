import type { z } from 'zod';
import type { reading } from '../../shared/contract/reading.ts';
import type { LaneContext } from '../lanes/context.ts';
import { conversationIndex } from './conversation-index.ts';
import { chainOf } from './conversation-of.ts';
import { atOnce, readParts } from './conversation-open-chain.ts';
import { readTexts } from './search-rows.ts';
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

/**
 * The messages of a conversation that hold a text, in their order, a stretch at a time. Contents, names and calls of
 * tools are looked through as they are read, in any case and width; copies that are shown once are found once.
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
    const found: Row[] = [];
    let isCut = false;
    let at = cursor;
    for (; at < rows.length && (at === cursor || performance.now() < until); at += IN_CHUNK) {
      const chunk = rows.slice(at, at + IN_CHUNK);
      const holding = new Set<number>();
      readTexts(
        context,
        chunk.map(({ id }) => id),
        ({ id, texts, incomplete }) => {
          if (texts.some(each => fold(each).includes(needle))) holding.add(id);
          else isCut ||= incomplete;
        },
      );
      found.push(...chunk.filter(({ id }) => holding.has(id)));
    }
    return {
      messages: found.map(({ id }) => id),
      items: found.map(({ item }) => item),
      next: at < rows.length ? at : null,
      isCut,
    };
  });
}

function shownRows({ layout: { rows, items, shown }, replayed }: SkeletonPart): Row[] {
  const ids: Row[] = [];
  rows.ids.forEach((id, row) => {
    if (shown[row] !== SHOWN.copy && replayed?.row !== row) ids.push({ id, item: rows.ids[items[row] ?? row] ?? id });
  });
  return ids;
}
