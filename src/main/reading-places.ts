import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { ReadingPlace } from '../shared/contract/reading.ts';
import { errnoOf } from './errno.ts';
import { log } from './log.ts';

/** Conversations of which a place is remembered, all databases together; the ones read longest ago are forgotten. */
const MOST_PLACES = 2000;
/** Places are written when nothing changed for so long. */
const WRITE_AFTER_MS = 500;

const KeptPlace = ReadingPlace.extend({ database: z.string(), rootId: z.string() });
type KeptPlace = z.infer<typeof KeptPlace>;
const PlacesFile = z.object({ places: z.array(KeptPlace) });

/** Where reading stopped in each conversation, in a file of its own: losing it loses nothing but that. */
export class ReadingPlaces {
  readonly #path: string;
  /** Oldest first. */
  #places: Map<string, KeptPlace> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param path - the JSON file; it need not exist. A damaged one counts as empty. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Where reading stopped in a conversation; null at its end or where it was never read. */
  recall(database: string, rootId: string): ReadingPlace | null {
    const { messageId, offset } = this.#all().get(keyOf(database, rootId)) ?? {};
    return messageId === undefined || offset === undefined ? null : { messageId, offset };
  }

  /** Remembers a place; null forgets it. */
  keep(database: string, rootId: string, place: ReadingPlace | null): void {
    const places = this.#all();
    const key = keyOf(database, rootId);
    const known = places.delete(key);
    if (place !== null) places.set(key, { ...place, database, rootId });
    else if (!known) return;
    for (const oldest of places.keys()) {
      if (places.size <= MOST_PLACES) break;
      places.delete(oldest);
    }
    this.#timer ??= setTimeout(() => {
      this.flush();
    }, WRITE_AFTER_MS);
  }

  /** Writes what is not written yet. */
  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const temporary = `${this.#path}.new`;
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(temporary, JSON.stringify({ places: [...this.#all().values()] }));
      renameSync(temporary, this.#path);
    } catch (error) {
      log.error('The reading places could not be saved', error);
      rmSync(temporary, { force: true });
    }
  }

  #all(): Map<string, KeptPlace> {
    this.#places ??= new Map(readPlaces(this.#path).map(place => [keyOf(place.database, place.rootId), place]));
    return this.#places;
  }
}

function keyOf(database: string, rootId: string): string {
  return JSON.stringify([database, rootId]);
}

function readPlaces(path: string): KeptPlace[] {
  try {
    return PlacesFile.parse(JSON.parse(readFileSync(path, 'utf8'))).places;
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') log.warn('The reading places could not be read and are forgotten');
    return [];
  }
}
