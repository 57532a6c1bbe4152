import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeBridge } from '../../../../test/support/fake-bridge.ts';
import type { ColumnValue } from '../../../shared/contract/conversation.ts';
import { createQueryClient } from '../../api/cache.ts';
import { createClient } from '../../api/client.ts';
import { ClientContext } from '../../api/client-context.tsx';
import { detailParts, isLockStale } from './details-columns.ts';
import { DetailsParts } from './details-parts.tsx';

configure({ asyncUtilTimeout: 5000 });

function row(column: string, text: string | null, change: Partial<ColumnValue> = {}): ColumnValue {
  const value = text === null ? null : { text, bytes: text.length, clipped: false };
  return { column, type: text === null ? 'null' : 'text', value, time: null, ...change };
}

function renderParts(rows: readonly ColumnValue[], answers: Parameters<typeof fakeBridge>[0] = {}) {
  const border = fakeBridge({ 'app.copyText': () => ({}), ...answers });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ClientContext value={createClient(border.bridge)}>
        <DetailsParts sessionId="s" rows={rows} />
      </ClientContext>
    </QueryClientProvider>,
  );
  return border;
}

describe('parts of the details', () => {
  it('are drawn where the file has them only', () => {
    renderParts([row('id', 's'), row('handoff_state', null)]);
    expect(screen.getByText('This row holds no system prompt.')).toBeTruthy();
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('say whether a compression lock is in force', () => {
    const lock = [
      row('compression_lock.holder', 'pid 42'),
      row('compression_lock.expires_at', '1787000000.0', { time: 1_787_000_000 }),
    ];
    const parts = detailParts(lock);
    expect(isLockStale(parts.lock, 1_786_999_999)).toBe(false);
    expect(isLockStale(parts.lock, 1_787_000_000)).toBe(true);
    expect(isLockStale(detailParts([row('compression_lock.holder', 'x')]).lock, 0)).toBeNull();
    renderParts(lock.map(one => ({ ...one, time: one.time === null ? null : 1_000_000_000 })));
    const shown = within(screen.getByRole('region', { name: 'Compression lock' }));
    expect(shown.getByText('stale: it has expired, nobody renews it')).toBeTruthy();
    expect(shown.getByText('pid 42')).toBeTruthy();
  });

  it('keep delegations apart, whatever their names', () => {
    const { delegations } = detailParts([
      row('delegation deleg_1.state', 'running'),
      row('delegation a.b.state', 'completed'),
      row('delegation deleg_1.task_json', '{}'),
      row('delegation deleg_1.origin_ui_session_id', ''),
    ]);
    expect(delegations.map(({ id, fields }) => [id, fields.map(field => field.column)])).toEqual([
      ['deleg_1', ['state', 'task_json']],
      ['a.b', ['state']],
    ]);
  });

  it('show the model configuration as a tree with exact numbers, and the goal', () => {
    renderParts([row('model_config', '{"max_tokens":12345678901234567890}'), row('goal', '{"goal":"ship it"}')]);
    expect(screen.getByRole('group', { name: 'Model configuration' }).textContent).toContain('12345678901234567890');
    expect(screen.getByRole('group', { name: 'Goal' }).textContent).toContain('ship it');
  });

  it('read a long prompt whole in stretches, and copy it whole', async () => {
    const whole = 'You are Hermes. '.repeat(60_000);
    const border = renderParts(
      [
        row('system_prompt', whole.slice(0, 100), {
          value: { text: whole.slice(0, 100), bytes: whole.length, clipped: true },
        }),
      ],
      {
        'delegation.sessionText': ({ offset, length }: { offset: number; length: number }) => ({
          text: whole.slice(offset, offset + length),
          done: offset + length >= whole.length,
        }),
      },
    );
    expect(border.requests).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'System prompt' }));
    const shown = await screen.findByLabelText('System prompt');
    expect(shown.textContent).toBe(whole.slice(0, 100_000));
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(shown.textContent).toBe(whole.slice(0, 200_000));
    await userEvent.click(screen.getByRole('button', { name: 'Copy system prompt' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(border.requests.at(-1)).toMatchObject({ method: 'copyText', input: { text: whole } });
  });
});
