/**
 * `state_meta` keys of a backfill that is under way: the id that it has to reach (H) and the id that it has reached
 * (P); spec: schema §5.
 */
export interface MarkerKeys {
  readonly highWater: string;
  readonly progress: string;
}

/** Those of the word and the substring index, which are filled together. */
export const WORD_KEYS: MarkerKeys = { highWater: 'fts_rebuild_high_water', progress: 'fts_rebuild_progress' };

/** Those of the index for Chinese, Japanese and Korean. */
export const CJK_KEYS: MarkerKeys = { highWater: 'fts_cjk_rebuild_high_water', progress: 'fts_cjk_rebuild_progress' };
