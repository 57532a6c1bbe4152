import { QueryClientProvider } from '@tanstack/react-query';
import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBridge } from '../../../../test/support/fake-bridge.ts';
import { stubLayout } from '../../../../test/support/stub-layout.ts';
import { EVERYTHING } from '../../../../test/support/list-view.ts';
import type { Bridge } from '../../../shared/bridge.ts';
import type { HitGroup, SearchHit, SearchNotice } from '../../../shared/contract/search.ts';
import { createQueryClient } from '../../api/cache.ts';
import { createClient } from '../../api/client.ts';
import { ClientContext } from '../../api/client-context.tsx';
import { provideOpenings } from '../../app/openings.ts';
import { useUiStore } from '../../app/ui-store.ts';
import { SearchScreen } from './search-screen.tsx';
import { useSearchStore } from './search-store.ts';

// The first render also loads the modules, on a machine that may be busy.
configure({ asyncUtilTimeout: 5000 });

function hitOf(messageId: number, snippet: SearchHit['snippet']): SearchHit {
  const neighbour = { role: 'assistant', text: 'the <i>neighbour</i>' };
  return {
    messageId,
    sessionId: 's1',
    role: 'user',
    toolName: null,
    timestamp: 1_787_000_000 + messageId,
    snippet,
    before: neighbour,
    after: null,
  };
}

function groupOf(hits: SearchHit[]): HitGroup {
  return {
    conversationId: 's1',
    label: 'A <b>label</b>',
    source: 'cli',
    model: 'opus',
    lastActive: 1_787_000_000,
    archived: false,
    hitCount: hits.length,
    hits,
  };
}

const GIRAFFES = [
  hitOf(1, [
    { text: '<img src=x onerror="window.pwned=1"> ', mark: false },
    { text: 'giraffe', mark: true },
  ]),
  hitOf(2, [
    { text: 'giraffe', mark: true },
    { text: ' & <b>bold</b>', mark: false },
  ]),
  hitOf(3, [
    { text: 'literal <mark>', mark: false },
    { text: 'giraffe', mark: true },
    { text: '</mark> tags', mark: false },
  ]),
];

interface Input {
  readonly text: string;
  readonly stage: string;
  readonly roles: string[];
}

function answersWith(hits: readonly SearchHit[], notices: SearchNotice[] = []) {
  return {
    'search.titles': () => ({ conversations: [], total: 0 }),
    'search.messages': ({ text, roles }: Input) => {
      const found = roles.length === 0 || roles.includes('user') ? hits : [];
      const shown = text === 'gi' ? [hitOf(99, [{ text: 'gi only', mark: true }])] : [...found];
      const groups = shown.length === 0 ? [] : [groupOf(shown)];
      return { groups, hits: shown.length, conversations: groups.length, notices, tookMs: 3 };
    },
  };
}

function renderSearch(bridge: Bridge) {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <ClientContext value={createClient(bridge)}>
        <SearchScreen listView={EVERYTHING} />
      </ClientContext>
    </QueryClientProvider>,
  );
}

function type(text: string): void {
  act(() => useUiStore.getState().navigate({ screen: 'search', searchText: text }, { replace: true }));
}

function hits(): HTMLElement[] {
  return within(screen.getByRole('region', { name: 'Search results' })).queryAllByRole('listitem');
}

async function hitsAre(ids: readonly number[]): Promise<void> {
  await waitFor(() => {
    expect(hits().map(hit => Number(hit.dataset['messageId']))).toEqual(ids);
  });
}

beforeEach(() => {
  useUiStore.getState().reset();
  useSearchStore.getState().clearFilters();
  stubLayout();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the message search', () => {
  it('shows snippets as text with the marks that main found, and nothing else as an element', async () => {
    renderSearch(fakeBridge(answersWith(GIRAFFES)).bridge);
    type('giraffe');
    await hitsAre([1, 2, 3]);
    for (const hit of hits()) {
      expect([...hit.querySelectorAll('mark')].map(mark => mark.textContent)).toEqual(['giraffe']);
      expect(hit.querySelectorAll('img, i, mark mark')).toHaveLength(0);
      expect(hit.dataset['sessionId']).toBe('s1');
      expect(hit.textContent).toContain('the <i>neighbour</i>');
    }
    expect(
      hits()
        .map(hit => hit.textContent)
        .join(),
    ).toContain('<b>bold</b>');
    expect(hits()[2]?.textContent).toContain('literal <mark>giraffe</mark> tags');
    expect(screen.getByText('A <b>label</b>')).toBeTruthy();
  });

  it('names each stage and counts', async () => {
    renderSearch(fakeBridge(answersWith(GIRAFFES)).bridge);
    type('giraffe');
    await waitFor(() => {
      expect(screen.getByRole('status').textContent).toContain('substring +0');
    });
    expect(screen.getByRole('status').textContent).toContain('3 hits in 1 conversation');
    expect(screen.getByRole('status').textContent).toContain('full text 3');
  });

  it('never lets a late answer to an older text win', async () => {
    const { bridge, cancelled } = fakeBridge(answersWith(GIRAFFES));
    const slow: Bridge = {
      ...bridge,
      call: async request => {
        const { text } = request.input as Input;
        await new Promise(resolve => setTimeout(resolve, text === 'gi' ? 600 : 50));
        return bridge.call(request);
      },
    };
    renderSearch(slow);
    type('gi');
    await new Promise(resolve => setTimeout(resolve, 200));
    type('giraffe');
    await hitsAre([1, 2, 3]);
    await act(() => new Promise(resolve => setTimeout(resolve, 800)));
    await hitsAre([1, 2, 3]);
    expect(cancelled.length).toBeGreaterThan(0);
  });

  it('keeps the old results until the new ones are there', async () => {
    const { bridge } = fakeBridge(answersWith(GIRAFFES));
    let hold: Promise<void> = Promise.resolve();
    renderSearch({
      ...bridge,
      call: async request => {
        await hold;
        return bridge.call(request);
      },
    });
    type('giraffe');
    await hitsAre([1, 2, 3]);
    let release = (): void => undefined;
    hold = new Promise(resolve => {
      release = resolve;
    });
    type('gi');
    await act(() => new Promise(resolve => setTimeout(resolve, 250)));
    await hitsAre([1, 2, 3]);
    release();
    await hitsAre([99]);
  });

  it('opens a hit with Enter at its message with its marks, and by a click', async () => {
    renderSearch(fakeBridge(answersWith(GIRAFFES)).bridge);
    type('giraffe');
    await hitsAre([1, 2, 3]);
    hits()[0]?.focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(useUiStore.getState().place).toMatchObject({
      screen: 'sessions',
      sessionId: 's1',
      messageId: 2,
      highlight: 'giraffe',
    });
    act(() => useUiStore.getState().back());
    expect(useUiStore.getState().place).toMatchObject({ screen: 'search', searchText: 'giraffe' });
  });

  it('has the hit read that is likely to be opened: the first, one that the pointer rests on or presses, that of the keys', async () => {
    const likely: number[] = [];
    const end = provideOpenings(({ messageId }) => likely.push(messageId));
    renderSearch(fakeBridge(answersWith(GIRAFFES)).bridge);
    type('giraffe');
    await hitsAre([1, 2, 3]);
    await waitFor(() => expect(likely).toEqual([1]));
    fireEvent.pointerEnter(hits()[1] ?? document.body);
    fireEvent.pointerLeave(hits()[1] ?? document.body);
    fireEvent.pointerEnter(hits()[2] ?? document.body);
    await waitFor(() => expect(likely).toEqual([1, 3]));
    fireEvent.pointerDown(hits()[1] ?? document.body);
    expect(likely).toEqual([1, 3, 2]);
    act(() => hits()[0]?.focus());
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(likely.at(-1)).toBe(3));
    end();
  });

  it('explains why nothing was found, and blames the filter', async () => {
    renderSearch(fakeBridge(answersWith(GIRAFFES)).bridge);
    type('giraffe');
    await hitsAre([1, 2, 3]);
    await userEvent.click(screen.getByRole('button', { name: 'Tool' }));
    await screen.findByText('Nothing matches “giraffe”');
    expect(screen.getByRole('status').textContent).toContain('No hits');
    expect(screen.getByText(/role:tool/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Search without filters' }));
    await hitsAre([1, 2, 3]);
  });

  it('says that the index is damaged or incomplete', async () => {
    renderSearch(fakeBridge(answersWith([], ['index-damaged', 'index-incomplete'])).bridge);
    type('giraffe');
    const said = (): string => screen.getByRole('region', { name: 'Search results' }).textContent.toLowerCase();
    await waitFor(() => {
      expect(said()).toContain('search index is damaged');
    });
    expect(said()).toContain('index is incomplete');
    expect(said()).not.toContain('nothing matches');
    expect(document.body.textContent).not.toContain('No hits');
  });

  it('says what went wrong, with a way out', async () => {
    renderSearch(fakeBridge({}).bridge);
    type('giraffe');
    expect((await screen.findByRole('alert')).textContent).toContain('No answer for search');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
