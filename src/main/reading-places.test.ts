import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/fixtures.ts';
import { ReadingPlaces } from './reading-places.ts';

function newPath(): string {
  return join(temporaryFolder(), 'profile', 'reading-places.json');
}

describe('reading places', () => {
  it('are there after a new start, for each database and conversation', () => {
    const path = newPath();
    const places = new ReadingPlaces(path);
    places.keep('/a.db', 'root', { messageId: 7, offset: -12.5 });
    places.keep('/b.db', 'root', { messageId: 8, offset: 0 });
    places.flush();
    const later = new ReadingPlaces(path);
    expect(later.recall('/a.db', 'root')).toEqual({ messageId: 7, offset: -12.5 });
    expect(later.recall('/b.db', 'root')).toEqual({ messageId: 8, offset: 0 });
    expect(later.recall('/b.db', 'other')).toBeNull();
    expect(readdirSync(dirname(path))).toEqual(['reading-places.json']);
  });

  it('forget a conversation that was read to its end', () => {
    const path = newPath();
    const places = new ReadingPlaces(path);
    places.keep('/a.db', 'root', { messageId: 7, offset: 0 });
    places.flush();
    places.keep('/a.db', 'root', null);
    places.flush();
    expect(new ReadingPlaces(path).recall('/a.db', 'root')).toBeNull();
  });

  it('are at most 2,000, the latest ones', () => {
    const path = newPath();
    const places = new ReadingPlaces(path);
    for (let at = 0; at < 2010; at += 1) places.keep('/a.db', `root-${String(at)}`, { messageId: at, offset: 0 });
    places.keep('/a.db', 'root-10', { messageId: 1, offset: 1 });
    places.keep('/a.db', 'last', { messageId: 2, offset: 0 });
    places.flush();
    const later = new ReadingPlaces(path);
    expect(later.recall('/a.db', 'root-9')).toBeNull();
    expect(later.recall('/a.db', 'root-11')).toBeNull();
    expect(later.recall('/a.db', 'root-10')).toEqual({ messageId: 1, offset: 1 });
    const stored = JSON.parse(readFileSync(path, 'utf8')) as { places: unknown[] };
    expect(stored.places).toHaveLength(2000);
  });

  it('start empty where their file is damaged, and write it anew', () => {
    const path = newPath();
    const first = new ReadingPlaces(path);
    first.keep('/a.db', 'root', { messageId: 7, offset: 0 });
    first.flush();
    writeFileSync(path, '{"places": [{"messageId": "x"}]');
    const places = new ReadingPlaces(path);
    expect(places.recall('/a.db', 'root')).toBeNull();
    places.keep('/a.db', 'root', { messageId: 9, offset: 0 });
    places.flush();
    expect(new ReadingPlaces(path).recall('/a.db', 'root')).toEqual({ messageId: 9, offset: 0 });
  });

  it('write nothing where nothing was read', () => {
    const path = newPath();
    const places = new ReadingPlaces(path);
    places.keep('/a.db', 'root', null);
    places.flush();
    expect(new ReadingPlaces(path).recall('/a.db', 'root')).toBeNull();
    expect(() => readFileSync(path)).toThrow('ENOENT');
  });
});
