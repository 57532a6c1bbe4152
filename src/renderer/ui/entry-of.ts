/**
 * Looks up a word that a file brings: only what the table itself holds counts. `__proto__` and `constructor` are words
 * like any other, and no entries.
 */
export function entryOf<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
