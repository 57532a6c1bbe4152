import { Library } from '../../src/main/library/library.ts';
import type { BenchContext } from '../measurement.ts';

/** Scripts of the lanes, as Node runs them. */
export const LANE_ENTRIES = {
  reader: new URL('../../src/main/lanes/reader-lane.ts', import.meta.url),
  search: new URL('../../src/main/lanes/search-lane.ts', import.meta.url),
};

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

/** Does what the first search of a lane has to wait for, so that it is not counted as part of a later one. */
export async function prepareSearch(library: Library): Promise<void> {
  await library.search('prepareSearch', {});
}
