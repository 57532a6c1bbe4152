import type { z } from 'zod';
import type { delegation, DelegationEvidence, Subagent } from '../../shared/contract/delegation.ts';
import { AppError } from '../../shared/errors.ts';
import type { LaneContext } from '../lanes/context.ts';
import { storedText } from '../session-db/content.ts';
import { headSql } from './body-text.ts';
import { conversationIndex, type ConversationIndex } from './conversation-index.ts';
import { atOnce } from './conversation-open-chain.ts';
import { readDelegatingCall, type DelegatingCall } from './delegation-evidence.ts';
import { asksFor, names } from './delegation-tasks.ts';
import { emptyCost } from './cost.ts';
import type { SessionNode } from './edges-family.ts';
import { conversationLabel, isLive } from './session-view-row.ts';

type Input = z.output<(typeof delegation)['subagents']['input']>;
type Output = z.input<(typeof delegation)['subagents']['output']>;

/** Subagents that are listed where none is certain. */
const MAX_POSSIBLE = 20;
const PROMPT_BYTES = 256 * 1024;
/** Clocks of two processes, in seconds; and how long a subagent that is not waited for takes to begin. */
const SLACK = { before: 2, after: 10 } as const;
const CHILD_SOURCES = new Set(['subagent', 'tool']);

/** A subagent of the session that made the call, with what speaks for it. */
interface Suspect {
  readonly node: SessionNode;
  readonly isNamed: boolean;
  /** Tasks of the call that its first prompt asks for. */
  readonly tasks: readonly number[];
  readonly isInTime: boolean;
}

/**
 * The subagents of a call. Certain are those that what the call left behind names, and those whose first prompt is a
 * task of the call, where only one can be meant; time alone makes nothing certain.
 *
 * @throws {AppError} `not-found` where the message or the call is gone.
 */
export function delegationSubagents(context: LaneContext, input: Input): Output {
  return atOnce(context, () => {
    const call = readDelegatingCall(context, input);
    if (call === null) throw new AppError('not-found', 'This call is not in the database any more.');
    const index = conversationIndex(context);
    const suspects = suspectsOf(context, index, call);
    const certain = certainOf(call, suspects);
    const chosen = new Set(certain.map(({ suspect }) => suspect));
    const isAll = certain.length > 0 && certain.length >= call.tasks.length;
    const rest = isAll
      ? []
      : possibleOf(
          suspects.filter(suspect => !chosen.has(suspect)),
          certain.length > 0,
        );
    return {
      certain: certain.map(({ suspect, by, task }) => toSubagent(index, suspect, by, task)),
      possible: rest.slice(0, MAX_POSSIBLE).map(suspect => toSubagent(index, suspect, weakEvidence(suspect), null)),
      more: Math.max(0, rest.length - MAX_POSSIBLE),
    };
  });
}

function suspectsOf(context: LaneContext, index: ConversationIndex, call: DelegatingCall): Suspect[] {
  const firstPrompt = promptReader(context);
  return childrenOf(index, call.sessionId).map(node => {
    const { id, startedAt } = node.session;
    const prompt = call.tasks.length === 0 ? '' : firstPrompt(id);
    return {
      node,
      isNamed: call.texts.some(text => names(text, id)),
      tasks: call.tasks.flatMap((task, at) => (asksFor(prompt, task) ? [at] : [])),
      isInTime: beganDuring(call, startedAt),
    };
  });
}

/** Those that hang on the session, and those that only their marker ties to it. */
function childrenOf(index: ConversationIndex, sessionId: string): SessionNode[] {
  const own = index.byId.get(sessionId)?.children ?? [];
  const isChild = ({ kind, session }: SessionNode) =>
    kind === 'delegate' || (kind === 'unknown' && CHILD_SOURCES.has(session.source));
  const marked = index.nodes.filter(
    node => node.session.delegateFrom === sessionId && node.session.parentId !== sessionId,
  );
  return [...own.filter(isChild), ...marked];
}

function beganDuring({ calledAt, answeredAt }: DelegatingCall, startedAt: number | null): boolean {
  if (calledAt === null || startedAt === null || startedAt < calledAt - SLACK.before) return false;
  return answeredAt === null || startedAt <= answeredAt + SLACK.after;
}

interface Certain {
  readonly suspect: Suspect;
  readonly by: DelegationEvidence;
  readonly task: number | null;
}

function certainOf(call: DelegatingCall, suspects: readonly Suspect[]): Certain[] {
  const named = suspects.filter(suspect => suspect.isNamed);
  const several = call.tasks.length > 1;
  const certain: Certain[] = named.map(suspect => ({
    suspect,
    by: 'id',
    task: several ? (suspect.tasks[0] ?? null) : null,
  }));
  const open = suspects.filter(suspect => !suspect.isNamed);
  call.tasks.forEach((_task, at) => {
    if (named.some(suspect => suspect.tasks.includes(at))) return;
    const suspect = onlyOne(open.filter(({ tasks }) => tasks.includes(at)));
    if (suspect !== null) certain.push({ suspect, by: 'task', task: several ? at : null });
  });
  return certain.filter(({ suspect }, at) => certain.findIndex(one => one.suspect === suspect) === at);
}

/** Of several with the same task, the one that began while the call ran. One that began long before is none. */
function onlyOne(suspects: readonly Suspect[]): Suspect | null {
  const inTime = suspects.filter(suspect => suspect.isInTime);
  if (inTime.length > 0) return inTime.length === 1 ? (inTime[0] ?? null) : null;
  const [only, ...others] = suspects;
  const isUndated = only?.node.session.startedAt === null;
  return only !== undefined && others.length === 0 && isUndated ? only : null;
}

/** Beside certain ones, only those for which something speaks. */
function possibleOf(suspects: readonly Suspect[], hasCertain: boolean): Suspect[] {
  const likely = suspects.filter(suspect => suspect.isInTime || suspect.tasks.length > 0);
  const rest = hasCertain || likely.length > 0 ? [] : suspects;
  const weight = (suspect: Suspect) => (suspect.tasks.length > 0 ? 2 : 0) + (suspect.isInTime ? 1 : 0);
  return [...likely.sort((a, b) => weight(b) - weight(a)), ...rest];
}

function weakEvidence({ tasks, isInTime }: Suspect): DelegationEvidence {
  if (tasks.length > 0) return 'task';
  return isInTime ? 'time' : 'none';
}

/** The first words of a user in a session; empty where there are none, or too many. */
function promptReader(context: LaneContext): (sessionId: string) => string {
  const statement = context.store.db
    .prepare<[string], unknown>(
      `SELECT ${headSql('m.content', PROMPT_BYTES, 0)} FROM messages m ` +
        "WHERE m.session_id = ? AND m.role = 'user' ORDER BY m.timestamp, m.id LIMIT 1",
    )
    .pluck();
  return sessionId => storedText(statement.get(sessionId)) ?? '';
}

function toSubagent(
  index: ConversationIndex,
  { node }: Suspect,
  by: DelegationEvidence,
  task: number | null,
): Subagent {
  const { session, conversation } = node;
  const { id, source, startedAt } = session;
  const own = { sessionId: id, source, startedAt, by, task };
  if (conversation === null) {
    const { model, messages } = session;
    return { ...own, label: id, model, messages, tokens: 0, cost: emptyCost(), live: false };
  }
  const { model, messages, tokens, cost, tip, lastActive } = conversation;
  const label = conversationLabel(index, conversation);
  return { ...own, label, model, messages, tokens, cost, live: isLive(tip, lastActive, index.now()) };
}
