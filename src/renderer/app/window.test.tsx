import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answers, fakeBridge } from '../../../test/support/fake-bridge.ts';
import type { DatabaseState, OpenFailure } from '../../shared/contract/database.ts';
import { ERROR_CODES } from '../../shared/errors.ts';
import { createQueryClient, watchChanges } from '../api/cache.ts';
import { createClient } from '../api/client.ts';
import { ERROR_TITLES } from '../api/error-text.ts';
import { START_LIST } from '../features/sessions/start-view.ts';
import { App } from './app.tsx';

const PREFERENCES = {
  theme: 'dark',
  density: 'compact',
  textSize: 100,
  navWidth: 196,
  listWidth: 456,
  list: START_LIST,
  reader: { rewound: false, compacted: true, observed: true, bookkeeping: false, events: true, wrap: true },
};
const FAILURE: OpenFailure = {
  code: 'db-not-a-database',
  path: '~/notes.txt',
  message: 'This file is not a database.',
  hint: 'Choose another file.',
  said: 'file is not a database',
  canRetry: false,
  canOpenCopy: false,
  canRepair: false,
};

function show(state: () => DatabaseState, answers: Answers = {}) {
  const border = fakeBridge({
    ...answers,
    'navigation.takeTarget': () => null,
    'app.info': () => ({ version: '0.1.0', platform: 'linux', locale: 'en', preferences: PREFERENCES }),
    'database.state': state,
    'database.choices': () => [],
    'database.openDialog': state,
    'database.retry': state,
  });
  const client = createClient(border.bridge);
  const queries = createQueryClient();
  watchChanges(border.bridge, client, queries);
  render(<App client={client} queries={queries} />);
  return border;
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => 0, removeEventListener: () => 0 }));
});

describe('the window without an open file', () => {
  it('welcomes, says where it looked, and takes its theme from the preferences', async () => {
    show(() => ({ kind: 'welcome', lookedIn: [{ path: '~/.hermes/state.db', found: 'missing' }] }));
    expect(await screen.findByRole('heading', { name: 'No Hermes database found' })).toBeTruthy();
    expect(screen.getByText('~/.hermes/state.db').parentElement?.textContent).toContain('does not exist');
    expect(document.documentElement.classList.contains('dark')).toBe(true);
    expect(screen.getByRole('searchbox', { name: 'Search messages' }).hasAttribute('disabled')).toBe(true);
  });

  it.each(ERROR_CODES)('shows %s with its cause, its path, what was said, and a way out', async code => {
    show(() => ({ kind: 'failed', failure: { ...FAILURE, code } }));
    const alert = await screen.findByRole('alert');
    for (const words of [ERROR_TITLES[code], FAILURE.message, FAILURE.hint, FAILURE.path, FAILURE.said]) {
      expect(alert.textContent).toContain(words);
    }
    expect(screen.getByRole('button', { name: 'Open another…' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Open a copy' })).toBeNull();
  });

  it('offers only the ways out that there are, and follows them', async () => {
    const user = userEvent.setup();
    let state: DatabaseState = { kind: 'failed', failure: { ...FAILURE, canRetry: true, canOpenCopy: true } };
    const border = show(() => state);
    expect(await screen.findByRole('button', { name: 'Open a copy' })).toBeTruthy();
    state = { kind: 'welcome', lookedIn: [] };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'No Hermes database found' })).toBeTruthy();
    expect(border.requests.map(request => `${request.feature}.${request.method}`)).toContain('database.retry');
  });

  it('offers the repair of a damaged file, asks first, and says what came of it', async () => {
    const user = userEvent.setup();
    const failure = { ...FAILURE, code: 'db-corrupt', canRetry: true, canRepair: true } as const;
    const report = {
      repaired: true,
      strategy: 'dedup',
      backupPath: '~/state.db.raw',
      salvagedPath: null,
      detail: null,
    };
    const border = show(() => ({ kind: 'failed', failure }), { 'database.repair': () => report });
    const asked = () => border.requests.filter(({ method }) => method === 'repair').length;
    await user.click(await screen.findByRole('button', { name: 'Repair…' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(asked()).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Repair…' }));
    await user.click(await screen.findByRole('button', { name: 'Repair database' }));
    expect(await screen.findByText(/^Repaired \(dedup\).*state\.db\.raw/)).toBeTruthy();
    expect(asked()).toBe(1);
    expect(screen.queryByRole('button', { name: 'Repair…' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('follows a change that main announces', async () => {
    let state: DatabaseState = { kind: 'welcome', lookedIn: [] };
    const border = show(() => state);
    await screen.findByRole('heading', { name: 'No Hermes database found' });
    state = { kind: 'failed', failure: FAILURE };
    border.announce({ topic: 'database' });
    expect((await screen.findByRole('alert')).textContent).toContain(FAILURE.path);
  });
});
