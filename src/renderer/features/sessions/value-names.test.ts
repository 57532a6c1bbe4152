import { expect, it } from 'vitest';
import { datesName, facetValueName, groupName, groupValueNames, projectNames } from './value-names.ts';

const NOW = new Date(2026, 10, 12, 15, 30).getTime() / 1000;
const midnight = (day: number): number => new Date(2026, 10, day).getTime() / 1000;

it('projects are named by their folder, with as much of the path as tells them apart', () => {
  const names = projectNames(['/home/ann/api', '/srv/a/app', '/srv/b/app', '/x/a/app', '/', 'C:\\work\\tool', '']);
  expect(Object.fromEntries(names)).toEqual({
    '/home/ann/api': 'api',
    '/srv/a/app': '/srv/a/app',
    '/srv/b/app': 'b/app',
    '/x/a/app': '/x/a/app',
    '/': '/',
    'C:\\work\\tool': 'tool',
    '': '',
  });
});

it('a value is shown short and said whole; none has a name', () => {
  const names = projectNames(['/srv/app']);
  expect(facetValueName('projects', '/srv/app', names)).toEqual({ name: 'app', whole: '/srv/app' });
  expect(facetValueName('endReasons', '')).toEqual({ name: 'no reason given', whole: 'no reason given' });
  expect(facetValueName('sources', 'a\u202eb').name).not.toContain('\u202e');
});

it('groups are named by what they hold', () => {
  const keys = ['pinned', 'project:/srv/app', 'project:', 'model:a/opus', 'source:telegram', 'job:backup', 'job:'];
  const names = groupValueNames(keys);
  expect(keys.map(key => groupName(key, names, NOW).name)).toEqual([
    'Pinned',
    'app',
    'no project',
    'opus',
    'telegram',
    'Job backup',
    'No job',
  ]);
  expect(groupName('project:/srv/app', names, NOW).whole).toBe('/srv/app');
  expect(groupName('2026-11-12', names, NOW).name).toBe('Today, November 12');
});

it('dates are named as they were chosen', () => {
  expect(datesName({ from: midnight(12), to: null }, NOW)).toBe('Today');
  expect(datesName({ from: midnight(3), to: null }, NOW)).toBe('since Nov 3, 2026');
  expect(datesName({ from: null, to: midnight(4) }, NOW)).toBe('until Nov 3, 2026');
  expect(datesName({ from: midnight(3), to: midnight(4) }, NOW)).toBe('Nov 3, 2026');
  expect(datesName({ from: midnight(3), to: midnight(6) }, NOW)).toBe('Nov 3, 2026 – Nov 5, 2026');
});
