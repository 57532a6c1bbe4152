import { expect, it } from 'vitest';
import { fixtureGolden, fixturePath } from '../../../test/support/fixtures.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { MESSAGE_FLAG } from '../../shared/message-flags.ts';
import type { LaneContext } from '../lanes/context.ts';
import { readBodies } from './bodies.ts';
import { openChain } from './conversation-open-chain.ts';
import { messageText } from './message-text.ts';

interface Entry {
  readonly role: string;
  readonly content?: unknown;
  readonly timestamp: number;
  readonly display_kind?: string;
}

/** What one session shows of live rows: who said what, results behind the calls that they answer. */
function shown(context: LaneContext, sessionId: string): string[] {
  const { skeleton } = openChain(context, [sessionId], { showRewound: false, showBookkeeping: false });
  const text = (messageId: number) =>
    messageText(context, { messageId, part: { kind: 'content' }, offset: 0, length: 1_000_000 }).text;
  const live = skeleton.ids.filter((_, index) => ((skeleton.flags[index] ?? 0) & MESSAGE_FLAG.compacted) === 0);
  return [...live].flatMap(id =>
    readBodies(context, [sessionId], [id]).flatMap(body => {
      const answers = body.toolCalls.flatMap(call => (call.result === null ? [] : [call.result]));
      const results = [...answers, ...body.looseResults].map(result => `tool ${text(result.messageId)}`);
      return body.role === 'tool' ? results : [`${body.role} ${text(body.id)}`, ...results];
    }),
  );
}

/** Hermes hands scaffolding and the copies that compaction left to the model; people see neither. */
function meant(entries: readonly Entry[]): string[] {
  const seen = new Set<string>();
  return entries.flatMap(({ role, content, timestamp, display_kind: kind }) => {
    const line = `${role} ${typeof content === 'string' ? content : ''}`;
    const copy = role === 'user' && seen.has(`${line} ${timestamp}`);
    seen.add(`${line} ${timestamp}`);
    return role === 'system' || kind === 'hidden' || copy ? [] : [line];
  });
}

// Older versions neither trimmed what people said nor ordered by id.
it.each(['v20', 'v23'] as const)('%s: shows the words of the recorded conversations, in their order', version => {
  const context = openLaneContext(fixturePath(version));
  const calls = fixtureGolden(version).calls['get_messages_as_conversation'] ?? [];
  const plain = calls.filter(({ args, kwargs }) => Object.keys(kwargs ?? {}).length === 0 && args.length === 1);
  // Structured content and very long outputs are recorded in a form of their own.
  const isText = ({ content }: Entry) => typeof content === 'string' || content === null || content === undefined;
  const textual = plain.filter(({ result }) => (result as Entry[]).every(isText));
  for (const { args, result } of textual) {
    expect(shown(context, String(args[0]))).toEqual(meant(result as Entry[]));
  }
  expect(textual.length).toBeGreaterThan(10);
  context.store.db.close();
});
