import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeBridge } from '../../../test/support/fake-bridge.ts';
import { forgetAllUndo, rememberUndo } from '../actions/undo-stack.ts';
import { ClientContext } from '../api/client-context.tsx';
import { createClient } from '../api/client.ts';
import { useUndoKey } from './use-undo-key.ts';

function Controls() {
  useUndoKey();
  return (
    <>
      <input type="checkbox" aria-label="switch" />
      <input type="radio" aria-label="choice" />
      <input type="number" aria-label="days" />
      <input aria-label="title" />
      <textarea aria-label="note" />
    </>
  );
}

it.each([
  ['switch', 1],
  ['choice', 1],
  ['days', 0],
  ['title', 0],
  ['note', 0],
])('Ctrl+Z with the focus in: %s', async (name, undos) => {
  forgetAllUndo();
  rememberUndo('token');
  const { bridge, requests } = fakeBridge({ 'organise.undo': () => ({ restored: 1 }) });
  render(
    <ClientContext value={createClient(bridge)}>
      <Controls />
    </ClientContext>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByLabelText(name));
  await user.keyboard('{Control>}z{/Control}');
  expect(requests).toHaveLength(undos);
});
