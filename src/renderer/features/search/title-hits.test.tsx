import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { conversationRow } from '../../../../test/support/conversation-row.ts';
import { fakeBridge } from '../../../../test/support/fake-bridge.ts';
import { EVERYTHING } from '../../../../test/support/list-view.ts';
import { createQueryClient } from '../../api/cache.ts';
import { ClientContext } from '../../api/client-context.tsx';
import { createClient } from '../../api/client.ts';
import { TitleHits } from './title-hits.tsx';

it('says of a conversation that is found by its name why it is not in the list', async () => {
  const { bridge } = fakeBridge({
    'sessions.where': ({ text, exact }: { text: string; exact: boolean }) => ({
      total: 1,
      found: [
        {
          sessionId: text,
          row: conversationRow(text),
          index: -1,
          reason: text === 'away' && exact ? 'archived' : null,
        },
      ],
    }),
  });
  const conversations = ['away', 'here'].map(id => ({
    conversationId: id,
    label: [{ text: `Title ${id}`, mark: false }],
    source: 'cli',
    model: 'opus',
    lastActive: null,
  }));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ClientContext value={createClient(bridge)}>
        <TitleHits titles={{ conversations, total: 2 }} listView={EVERYTHING} onOpen={() => undefined} />
      </ClientContext>
    </QueryClientProvider>,
  );
  expect((await screen.findByRole('button', { name: /not in the list: archived/ })).textContent).toContain(
    'Title away',
  );
  expect(screen.getByRole('button', { name: /Title here/ }).textContent).not.toContain('not in the list');
});
