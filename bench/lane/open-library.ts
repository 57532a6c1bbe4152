import { join } from 'node:path';
import { Library, type WorkOptions } from '../../src/main/library/library.ts';
import type { BenchContext } from '../measurement.ts';

const entry = (name: string) => new URL(`../../src/main/lanes/${name}-lane.ts`, import.meta.url);

/** Scripts of the lanes, as Node runs them. */
export const LANE_ENTRIES = { reader: entry('reader'), search: entry('search') };

/** A library on the measured file, its lanes in threads of this process; closed after the measurement. */
export async function openLibrary(context: Pick<BenchContext, 'defer'>, path: string): Promise<Library> {
  const library = await Library.open({
    path,
    entries: LANE_ENTRIES,
    listener: { onChange: () => undefined, onTrouble: () => undefined },
  });
  context.defer(() => library.close());
  return library;
}

/**
 * What a library needs to write, too.
 *
 * @param folder - an empty one, for what it writes beside the database.
 */
export function workIn(folder: string): WorkOptions {
  return {
    writer: entry('writer'),
    task: entry('task'),
    places: {
      runId: 'bench',
      trash: join(folder, 'trash'),
      marks: join(folder, 'under-way'),
      backups: join(folder, 'backups'),
      transcripts: join(folder, 'sessions'),
      writerIdleMs: 600_000,
    },
    refuse: () => null,
  };
}

/** Does what the first search of a lane has to wait for, so that it is not counted as part of a later one. */
export async function prepareSearch(library: Library): Promise<void> {
  await library.search('prepareSearch', {});
}
