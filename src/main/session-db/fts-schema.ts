import { EXTERNAL } from './fts/shapes.ts';
import type { FtsShape } from './fts/shapes.ts';

/** The statements that create a full-text table with its view and triggers. */
function objectsOf(shape: FtsShape): string {
  const parts = [...(shape.view === null ? [] : [shape.view.create]), shape.create, ...Object.values(shape.triggers)];
  return parts.map(part => `${part};\n`).join('');
}

/** Full-text objects of a fresh file: external layout, six gated triggers; spec: schema §8.1–§8.2. */
export const FTS_OBJECTS = `${objectsOf(EXTERNAL.base)}${objectsOf(EXTERNAL.trigram)}`;

/** The triggers that keep the word index. */
export const BASE_TRIGGERS: readonly string[] = Object.keys(EXTERNAL.base.triggers);

/** The triggers that keep the substring index. */
export const TRIGRAM_TRIGGERS: readonly string[] = Object.keys(EXTERNAL.trigram.triggers);
