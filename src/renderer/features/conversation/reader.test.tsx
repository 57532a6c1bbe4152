import { QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conversationRow } from '../../../../test/support/conversation-row.ts';
import { fakeBridge } from '../../../../test/support/fake-bridge.ts';
import type { Bridge } from '../../../shared/bridge.ts';
import type { ReaderPreferences } from '../../../shared/contract/app.ts';
import type { MessageBody } from '../../../shared/contract/conversation.ts';
import { MESSAGE_FLAG, ROLES } from '../../../shared/message-flags.ts';
import { createQueryClient, watchChanges } from '../../api/cache.ts';
import { createClient } from '../../api/client.ts';
import { ClientContext } from '../../api/client-context.tsx';
import { useUiStore } from '../../app/ui-store.ts';
import { Reader } from './reader.tsx';

// The first render also loads the modules, on a machine that may be busy.
configure({ asyncUtilTimeout: 5000 });

const ROW = conversationRow('s2', {
  rootId: 's1',
  segments: 2,
  title: 'A title',
  label: 'A title',
  model: 'opus',
  cwd: '/home/ann',
  startedAt: 1_787_000_000,
  lastActive: 1_787_000_900,
  messages: 3,
  toolCalls: 1,
  tokens: 1200,
  cost: { actualUsd: 0, actualCount: 0, estimatedUsd: 3.41, estimatedCount: 1, includedCount: 0, unknownCount: 1 },
  open: true,
  live: true,
});

interface Item {
  readonly id: number;
  readonly text: string;
  readonly flags?: number;
}

function bodyOf({ id, text, flags = 0 }: Item): MessageBody {
  return {
    id,
    sessionId: 's2',
    role: 'user',
    timestamp: 1_787_000_000 + id,
    flags,
    displayKind: null,
    parts: [{ kind: 'text', text: { text, bytes: text.length, clipped: false } }],
    bytes: text.length,
    reasoning: null,
    toolCalls: [],
    unreadableToolCalls: null,
    looseResults: [],
    toolName: null,
    finishReason: null,
  };
}

const NONE = { rewound: 0, compacted: 0, observed: 0, bookkeeping: 0, events: 0 };

/** A conversation that can grow; rewound items are left out unless they are asked for. */
class FakeConversation {
  items: Item[] = [
    { id: 1, text: 'first' },
    { id: 2, text: 'taken back', flags: MESSAGE_FLAG.rewound },
    { id: 3, text: 'third' },
  ];
  place: { messageId: number; offset: number } | null = null;
  reader: ReaderPreferences = {
    rewound: false,
    compacted: true,
    observed: true,
    bookkeeping: false,
    events: true,
    wrap: true,
  };
  readonly answers = {
    'conversation.open': ({ showRewound }: { showRewound: boolean }) => {
      const shown = this.shown(showRewound);
      return {
        row: ROW,
        segments: [
          { sessionId: 's1', title: null, startedAt: 1, endedAt: 2, endReason: 'compression', start: 0, count: 1 },
          {
            sessionId: 's2',
            title: null,
            startedAt: 2,
            endedAt: null,
            endReason: null,
            start: 1,
            count: shown.length - 1,
          },
        ],
        skeleton: {
          ids: Float64Array.from(shown, item => item.id),
          roles: Uint8Array.from(shown, () => ROLES.indexOf('user')),
          flags: Uint8Array.from(shown, item => item.flags ?? 0),
          bytes: Float64Array.from(shown, item => item.text.length),
          timestamps: Float64Array.from(shown, item => 1_787_000_000 + item.id),
        },
        compactions: [{ kind: 'rotation', segmentId: 's2', summaryId: null, index: 1 }],
        hidden: { ...NONE, rewound: this.items.length - shown.length, copies: 0 },
        kinds: { ...NONE, rewound: this.items.filter(item => item.flags !== undefined).length },
        fingerprint: 'f',
      };
    },
    'app.info': () => ({ preferences: { readOnly: false, reader: this.reader } }),
    'app.setPreferences': ({ reader }: { reader: ReaderPreferences }) => {
      this.reader = reader;
      return { readOnly: false, reader };
    },
    'reading.enter': () => ({ place: this.place, opened: null }),
    'reading.keepPlace': () => ({}),
    'reading.marks': () => ({ failures: [], items: [], tools: new Float64Array(), next: null }),
    'reading.prompts': ({ offset }: { offset: number }) => {
      const prompts = this.shown(this.reader.rewound).slice(offset, offset + 1);
      return {
        ids: prompts.map(item => item.id),
        texts: prompts.map(item => item.text),
        next: offset + 1 < this.shown(this.reader.rewound).length ? offset + 1 : null,
      };
    },
    'conversation.bodies': ({ ids }: { ids: number[] }) => this.items.filter(item => ids.includes(item.id)).map(bodyOf),
    'conversation.locate': ({ messageId, showRewound }: { messageId: number; showRewound: boolean }) => {
      const index = this.shown(showRewound).findIndex(item => item.id === messageId);
      return { index, itemId: index === -1 ? null : messageId };
    },
  };
  shown(showRewound: boolean): Item[] {
    return this.items.filter(item => showRewound || item.flags === undefined);
  }
}

const PANELS = { lineage: () => 'family', usage: () => 'counters', details: () => 'columns' };

function renderReader(bridge: Bridge, messageId: number | null = null, highlight = '') {
  const queries = createQueryClient();
  const client = createClient(bridge);
  watchChanges(bridge, client, queries);
  return render(
    <QueryClientProvider client={queries}>
      <ClientContext value={client}>
        <Reader sessionId="s2" messageId={messageId} highlight={highlight} panels={PANELS} />
      </ClientContext>
    </QueryClientProvider>,
  );
}

function shownIds(): number[] {
  const region = screen.getByRole('region', { name: 'Conversation' });
  return [...region.querySelectorAll<HTMLElement>('article[data-message-id]')].map(each =>
    Number(each.dataset['messageId']),
  );
}

beforeEach(() => {
  useUiStore.getState().reset();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {
        return undefined;
      }
      unobserve(): void {
        return undefined;
      }
      disconnect(): void {
        return undefined;
      }
    },
  );
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the reader', () => {
  it('shows head, tabs and messages with their ids and roles', async () => {
    renderReader(fakeBridge(new FakeConversation().answers).bridge);
    expect(await screen.findByText('third')).toBeTruthy();
    await waitFor(() => expect(shownIds()).toEqual([1, 3]));
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('A title');
    expect(screen.getByText('3 messages in 2 segments')).toBeTruthy();
    expect(screen.getByText('~$3.41 estimated and cost unknown')).toBeTruthy();
    expect(screen.getByRole('tablist', { name: 'Session' })).toBeTruthy();
    expect(screen.getAllByRole('tab').map(tab => tab.getAttribute('aria-label'))).toEqual([
      'Conversation',
      'Lineage',
      'Usage',
      'Details',
    ]);
    expect(screen.getByText(/Segment \d of 2/)).toBeTruthy();
    expect(screen.getByRole('separator').textContent).toContain('Compressed');
  });

  it('shows rewound messages on request, marked by a word', async () => {
    renderReader(fakeBridge(new FakeConversation().answers).bridge);
    await screen.findByText('third');
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Rewound messages (1)' }));
    await screen.findByText('taken back');
    expect(shownIds()).toEqual([1, 2, 3]);
    expect(document.querySelector('article[data-message-id="2"]')?.getAttribute('aria-label')).toContain('rewound');
  });

  it('opens at a message, marks the matches and gives it the focus', async () => {
    renderReader(fakeBridge(new FakeConversation().answers).bridge, 3, 'third');
    await waitFor(() => {
      expect(document.activeElement?.getAttribute('data-message-id')).toBe('3');
    });
    expect(document.activeElement?.querySelector('mark')?.textContent).toBe('third');
  });

  it('shows hidden rows where the message that was asked for is one', async () => {
    renderReader(fakeBridge(new FakeConversation().answers).bridge, 2);
    await waitFor(() => {
      expect(document.activeElement?.getAttribute('data-message-id')).toBe('2');
    });
    expect(screen.getByText(/one of those that are hidden/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Hide them again' }));
    await waitFor(() => {
      expect(shownIds()).toEqual([1, 3]);
    });
    expect(screen.queryByText(/one of those that are hidden/)).toBeNull();
  });

  it('remembers which rows are shown', async () => {
    const conversation = new FakeConversation();
    renderReader(fakeBridge(conversation.answers).bridge).unmount();
    conversation.reader = { ...conversation.reader, rewound: true };
    renderReader(fakeBridge(conversation.answers).bridge);
    await screen.findByText('taken back');
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    const rewound = await screen.findByRole('menuitemcheckbox', { name: 'Rewound messages (1)' });
    expect(rewound.getAttribute('aria-checked')).toBe('true');
    await userEvent.click(rewound);
    await waitFor(() => {
      expect(conversation.reader.rewound).toBe(false);
    });
  });

  it('lists the prompts, filters them by words, and goes to the one that is chosen', async () => {
    renderReader(fakeBridge(new FakeConversation().answers).bridge);
    await screen.findByText('third');
    await userEvent.click(await screen.findByRole('button', { name: '2 prompts' }));
    const list = await screen.findByRole('listbox', { name: 'Prompts' });
    await waitFor(() => {
      expect([...list.querySelectorAll('[role="option"]')].map(each => each.lastChild?.textContent)).toEqual([
        'first',
        'third',
      ]);
    });
    await userEvent.keyboard('THI{Enter}');
    await waitFor(() => {
      expect(document.activeElement?.getAttribute('data-message-id')).toBe('3');
    });
    expect(screen.queryByRole('listbox', { name: 'Prompts' })).toBeNull();
  });

  it('lists the prompts beside the conversation where there is room, under their segments', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1080);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
    const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
    const conversation = new FakeConversation();
    conversation.items.push({ id: 4, text: 'fourth' });
    const { unmount } = renderReader(fakeBridge(conversation.answers).bridge);
    const outline = await screen.findByRole('navigation', { name: 'Prompts' });
    const names = () => [...outline.querySelectorAll('h4, button > span')].map(each => each.textContent);
    await waitFor(() => {
      expect(names()).toEqual(['Segment 1 of 2', 'first', 'Segment 2 of 2', 'third', 'fourth']);
    });
    await userEvent.click(within(outline).getByRole('button', { name: /third/ }));
    await waitFor(() => {
      expect(document.activeElement?.getAttribute('data-message-id')).toBe('3');
    });
    within(outline).getByRole('button', { name: /first/ }).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toMatch(/fourth$/);
    unmount();
    width.mockReturnValue(1000);
    renderReader(fakeBridge(conversation.answers).bridge);
    await screen.findByText('fourth');
    expect(screen.queryByRole('navigation', { name: 'Prompts' })).toBeNull();
  });

  it('says that a message is gone and shows the conversation all the same', async () => {
    renderReader(fakeBridge(new FakeConversation().answers).bridge, 77);
    expect(await screen.findByText(/not in this conversation any more/)).toBeTruthy();
    expect(await screen.findByText('third')).toBeTruthy();
  });

  it('takes in new messages when the file changes', async () => {
    const conversation = new FakeConversation();
    const { bridge, announce } = fakeBridge(conversation.answers);
    renderReader(bridge);
    await screen.findByText('third');
    conversation.items.push({ id: 4, text: 'just written' });
    act(() => announce({ topic: 'data' }));
    await screen.findByText('just written');
    expect(shownIds()).toEqual([1, 3, 4]);
  });

  it('says what is so where there is nothing to show', async () => {
    const conversation = new FakeConversation();
    conversation.items = [];
    renderReader(fakeBridge(conversation.answers).bridge);
    expect(await screen.findByText('No messages in this conversation')).toBeTruthy();
  });

  it('keeps what it shows where reading it again fails, and says so', async () => {
    const border = fakeBridge(new FakeConversation().answers);
    let broken = false;
    const failing: Bridge = {
      ...border.bridge,
      call: request =>
        broken
          ? Promise.resolve({ ok: false, error: { code: 'lane-crashed', message: 'The reader stopped.' } })
          : border.bridge.call(request),
    };
    renderReader(failing);
    await screen.findByText('third');
    broken = true;
    act(() => border.announce({ topic: 'data' }));
    await waitFor(() => {
      expect(
        screen
          .getAllByRole('alert')
          .map(each => each.textContent)
          .join(),
      ).toContain('The reader stopped.');
    });
    expect(screen.getByText('third')).toBeTruthy();
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => {
      expect(screen.queryByText(/may be old/)).toBeNull();
    });
  });

  it('says that a session is gone, with the way back', async () => {
    const border = fakeBridge({});
    const gone: Bridge = {
      ...border.bridge,
      call: () => Promise.resolve({ ok: false, error: { code: 'not-found', message: 'No such session.' } }),
    };
    useUiStore.getState().navigate({ sessionId: 's2' });
    renderReader(gone);
    expect((await screen.findByRole('alert')).textContent).toContain('not in the database');
    await userEvent.click(screen.getByRole('button', { name: 'Back to the sessions' }));
    expect(useUiStore.getState().place.sessionId).toBeNull();
  });
});
