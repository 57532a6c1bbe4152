import { z } from 'zod';
import { command, query } from './procedure.ts';
import { SessionView } from './sessions.ts';

/** Ids of the rows that are shown (tips). An action on one of them is on its whole conversation. */
export const ConversationIds = z.array(z.string()).min(1).max(50_000);

/** `conversation`: the chain with its subagents. `segment`: the one row with its subagents. */
export const DeletionUnit = z.enum(['conversation', 'segment']);
export type DeletionUnit = z.infer<typeof DeletionUnit>;

/** A session by id and name. */
export const NamedSession = z.object({ id: z.string(), label: z.string() });
export type NamedSession = z.infer<typeof NamedSession>;

/** What an action did, and how to take it back. */
export const ActionResult = z.object({
  /** Conversations that are different now. */
  changed: z.number(),
  /** For `undo`; null where nothing changed. */
  undoToken: z.string().nullable(),
});
export type ActionResult = z.infer<typeof ActionResult>;

/** What a deletion would take, counted before anything is touched. */
export const DeletionPlan = z.object({
  conversations: z.number(),
  /** Rows of `sessions` that go: segments of the chains, and subagents at any depth. */
  segments: z.number(),
  subagents: z.number(),
  messages: z.number(),
  /** Bytes of the rows that go. */
  bytes: z.number(),
  /** Branches and other children that stay and become roots; at most 50, and how many there are. */
  newRoots: z.array(NamedSession),
  newRootCount: z.number(),
  /** The first names of what goes; at most 10. */
  names: z.array(NamedSession),
  pinned: z.number(),
  /** Sessions without `ended_at` among them. */
  open: z.number(),
  /** Sessions that an agent is compressing right now; they cannot be deleted. */
  compressing: z.array(NamedSession),
  /** Names of transcript files in `<home>/sessions` that go along. */
  transcriptFiles: z.array(z.string()),
});
export type DeletionPlan = z.infer<typeof DeletionPlan>;

export const RenameResult = z.discriminatedUnion('kind', [
  /** `title` is what was stored: cleaned as Hermes does, null where nothing was left of it. */
  z.object({ kind: z.literal('renamed'), title: z.string().nullable(), undoToken: z.string().nullable() }),
  /** Another session has this title. `nextFree` is the next numbered title that nobody has. */
  z.object({ kind: z.literal('conflict'), title: z.string(), holder: NamedSession, nextFree: z.string() }),
  z.object({ kind: z.literal('too-long'), length: z.number(), maximum: z.number() }),
]);
export type RenameResult = z.infer<typeof RenameResult>;

export const organise = {
  /** Sets or clears (null) the title of a conversation's tip. */
  rename: command({
    input: z.object({ id: z.string(), title: z.string().max(100_000).nullable() }),
    output: RenameResult,
  }),
  setPinned: command({ input: z.object({ ids: ConversationIds, on: z.boolean() }), output: ActionResult }),
  setArchived: command({ input: z.object({ ids: ConversationIds, on: z.boolean() }), output: ActionResult }),
  deletionPlan: query({ input: z.object({ ids: ConversationIds, unit: DeletionUnit }), output: DeletionPlan }),
  /** Deletes into the trash; see `trash`. Everything goes in one transaction per 200 conversations. */
  delete: command({
    input: z.object({ jobId: z.string(), ids: ConversationIds, unit: DeletionUnit }),
    output: ActionResult.extend({ sessions: z.number(), messages: z.number() }),
  }),
  /** Takes one action back. Fails with `conflict`, saying why, where what it changed has been changed again since. */
  undo: command({
    input: z.object({ jobId: z.string(), token: z.string() }),
    output: z.object({ restored: z.number() }),
  }),
  /** Ids of every row of a view, in its order; for "select all". */
  idsOfView: query({ input: z.object({ view: SessionView }), output: z.object({ ids: z.array(z.string()) }) }),
};
