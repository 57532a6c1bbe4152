import type { Chat, Session } from './edges.ts';

/** True where nothing that the index holds of the row changed. Spelt out: it runs over every row at each reading. */
export function sameSession(a: Session, b: Session): boolean {
  return (
    a.id === b.id &&
    a.messages === b.messages &&
    a.activity === b.activity &&
    a.title === b.title &&
    a.ended === b.ended &&
    a.archived === b.archived &&
    a.pinned === b.pinned &&
    sameOrigin(a, b) &&
    sameFamily(a, b) &&
    sameCounters(a, b)
  );
}

function sameOrigin(a: Session, b: Session): boolean {
  return (
    a.source === b.source &&
    a.model === b.model &&
    a.cwd === b.cwd &&
    a.gitRepoRoot === b.gitRepoRoot &&
    Object.is(a.storedStart, b.storedStart) &&
    Object.is(a.storedEnd, b.storedEnd)
  );
}

function sameFamily(a: Session, b: Session): boolean {
  return (
    a.parentId === b.parentId &&
    a.endReason === b.endReason &&
    a.branchedFrom === b.branchedFrom &&
    a.delegateFrom === b.delegateFrom &&
    a.resetFrom === b.resetFrom
  );
}

function sameCounters(a: Session, b: Session): boolean {
  return (
    a.toolCalls === b.toolCalls &&
    a.rewinds === b.rewinds &&
    a.inputTokens === b.inputTokens &&
    a.outputTokens === b.outputTokens &&
    a.cacheReadTokens === b.cacheReadTokens &&
    a.cacheWriteTokens === b.cacheWriteTokens &&
    a.reasoningTokens === b.reasoningTokens &&
    sameBill(a, b)
  );
}

function sameBill(a: Session, b: Session): boolean {
  return (
    a.apiCalls === b.apiCalls &&
    a.provider === b.provider &&
    sameChat(a.chat, b.chat) &&
    a.oddValues === b.oddValues &&
    a.cost.state === b.cost.state &&
    a.cost.usd === b.cost.usd
  );
}

function sameChat(a: Chat | null, b: Chat | null): boolean {
  if (a === null || b === null) return a === b;
  return a.type === b.type && a.name === b.name;
}
