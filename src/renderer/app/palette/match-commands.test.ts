import { describe, expect, it } from 'vitest';
import { COMMANDS } from './command-registry.ts';
import { matchCommands } from './match-commands.ts';

const titles = (text: string): string[] => matchCommands(COMMANDS, text).map(command => command.title);

describe('commands', () => {
  it.each([
    ['theme dark', 'Theme: dark'],
    ['DARK them', 'Theme: dark'],
    ['cost sort', 'Sort by cost'],
    ['back up', 'Back up now…'],
    ['dashb', 'Dashboard'],
    ['link copy', 'Copy link'],
    ['read-only', 'Read-only mode: switch on'],
    ['zoom', 'Larger text'],
    ['  keyboard ', 'Keyboard shortcuts'],
  ])('%j finds “%s” first', (text, title) => {
    expect(titles(text)[0]).toBe(title);
  });

  it('are not found by words that none of them has, nor by nothing', () => {
    expect(titles('')).toEqual([]);
    expect(titles('…')).toEqual([]);
    expect(titles('theme nonsense')).toEqual([]);
  });

  it('have ids and keys of their own', () => {
    const ids = COMMANDS.map(command => command.id);
    const keys = COMMANDS.flatMap(command => command.keys ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
