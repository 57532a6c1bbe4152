import { z } from 'zod';
import { ColumnValue } from './conversation.ts';
import { query } from './procedure.ts';
import { CostSummary } from './sessions.ts';

/**
 * What says that a call started a subagent: its id stands in what the call left behind, its first prompt is the task of
 * the call, it began while the call ran, or nothing but that it belongs to the same session.
 */
export const DelegationEvidence = z.enum(['id', 'task', 'time', 'none']);
export type DelegationEvidence = z.infer<typeof DelegationEvidence>;

/** A subagent that a call started, or may have started. */
export const Subagent = z.object({
  sessionId: z.string(),
  label: z.string(),
  source: z.string(),
  model: z.string().nullable(),
  startedAt: z.number().nullable(),
  /** Visible messages, tokens and cost of its whole chain. */
  messages: z.number(),
  tokens: z.number(),
  cost: CostSummary,
  live: z.boolean(),
  by: DelegationEvidence,
  /** Which of the tasks of the call; null where the call has one only, or the task is not known. */
  task: z.number().nullable(),
});
export type Subagent = z.infer<typeof Subagent>;

/** The long texts of a session. */
export const SessionText = z.enum(['system_prompt', 'model_config', 'goal']);
export type SessionText = z.infer<typeof SessionText>;

export const delegation = {
  /** The subagents of a call, numbered by its place in `tool_calls`; those that are not certain stand apart. */
  subagents: query({
    input: z.object({
      sessionId: z.string(),
      messageId: z.number(),
      call: z.number().int().min(0),
      /** Row that answers the call. */
      resultId: z.number().nullable(),
    }),
    output: z.object({
      certain: z.array(Subagent),
      /** The likeliest first. Empty where those that are certain are all. */
      possible: z.array(Subagent),
      /** How many more are possible. */
      more: z.number(),
    }),
  }),
  /** Every column of one message row. */
  messageColumns: query({
    input: z.object({ sessionId: z.string(), messageId: z.number() }),
    output: z.array(ColumnValue),
  }),
  /** A stretch of a session's text, in UTF-16 units; `done` says that it reaches the end. */
  sessionText: query({
    input: z.object({
      sessionId: z.string(),
      text: SessionText,
      offset: z.number().int().min(0),
      length: z.number().int().min(1).max(1_000_000),
    }),
    output: z.object({ text: z.string(), done: z.boolean() }),
  }),
};
