import { type Zoo, ZooBuilder } from './session-zoo-builder.ts';
import { CHAIN_SHAPES } from './session-zoo-chains.ts';
import { FAMILY_SHAPES } from './session-zoo-families.ts';

const SHAPES: Readonly<Record<string, (b: ZooBuilder) => void>> = { ...CHAIN_SHAPES, ...FAMILY_SHAPES };

/**
 * Builds every shape, in an order that depends on the seed, and shuffles the rows. Each shape builds one family and
 * notes what its sessions are.
 *
 * @param copies - how often each shape is built.
 */
export function buildZoo(seed: number, copies = 2): Zoo {
  const b = new ZooBuilder(seed);
  const all = Array.from({ length: copies }, () => Object.keys(SHAPES)).flat();
  const names = shuffled(all, b);
  for (const name of names) {
    b.begin(name);
    SHAPES[name]?.(b);
  }
  const zoo = b.zoo();
  return { ...zoo, sessions: shuffled(zoo.sessions, b) };
}

function shuffled<T>(items: readonly T[], b: ZooBuilder): T[] {
  return items
    .map(item => ({ item, key: b.below(2 ** 30) }))
    .sort((one, two) => one.key - two.key)
    .map(({ item }) => item);
}
