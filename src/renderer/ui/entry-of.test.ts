import { expect, it } from 'vitest';
import { texts } from '../app/messages.ts';
import { chatWords } from '../features/sessions/row-words.ts';
import { entryOf } from './entry-of.ts';
import { sourceIcon } from './source-icon.ts';

const INHERITED = Object.getOwnPropertyNames(Object.prototype);

it('finds what a table holds, and nothing that every object has', () => {
  expect(entryOf({ cli: 1 }, 'cli')).toBe(1);
  for (const word of INHERITED) expect(entryOf({ cli: 1 }, word)).toBeUndefined();
});

it('a source, a role or a chat may be called what every object has', () => {
  for (const word of INHERITED) {
    expect(sourceIcon(word)).toBe('globe');
    expect(texts.conversation.role(word)).toBe(word);
    expect(texts.search.role(word)).toBe(word);
    expect(chatWords({ type: word, name: null })).toBe(word);
  }
});
