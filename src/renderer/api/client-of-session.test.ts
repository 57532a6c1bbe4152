import { expect, it } from 'vitest';
import { fakeBridge } from '../../../test/support/fake-bridge.ts';
import { clientOfSession } from './client-of-session.ts';
import { createClient } from './client.ts';

it('names the session where a message is named by its number alone, and nothing else', async () => {
  const inputs: unknown[] = [];
  const note = (input: unknown) => {
    inputs.push(input);
    return { text: '', done: true, length: 0 };
  };
  const { bridge } = fakeBridge({
    'conversation.text': note,
    'conversation.copyMessage': note,
    'conversation.details': note,
    'app.copyText': note,
  });
  const client = clientOfSession(createClient(bridge), 's1');
  await client.conversation.text({ messageId: 1, part: { kind: 'content' }, offset: 0, length: 10 });
  await client.conversation.copyMessage({ messageId: 2 });
  await client.conversation.copyMessage({ messageId: 3, sessionId: 'other' });
  await client.conversation.details({ sessionId: 's2' });
  await client.app.copyText({ text: 'x' });
  expect(inputs).toEqual([
    { sessionId: 's1', messageId: 1, part: { kind: 'content' }, offset: 0, length: 10 },
    { sessionId: 's1', messageId: 2 },
    { sessionId: 'other', messageId: 3 },
    { sessionId: 's2' },
    { text: 'x' },
  ]);
});
