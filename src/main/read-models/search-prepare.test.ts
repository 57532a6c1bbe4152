import { describe, expect, it } from 'vitest';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { fixturePath } from '../../../test/support/fixtures.ts';
import { loadedIndex } from './conversation-index.ts';
import { prepareSearch } from './search-prepare.ts';
import { sideIndex } from './search-side-index.ts';

describe('prepareSearch', () => {
  it('leaves both indexes complete', () => {
    const context = openLaneContext(fixturePath('v23'));
    expect(loadedIndex(context.store)).toBeNull();
    expect(sideIndex(context).isReady(context)).toBe(false);
    prepareSearch(context, {});
    expect(loadedIndex(context.store)).not.toBeNull();
    expect(sideIndex(context).isReady(context)).toBe(true);
    context.store.db.close();
  });
});
