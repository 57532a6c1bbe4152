import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conversationRow } from '../../../../test/support/conversation-row.ts';
import { fakeBridge } from '../../../../test/support/fake-bridge.ts';
import { stubLayout } from '../../../../test/support/stub-layout.ts';
import type { Bridge } from '../../../shared/bridge.ts';
import type { ConversationRow, SessionView } from '../../../shared/contract/sessions.ts';
import { createQueryClient, watchChanges } from '../../api/cache.ts';
import { ClientContext } from '../../api/client-context.tsx';
import { createClient } from '../../api/client.ts';
import { useUiStore } from '../../app/ui-store.ts';
import { useSelectionStore } from './selection-store.ts';
import { SessionList } from './session-list.tsx';
import { useSessionViewStore } from './view-store.ts';

const NOW = Math.floor(Date.now() / 1000);
function rowOf(id: string, change: Partial<ConversationRow> = {}): ConversationRow {
  return conversationRow(id, {
    rootId: `root-${id}`,
    preview: `preview of ${id}`,
    model: 'claude-sonnet-4.6',
    startedAt: NOW - 500,
    lastActive: NOW - 120,
    messages: 12,
    toolCalls: 3,
    tokens: 1200,
    ...change,
  });
}

/** A file of rows that can grow, answering as `sessions.view` and `sessions.page` do. */
class RowsOfFile {
  rows: ConversationRow[];
  revision = 1;
  constructor(count: number) {
    this.rows = Array.from({ length: count }, (_, at) => rowOf(`s${String(at)}`));
  }
  prepend(id: string): void {
    this.rows = [rowOf(id), ...this.rows];
    this.revision++;
  }
  visible = (view: SessionView): ConversationRow[] => this.rows.filter(row => row.label.includes(view.filter));
  view = (input: { view: SessionView; anchorIds: string[]; first: number }) => {
    const rows = this.visible(input.view);
    const hidden = this.rows.length - rows.length;
    return {
      revision: this.revision,
      total: rows.length,
      groups:
        rows.length === 0
          ? []
          : [
              { key: 'pinned', start: 0, count: 1 },
              { key: 'all', start: 1, count: rows.length - 1 },
            ],
      rows: rows.slice(0, input.first),
      anchors: input.anchorIds.map(id => rows.findIndex(row => row.id === id)),
      hidden: hidden === 0 ? [] : [{ reason: 'filter' as const, count: hidden }],
      scopes: { people: this.rows.length, automation: 0, all: this.rows.length },
      facets: { sources: [], models: [], states: [], providers: [], projects: [], endReasons: [], dates: [] },
    };
  };
  /** The same file in a view in which one row may show others inside. */
  unfolded(id: string, count: number): RowsOfFile {
    const file = new RowsOfFile(0);
    const inside = Array.from({ length: count }, (_, at) => rowOf(`${id}-child-${String(at)}`, { depth: 1 }));
    file.visible = view => {
      const open = (view.expanded ?? []).includes(`root-${id}`);
      return this.visible(view).flatMap(row =>
        row.id === id ? [{ ...row, expanded: open }, ...(open ? inside : [])] : [row],
      );
    };
    return file;
  }
  where = (_input: { text: string }): unknown => ({ total: 0, found: [] });
  page = (input: { view: SessionView; offset: number; limit: number }) => {
    const rows = this.visible(input.view);
    return { revision: this.revision, total: rows.length, rows: rows.slice(input.offset, input.offset + input.limit) };
  };
}

/** Answers views at once; pages wait, as behind other work in the reader's queue, until they are let through. */
function slowPages(file: RowsOfFile) {
  const { bridge } = fakeBridge({
    'sessions.view': file.view,
    'sessions.page': file.page,
    'sessions.where': file.where,
  });
  const waiting = new Map<number, { offset: number; settle: (how: 'answer' | 'fail' | 'cancel') => void }>();
  const errors = { fail: 'db-io', cancel: 'cancelled' } as const;
  const slow: Bridge = {
    ...bridge,
    call: request =>
      request.method !== 'page'
        ? bridge.call(request)
        : new Promise(done => {
            const settle = (how: 'answer' | 'fail' | 'cancel'): void => {
              waiting.delete(request.callId);
              if (how === 'answer') void bridge.call(request).then(done);
              else done({ ok: false, error: { code: errors[how], message: 'The page did not come.' } });
            };
            waiting.set(request.callId, { offset: (request.input as { offset: number }).offset, settle });
          }),
    cancel: id => waiting.get(id)?.settle('cancel'),
  };
  const settleAll = (how: 'answer' | 'fail'): void => {
    for (const page of [...waiting.values()]) page.settle(how);
  };
  return { bridge: slow, offsets: () => [...waiting.values()].map(({ offset }) => offset), settleAll };
}

function scrollToRow(row: number): void {
  const list = screen.getByRole('listbox');
  list.scrollTop = 2 * 26 + row * 44;
  fireEvent.scroll(list);
}

function placesWithoutWords(): (string | null)[] {
  const blank = screen.getAllByRole('option').filter(option => option.dataset['sessionId'] === undefined);
  return blank.map(option => option.getAttribute('aria-posinset'));
}

function showOver(bridge: Bridge): void {
  const client = createClient(bridge);
  const queries = createQueryClient();
  watchChanges(bridge, client, queries);
  render(
    <ClientContext value={client}>
      <QueryClientProvider client={queries}>
        <SessionList preferences={{ density: 'compact', textSize: 100 }} />
      </QueryClientProvider>
    </ClientContext>,
  );
}

function show(file: RowsOfFile) {
  const border = fakeBridge({ 'sessions.view': file.view, 'sessions.page': file.page, 'sessions.where': file.where });
  showOver(border.bridge);
  return border;
}

/** The names of the signs in a row: what a screen reader says instead of them. */
function namesWithin(option: HTMLElement | undefined): string {
  return [...(option?.querySelectorAll('[role="img"]') ?? [])].map(sign => sign.getAttribute('aria-label')).join(' ');
}

async function optionOf(sessionId: string): Promise<HTMLElement> {
  return waitFor(() => {
    const found = screen.getAllByRole('option').find(option => option.dataset['sessionId'] === sessionId);
    if (found === undefined) throw new Error(`No row of ${sessionId}.`);
    return found;
  });
}

function activeOption(): HTMLElement | null {
  const id = screen.getByRole('listbox').getAttribute('aria-activedescendant');
  return id === null ? null : document.getElementById(id);
}

beforeEach(() => {
  stubLayout();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  useUiStore.getState().reset();
  useSessionViewStore.getState().reset();
  useSelectionStore.getState().clear();
});

describe('SessionList', () => {
  it('shows a long list as a few options that say where they are, in named groups', async () => {
    show(new RowsOfFile(22_000));
    const list = await screen.findByRole('listbox', { name: 'Sessions' });
    const options = await within(list).findAllByRole('option');
    expect(options.length).toBeGreaterThan(10);
    expect(options.length).toBeLessThan(40);
    expect(options[0]?.getAttribute('aria-setsize')).toBe('22000');
    expect(options.map(option => option.getAttribute('aria-posinset'))).toEqual(options.map((_, at) => String(at + 1)));
    expect(options[0]?.dataset['sessionId']).toBe('s0');
    expect(within(screen.getByRole('group', { name: 'Pinned' })).getAllByRole('option')).toHaveLength(1);
    expect(list.querySelector('button, a, input')).toBeNull();
    const words = ['Title s0', '12 messages', '1,200 tokens', 'cost unknown'];
    for (const word of words) expect(`${options[0]?.textContent ?? ''} ${namesWithin(options[0])}`).toContain(word);
  });

  it('moves by keys, keeps the active row in the document, and opens it with Enter', async () => {
    const user = userEvent.setup();
    show(new RowsOfFile(22_000));
    await screen.findAllByRole('option');
    act(() => {
      screen.getByRole('listbox').focus();
    });
    expect(activeOption()?.dataset['sessionId']).toBe('s0');
    await user.keyboard('jj{ArrowDown}k');
    expect(activeOption()?.dataset['sessionId']).toBe('s2');
    expect(useUiStore.getState().place.sessionId).toBeNull();
    await user.keyboard('{Enter}');
    expect(useUiStore.getState().place.sessionId).toBe('s2');
    expect(activeOption()?.getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{End}');
    await waitFor(() => {
      expect(activeOption()?.dataset['sessionId']).toBe('s21999');
    });
    expect(activeOption()?.getAttribute('aria-posinset')).toBe('22000');
    await user.keyboard('{PageUp}{Home}');
    expect(activeOption()?.dataset['sessionId']).toBe('s0');
  });

  it('keeps the active and the open row when rows arrive above them', async () => {
    const user = userEvent.setup();
    const file = new RowsOfFile(500);
    const border = show(file);
    await user.click(await optionOf('s3'));
    file.prepend('new');
    act(() => {
      border.announce({ topic: 'data' });
    });
    await optionOf('new');
    expect(activeOption()?.dataset['sessionId']).toBe('s3');
    expect(activeOption()?.getAttribute('aria-posinset')).toBe('5');
    expect(screen.getAllByRole('option', { selected: true }).map(option => option.dataset['sessionId'])).toEqual([
      's3',
    ]);
  });

  it('stays on an open conversation whose compression gave its tip another id', async () => {
    const user = userEvent.setup();
    const file = new RowsOfFile(5);
    const border = show(file);
    await user.click(await optionOf('s1'));
    file.rows[1] = rowOf('s1-next', { rootId: 'root-s1', segments: 2 });
    file.revision++;
    act(() => {
      border.announce({ topic: 'data' });
    });
    const next = await optionOf('s1-next');
    expect(next.getAttribute('aria-selected')).toBe('true');
  });

  it('finds the row of a conversation that was opened from elsewhere by an older segment', async () => {
    const file = new RowsOfFile(300);
    const segments: Readonly<Record<string, string>> = { 'old-segment': 's250' };
    const border = fakeBridge({
      'sessions.page': file.page,
      'sessions.view': (input: Parameters<RowsOfFile['view']>[0]) =>
        file.view({ ...input, anchorIds: input.anchorIds.map(id => segments[id] ?? id) }),
    });
    useUiStore.getState().navigate({ sessionId: 'old-segment' });
    render(
      <ClientContext value={createClient(border.bridge)}>
        <QueryClientProvider client={createQueryClient()}>
          <SessionList preferences={{ density: 'compact', textSize: 100 }} />
        </QueryClientProvider>
      </ClientContext>,
    );
    const list = await screen.findByRole('listbox');
    await waitFor(() => {
      expect(list.scrollTop).toBeGreaterThan(230 * 44);
    });
    fireEvent.scroll(list);
    const selected = await screen.findByRole('option', { selected: true });
    expect(selected.dataset['sessionId']).toBe('s250');
  });

  it('fetches the rows of the place where scrolling stopped, and cancels the pages on the way', async () => {
    const { bridge, offsets, settleAll } = slowPages(new RowsOfFile(22_000));
    showOver(bridge);
    await optionOf('s0');
    for (let row = 700; row < 21_000; row += 700) scrollToRow(row);
    scrollToRow(12_075);
    scrollToRow(4020);
    scrollToRow(12_075);
    await waitFor(() => {
      expect(offsets()).toEqual([12_000, 12_100]);
    });
    expect(placesWithoutWords().length).toBeGreaterThan(10);
    settleAll('answer');
    await optionOf('s12075');
    expect(placesWithoutWords()).toEqual([]);
  });

  it('asks again for a page that failed', async () => {
    const user = userEvent.setup();
    const { bridge, offsets, settleAll } = slowPages(new RowsOfFile(22_000));
    showOver(bridge);
    await optionOf('s0');
    scrollToRow(12_075);
    await waitFor(() => {
      expect(offsets()).toEqual([12_000, 12_100]);
    });
    settleAll('fail');
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => {
      expect(offsets()).toEqual([12_000, 12_100]);
    });
    settleAll('answer');
    await optionOf('s12075');
    expect(placesWithoutWords()).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says what a filter hides and takes it back by a click', async () => {
    const user = userEvent.setup();
    show(new RowsOfFile(30));
    await screen.findAllByRole('option');
    expect(screen.getByText('Nothing hidden')).toBeTruthy();
    await user.type(screen.getByRole('searchbox', { name: 'Filter sessions' }), 'nowhere');
    expect(await screen.findByRole('heading', { name: 'No session matches “nowhere”' })).toBeTruthy();
    expect(screen.queryByRole('option')).toBeNull();
    await user.click(screen.getByRole('button', { name: '30 by the text' }));
    expect(await screen.findAllByRole('option')).not.toHaveLength(0);
    expect(screen.getByText('Nothing hidden')).toBeTruthy();
  });

  it('shows what is inside a row in its place, by its sign, by the keys and by the button', async () => {
    const user = userEvent.setup();
    const file = new RowsOfFile(300);
    file.rows[3] = rowOf('s3', { nested: 2, subagents: 2 });
    const border = fakeBridge({
      'sessions.page': file.page,
      'sessions.view': (input: Parameters<RowsOfFile['view']>[0]) => file.unfolded('s3', 2).view(input),
    });
    showOver(border.bridge);
    const sign = async () => within(await optionOf('s3')).getByRole('img', { name: /subagents/ });
    await user.click(await sign());
    expect((await optionOf('s3-child-0')).dataset['depth']).toBe('1');
    expect((await sign()).getAttribute('aria-label')).toBe('2 subagents, shown below');
    expect(useUiStore.getState().place.sessionId).toBeNull();
    expect(activeOption()?.dataset['sessionId']).toBe('s3');
    act(() => {
      screen.getByRole('listbox').focus();
    });
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(activeOption()?.dataset['sessionId']).toBe('s3-child-0');
    await user.keyboard('{ArrowLeft}');
    expect(activeOption()?.dataset['sessionId']).toBe('s3');
    act(() => {
      useSelectionStore.getState().pick(['s3', 's3-child-1', 's9'], null);
    });
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => {
      expect(screen.queryByText('Title s3-child-0')).toBeNull();
    });
    expect([...useSelectionStore.getState().ids]).toEqual(['s3', 's9']);
    await user.click(screen.getByRole('button', { name: 'Show 2 subagents' }));
    await optionOf('s3-child-1');
  });

  it('picks all that match, and a stretch of rows with those inside others, whatever is loaded', async () => {
    const user = userEvent.setup();
    const file = new RowsOfFile(900);
    file.rows[3] = rowOf('s3', { nested: 2, subagents: 2 });
    const unfolded = file.unfolded('s3', 2);
    const border = fakeBridge({
      'sessions.page': unfolded.page,
      'sessions.view': unfolded.view,
      'organise.idsOfView': () => ({ ids: file.rows.map(row => row.id) }),
    });
    showOver(border.bridge);
    await user.click(within(await optionOf('s3')).getByRole('img', { name: /subagents/ }));
    await optionOf('s3-child-1');
    const list = screen.getByRole('listbox');
    fireEvent.keyDown(list, { key: 'a', ctrlKey: true });
    await waitFor(() => {
      expect(useSelectionStore.getState().ids.size).toBe(900);
    });
    act(() => {
      useSelectionStore.getState().clear();
    });
    await user.click(await optionOf('s2'));
    scrollToRow(700);
    const last = await optionOf('s700');
    fireEvent.click(last, { shiftKey: true });
    await waitFor(() => {
      expect(useSelectionStore.getState().ids.size).toBe(701);
    });
    const ids = [...useSelectionStore.getState().ids];
    expect(ids.slice(0, 4)).toEqual(['s2', 's3', 's3-child-0', 's3-child-1']);
    expect(ids.at(-1)).toBe('s700');
  });

  it('says of a match that is not in the list why, and shows it by taking away all that hides it', async () => {
    const user = userEvent.setup();
    const file = new RowsOfFile(30);
    const reasons = (view: SessionView) =>
      [view.showChildren ? null : 'subagent', view.filter === '' ? null : 'filter'].find(reason => reason !== null);
    const border = fakeBridge({
      'sessions.page': file.page,
      'sessions.view': file.view,
      'sessions.where': ({ view }: { view: SessionView }) => ({
        total: 1,
        found: [{ sessionId: 'lost', row: rowOf('lost'), index: -1, reason: reasons(view) ?? null }],
      }),
    });
    showOver(border.bridge);
    await screen.findAllByRole('option');
    await user.type(screen.getByRole('searchbox', { name: 'Filter sessions' }), 'Title s1');
    const elsewhere = within(await screen.findByRole('region', { name: 'Matches that are not in the list' }));
    expect(elsewhere.getByRole('status').textContent).toBe('1 match is not in the list:');
    expect(elsewhere.getByRole('listitem').textContent).toContain('Title lost is a subagent');
    await user.click(elsewhere.getByRole('button', { name: 'Show in list: “Title lost”' }));
    await waitFor(() => {
      expect(useUiStore.getState().place.sessionId).toBe('lost');
    });
    expect(useSessionViewStore.getState().view).toMatchObject({ filter: '', showChildren: true, showArchived: false });
  });

  it('keeps rows in sight still when one of them goes to the top', async () => {
    const file = new RowsOfFile(300);
    const border = show(file);
    await optionOf('s0');
    scrollToRow(50);
    const first = await optionOf('s50');
    const list = screen.getByRole('listbox');
    const top = list.scrollTop;
    expect(first.getAttribute('aria-posinset')).toBe('51');
    file.rows = [rowOf('s50'), ...file.rows.filter(row => row.id !== 's50')];
    file.revision++;
    act(() => {
      border.announce({ topic: 'data' });
    });
    await waitFor(() => {
      expect(screen.getAllByRole('option').map(option => option.dataset['sessionId'])).toContain('s49');
    });
    await waitFor(async () => {
      expect((await optionOf('s49')).getAttribute('aria-posinset')).toBe('51');
    });
    expect(list.scrollTop).toBe(top);
  });

  it('names a failure and reads again on request', async () => {
    const user = userEvent.setup();
    const file = new RowsOfFile(3);
    let broken = true;
    const { bridge } = fakeBridge({ 'sessions.view': file.view });
    const failure = { ok: false, error: { code: 'db-io', message: 'The disk is gone.' } } as const;
    const failing: Bridge = {
      ...bridge,
      call: request => (broken ? Promise.resolve(failure) : bridge.call(request)),
    };
    const client = createClient(failing);
    render(
      <ClientContext value={client}>
        <QueryClientProvider client={createQueryClient()}>
          <SessionList preferences={{ density: 'compact', textSize: 100 }} />
        </QueryClientProvider>
      </ClientContext>,
    );
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is gone.');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByRole('option')).toHaveLength(3);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
