import { readerOps } from '../../src/main/lanes/reader-ops.ts';
import { searchOps } from '../../src/main/lanes/search-ops.ts';
import { serveLane } from '../../src/main/lanes/serve-lane.ts';

/** Thread entry: the real operations of both lanes, of which a few end their thread. */
serveLane({
  ...readerOps,
  ...searchOps,
  conversationCount: () => {
    queueMicrotask(() => {
      throw new Error('thrown outside any request');
    });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    return 0;
  },
  usageTotals: () => {
    const hoard: number[][] = [];
    for (;;) hoard.push(Array.from({ length: 100_000 }, (_, index) => index + hoard.length));
  },
  titleSearch: () => process.exit(3),
  searchMessages: (...[context, input]: Parameters<typeof searchOps.searchMessages>) =>
    input.text === 'crash' ? process.exit(3) : searchOps.searchMessages(context, input),
});
