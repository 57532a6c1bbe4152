import { QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { conversationRow } from '../../../../test/support/conversation-row.ts';
import { fakeBridge } from '../../../../test/support/fake-bridge.ts';
import type { Bridge, CallRequest } from '../../../shared/bridge.ts';
import type { Preferences } from '../../../shared/contract/app.ts';
import type { Reply } from '../../../shared/errors.ts';
import { createQueryClient } from '../../api/cache.ts';
import { ClientContext } from '../../api/client-context.tsx';
import { createClient } from '../../api/client.ts';
import { useOverlayStore } from '../overlay-store.ts';
import { Overlays } from '../overlays.tsx';
import { useUiStore } from '../ui-store.ts';

configure({ asyncUtilTimeout: 5000 });

const PREFERENCES = { theme: 'light', density: 'compact', textSize: 100, readOnly: false } as Preferences;

/** The palette over a database that is asked where sessions are, and answers when the test says so. */
function showPalette() {
  const waiting = new Map<string, (reply: Reply<unknown>) => void>();
  const { bridge, cancelled } = fakeBridge({ 'sessions.page': () => ({ revision: 1, total: 0, rows: [] }) });
  const call = (request: CallRequest): Promise<Reply<unknown>> => {
    if (request.method !== 'where') return bridge.call(request);
    const { text } = request.input as { text: string };
    return new Promise(done => waiting.set(text, done));
  };
  const answer = async (text: string, ...ids: readonly string[]): Promise<void> => {
    const found = ids.map(id => ({ sessionId: id, row: conversationRow(id, { label: id }), index: 0, reason: null }));
    await act(async () => {
      waiting.get(text)?.({ ok: true, value: { total: ids.length, found } });
      // The cache tells of an answer in a task of its own.
      await new Promise(done => setTimeout(done, 0));
    });
  };
  showOver({ ...bridge, call });
  return { answer, cancelled, user: userEvent.setup() };
}

function showOver(bridge: Bridge): void {
  render(
    <ClientContext value={createClient(bridge)}>
      <QueryClientProvider client={createQueryClient()}>
        <Overlays info={{ version: '1', platform: 'linux', locale: 'en', preferences: PREFERENCES }} isOpen />
      </QueryClientProvider>
    </ClientContext>,
  );
  act(() => {
    useOverlayStore.getState().show('palette');
  });
}

const shown = (): (string | null)[] =>
  screen.getAllByRole('option').flatMap(option => option.getAttribute('data-session-id') ?? []);

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  useUiStore.getState().reset();
  useOverlayStore.getState().close();
});

describe('the palette', () => {
  it('waits with Enter for the answer to what was typed, and opens nothing of what was typed before', async () => {
    const { answer, user } = showPalette();
    await user.type(screen.getByRole('combobox'), 'old');
    await answer('old', 'old-1');
    await expect.poll(shown).toEqual(['old-1']);
    await user.clear(screen.getByRole('combobox'));
    await user.type(screen.getByRole('combobox'), 'new{Enter}');
    expect(useUiStore.getState().place.sessionId).toBeNull();
    await answer('new', 'new-1', 'new-2');
    await expect.poll(() => useUiStore.getState().place.sessionId).toBe('new-1');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows the answer to the newest text; the one before is cancelled and comes too late', async () => {
    const { answer, cancelled, user } = showPalette();
    await user.type(screen.getByRole('combobox'), 'ab');
    expect(cancelled).toHaveLength(1);
    await answer('ab', 'ab-1');
    await expect.poll(shown).toEqual(['ab-1']);
    await answer('a', 'a-1', 'a-2');
    expect(shown()).toEqual(['ab-1']);
  });

  it('moves through everything with the arrows, round the ends, and opens what was picked by hand at once', async () => {
    const { answer, user } = showPalette();
    await user.type(screen.getByRole('combobox'), 'x');
    await answer('x', 'x-1', 'x-2');
    const active = (): string | null => screen.getByRole('option', { selected: true }).getAttribute('data-session-id');
    await expect.poll(active).toBe('x-1');
    await user.keyboard('{ArrowUp}');
    expect(active()).toBeNull();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toBe('x-2');
    await user.keyboard('{Enter}');
    await expect.poll(() => useUiStore.getState().place.sessionId).toBe('x-2');
  });

  it('offers what was opened last, whatever of it is gone, and says of which profile it is', async () => {
    for (let at = 0; at < 30; at += 1) useUiStore.getState().navigate({ sessionId: `s${String(at)}` });
    const { bridge, requests } = fakeBridge({
      'sessions.where': ({ text }: { text: string }) => {
        // The twelve before the present one were deleted.
        const found = Number(text.slice(1)) >= 17 ? [] : [text];
        return {
          total: found.length,
          found: found.map(id => ({
            sessionId: id,
            row: conversationRow(id, { profile: 'work' }),
            index: 0,
            reason: null,
          })),
        };
      },
    });
    showOver(bridge);
    await expect.poll(shown).toEqual(['s16', 's15', 's14', 's13', 's12', 's11', 's10', 's9']);
    expect(requests.filter(({ input }) => (input as { exact?: boolean }).exact === true)).toHaveLength(20);
    expect(screen.getAllByTitle('Profile work')).toHaveLength(8);
  });
});
