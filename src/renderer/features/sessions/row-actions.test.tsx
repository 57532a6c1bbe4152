import { QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conversationRow } from '../../../../test/support/conversation-row.ts';
import { fakeBridge } from '../../../../test/support/fake-bridge.ts';
import { stubLayout } from '../../../../test/support/stub-layout.ts';
import { useActionStore } from '../../actions/action-store.ts';
import { dismissAllToasts } from '../../actions/toasts.ts';
import { forgetAllUndo } from '../../actions/undo-stack.ts';
import { createQueryClient } from '../../api/cache.ts';
import { ClientContext } from '../../api/client-context.tsx';
import { createClient } from '../../api/client.ts';
import { AskedActionDialog } from '../../app/asked-action.tsx';
import { Toasts } from '../../app/toasts.tsx';
import { useUndoKey } from '../../app/use-undo-key.ts';
import { useSelectionStore } from './selection-store.ts';
import { SessionList } from './session-list.tsx';
import { useSessionViewStore } from './view-store.ts';

// The first render also loads the modules, on a machine that may be busy.
configure({ asyncUtilTimeout: 5000 });

const TOTAL = 300;

const ROWS = Array.from({ length: TOTAL }, (_, at) =>
  conversationRow(`s${String(at)}`, { title: `Title ${String(at)}`, label: `Title ${String(at)}`, pinned: at === 0 }),
);
const PLAN = {
  conversations: 3,
  segments: 5,
  subagents: 1,
  messages: 42,
  bytes: 4096,
  newRoots: [{ id: 'b', label: 'Branch' }],
  newRootCount: 1,
  names: [{ id: 's1', label: '<i>Title</i>' }],
  pinned: 0,
  open: 1,
  compressing: [] as { id: string; label: string }[],
  transcriptFiles: ['s1.json'],
};

function renderList(change: { plan?: Partial<typeof PLAN>; readOnly?: boolean } = {}) {
  const calls: { method: string; input: unknown }[] = [];
  const noting =
    <T,>(method: string, answer: T) =>
    (input: unknown): T => {
      calls.push({ method, input });
      return answer;
    };
  const { bridge } = fakeBridge({
    'app.info': () => ({ preferences: { readOnly: change.readOnly ?? false } }),
    'sessions.view': (input: { first: number; anchorIds: string[] }) => ({
      revision: 1,
      total: TOTAL,
      groups: [{ key: 'all', start: 0, count: TOTAL }],
      rows: ROWS.slice(0, input.first),
      anchors: input.anchorIds.map(id => ROWS.findIndex(row => row.id === id)),
      hidden: [],
      scopes: { people: TOTAL, automation: 0, all: TOTAL },
      facets: { sources: [], models: [], states: [], providers: [], projects: [], endReasons: [], dates: [] },
    }),
    'sessions.page': (input: { offset: number; limit: number }) => ({
      revision: 1,
      total: TOTAL,
      rows: ROWS.slice(input.offset, input.offset + input.limit),
    }),
    'sessions.where': () => ({ total: 0, found: [] }),
    'organise.idsOfView': () => ({ ids: ROWS.map(row => row.id) }),
    'organise.setPinned': noting('setPinned', { changed: 1, undoToken: 'pin-token' }),
    'organise.setArchived': noting('setArchived', { changed: 1, undoToken: 'archive-token' }),
    'organise.deletionPlan': noting('deletionPlan', { ...PLAN, ...change.plan }),
    'organise.delete': noting('delete', { changed: 3, sessions: 5, messages: 42, undoToken: 'delete-token' }),
    'organise.undo': noting('undo', { restored: 5 }),
    'organise.rename': (input: { title: string | null }) => {
      calls.push({ method: 'rename', input });
      return input.title === 'Taken'
        ? { kind: 'conflict', title: 'Taken', holder: { id: 's9', label: 'Taken' }, nextFree: 'Taken #2' }
        : { kind: 'renamed', title: input.title, undoToken: 'rename-token' };
    },
  });
  render(
    <ClientContext value={createClient(bridge)}>
      <QueryClientProvider client={createQueryClient()}>
        <Screen />
      </QueryClientProvider>
    </ClientContext>,
  );
  return { calls, made: (method: string) => calls.filter(call => call.method === method).map(call => call.input) };
}

function Screen() {
  useUndoKey();
  return (
    <>
      <SessionList preferences={{ density: 'compact', textSize: 100 }} />
      <AskedActionDialog />
      <Toasts />
    </>
  );
}

async function option(name: string): Promise<HTMLElement> {
  return screen.findByRole('option', { name: new RegExp(`^${name}\\b`) });
}

describe('actions on rows', () => {
  beforeEach(() => {
    stubLayout();
    useSessionViewStore.getState().reset();
    useSelectionStore.getState().clear();
    useActionStore.getState().answer();
    forgetAllUndo();
    dismissAllToasts();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('pins with a key and takes it back with Ctrl+Z', async () => {
    const { made } = renderList();
    const user = userEvent.setup();
    await user.click(await option('Title 1'));
    await user.keyboard('p');
    expect(await screen.findByText('Pinned 1 conversation')).toBeTruthy();
    expect(made('setPinned')).toEqual([{ ids: ['s1'], on: true }]);
    await user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('Undone')).toBeTruthy();
    expect(made('undo')).toMatchObject([{ token: 'pin-token' }]);
  });

  it('picks with Ctrl and Shift, and acts on all picked rows', async () => {
    const { made } = renderList();
    const user = userEvent.setup();
    await user.keyboard('{Control>}');
    await user.click(await option('Title 2'));
    await user.keyboard('{/Control}{Shift>}');
    await user.click(await option('Title 4'));
    await user.keyboard('{/Shift}');
    expect(await screen.findByText('3 selected')).toBeTruthy();
    expect((await option('Title 3')).getAttribute('aria-selected')).toBe('true');
    const bar = within(screen.getByRole('toolbar', { name: 'Selected conversations' }));
    await user.click(bar.getByRole('button', { name: 'Archive' }));
    expect(made('setArchived')).toEqual([{ ids: ['s2', 's3', 's4'], on: true }]);
  });

  it('picks the whole view, also the rows that are not loaded', async () => {
    const { made } = renderList();
    const user = userEvent.setup();
    await user.keyboard('{Control>}');
    await user.click(await option('Title 2'));
    await user.keyboard('{/Control}');
    await user.click(await screen.findByRole('button', { name: `Select all ${String(TOTAL)}` }));
    expect(await screen.findByText(`${String(TOTAL)} selected`)).toBeTruthy();
    await user.click(
      within(screen.getByRole('toolbar', { name: 'Selected conversations' })).getByRole('button', { name: 'Pin' }),
    );
    expect(made('setPinned')).toEqual([{ ids: ROWS.map(row => row.id), on: true }]);
  });

  it('lets go of what is picked when the list shows something else', async () => {
    renderList();
    const user = userEvent.setup();
    await user.keyboard('{Control>}');
    await user.click(await option('Title 2'));
    await user.keyboard('{/Control}');
    expect(await screen.findByText('1 selected')).toBeTruthy();
    act(() => useSessionViewStore.getState().change({ sort: 'title' }));
    expect(screen.getByText('1 selected')).toBeTruthy();
    act(() => useSessionViewStore.getState().change({ filter: 'x' }));
    expect(screen.queryByText('1 selected')).toBeNull();
  });

  it('shows what a deletion takes before it happens, and offers the way back', async () => {
    const { made } = renderList();
    const user = userEvent.setup();
    await user.click(await option('Title 1'));
    await user.keyboard('{Delete}');
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete this conversation?' });
    expect(await within(dialog).findByText('3 conversations in 4 segments')).toBeTruthy();
    expect(within(dialog).getByText(/1 branch stays/)).toBeTruthy();
    expect(within(dialog).getByText('<i>Title</i>', { exact: false })).toBeTruthy();
    expect(made('delete')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Deleted 3 conversations, 5 sessions, and 42 messages')).toBeTruthy();
    expect(made('delete')).toMatchObject([{ ids: ['s1'], unit: 'conversation' }]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeTruthy();
    expect(made('undo')).toMatchObject([{ token: 'delete-token' }]);
  });

  it('does not delete what is being compressed', async () => {
    renderList({ plan: { compressing: [{ id: 's1', label: 'Title 1' }] } });
    const user = userEvent.setup();
    await user.click(await option('Title 1'));
    await user.keyboard('{Delete}');
    const dialog = await screen.findByRole('alertdialog');
    expect(await within(dialog).findByRole('alert')).toBeTruthy();
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true);
  });

  it('renames in place; a taken title names its holder and the next free one', async () => {
    const { made } = renderList();
    const user = userEvent.setup();
    await user.click(await option('Title 1'));
    await user.keyboard('{F2}');
    const field = await screen.findByRole('textbox', { name: 'New title' });
    expect(field).toBe(document.activeElement);
    await user.clear(field);
    await user.type(field, 'Taken{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Taken (s9)');
    await user.click(screen.getByRole('button', { name: 'Use “Taken #2”' }));
    expect(await screen.findByText('Renamed to “Taken #2”')).toBeTruthy();
    expect(made('rename')).toEqual([
      { id: 's1', title: 'Taken' },
      { id: 's1', title: 'Taken #2' },
    ]);
  });

  it('changes nothing while read-only mode is on', async () => {
    const { calls } = renderList({ readOnly: true });
    const user = userEvent.setup();
    await user.click(await option('Title 1'));
    await user.keyboard('pe{F2}{Delete}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'New title' })).toBeNull();
    expect(calls).toEqual([]);
  });
});
