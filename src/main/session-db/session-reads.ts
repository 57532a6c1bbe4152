import * as agentState from './agent-state.ts';
import * as ftsStatus from './fts-status.ts';
import * as gateway from './gateway.ts';
import * as lineage from './lineage.ts';
import * as listing from './listing.ts';
import * as meta from './meta.ts';
import * as prune from './prune-candidates.ts';
import * as counts from './session-counts.ts';
import { SessionMessages } from './session-messages.ts';
import * as sessionLookup from './session-lookup.ts';
import * as titles from './titles.ts';
import type { ActiveSessionRow, ListedSessionRow, SessionRow } from './session-row.ts';

/** What can be asked of sessions. Each method is the function of the same name on this object's store. */
export class SessionReads extends SessionMessages {
  /** {@inheritDoc sessionLookup.getSession} */
  getSession(id: string): SessionRow | null {
    return sessionLookup.getSession(this.store, id);
  }

  /** {@inheritDoc sessionLookup.resolveSessionId} */
  resolveSessionId(text: string): string | null {
    return sessionLookup.resolveSessionId(this.store, text);
  }

  /** {@inheritDoc listing.listSessions} */
  listSessions(options?: listing.ListSessionsOptions): ListedSessionRow[] {
    return listing.listSessions(this.store, options);
  }

  /** {@inheritDoc listing.searchSessions} */
  searchSessions(options?: listing.SearchSessionsOptions): ActiveSessionRow[] {
    return listing.searchSessions(this.store, options);
  }

  /** {@inheritDoc listing.searchSessionsById} */
  searchSessionsById(text: string, options?: listing.SearchByIdOptions): ListedSessionRow[] {
    return listing.searchSessionsById(this.store, text, options);
  }

  /** {@inheritDoc listing.listCronJobRuns} */
  listCronJobRuns(job: string, options?: listing.CronJobOptions): ListedSessionRow[] {
    return listing.listCronJobRuns(this.store, job, options);
  }

  /** {@inheritDoc listing.distinctSessionCwds} */
  distinctSessionCwds(options?: { readonly includeArchived?: boolean }): listing.CwdRow[] {
    return listing.distinctSessionCwds(this.store, options);
  }

  /** {@inheritDoc counts.sessionCount} */
  sessionCount(options?: counts.SessionCountOptions): number {
    return counts.sessionCount(this.store, options);
  }

  /** {@inheritDoc counts.messageCount} */
  messageCount(sessionId?: string | null): number {
    return counts.messageCount(this.store, sessionId);
  }

  /** {@inheritDoc counts.countEmptySessions} */
  countEmptySessions(): number {
    return counts.countEmptySessions(this.store);
  }

  /** {@inheritDoc lineage.getCompressionTip} */
  getCompressionTip(id: string, options?: lineage.LineageOptions): string {
    return lineage.getCompressionTip(this.store, id, options);
  }

  /** {@inheritDoc lineage.getCompressionLineage} */
  getCompressionLineage(id: string, options?: lineage.CompressionLineageOptions): string[] {
    return lineage.getCompressionLineage(this.store, id, options);
  }

  /** {@inheritDoc lineage.getConversationRoot} */
  getConversationRoot(id: string, options?: Pick<lineage.LineageOptions, 'maxHops'>): string {
    return lineage.getConversationRoot(this.store, id, options);
  }

  /** {@inheritDoc lineage.resolveResumeSessionId} */
  resolveResumeSessionId(id: string, options?: lineage.LineageOptions): string {
    return lineage.resolveResumeSessionId(this.store, id, options);
  }

  /** {@inheritDoc lineage.getAncestors} */
  getAncestors(id: string): lineage.RelativeRow[] {
    return lineage.getAncestors(this.store, id);
  }

  /** {@inheritDoc lineage.getDescendants} */
  getDescendants(id: string): lineage.RelativeRow[] {
    return lineage.getDescendants(this.store, id);
  }

  /** {@inheritDoc titles.getSessionTitle} */
  getSessionTitle(id: string): string | null {
    return titles.getSessionTitle(this.store, id);
  }

  /** {@inheritDoc titles.getSessionByTitle} */
  getSessionByTitle(title: string): SessionRow | null {
    return titles.getSessionByTitle(this.store, title);
  }

  /** {@inheritDoc titles.resolveSessionByTitle} */
  resolveSessionByTitle(title: string): string | null {
    return titles.resolveSessionByTitle(this.store, title);
  }

  /** {@inheritDoc titles.getNextTitleInLineage} */
  getNextTitleInLineage(title: string): string {
    return titles.getNextTitleInLineage(this.store, title);
  }

  /** {@inheritDoc gateway.listGatewaySessions} */
  listGatewaySessions(options?: gateway.ListGatewaySessionsOptions): ActiveSessionRow[] {
    return gateway.listGatewaySessions(this.store, options);
  }

  /** {@inheritDoc gateway.findSessionByOrigin} */
  findSessionByOrigin(origin: gateway.SessionOrigin): string | null {
    return gateway.findSessionByOrigin(this.store, origin);
  }

  /** {@inheritDoc gateway.findLatestGatewaySessionForPeer} */
  findLatestGatewaySessionForPeer(peer: gateway.GatewayPeer): SessionRow | null {
    return gateway.findLatestGatewaySessionForPeer(this.store, peer);
  }

  /** {@inheritDoc gateway.loadGatewayRoutingEntries} */
  loadGatewayRoutingEntries(options?: { readonly scope?: string }): Record<string, string> {
    return gateway.loadGatewayRoutingEntries(this.store, options);
  }

  /** {@inheritDoc agentState.getHandoffState} */
  getHandoffState(id: string): agentState.HandoffState | null {
    return agentState.getHandoffState(this.store, id);
  }

  /** {@inheritDoc agentState.listPendingHandoffs} */
  listPendingHandoffs(): SessionRow[] {
    return agentState.listPendingHandoffs(this.store);
  }

  /** {@inheritDoc agentState.getCompressionLockHolder} */
  getCompressionLockHolder(id: string): string | null {
    return agentState.getCompressionLockHolder(this.store, id);
  }

  /** {@inheritDoc prune.listPruneCandidates} */
  listPruneCandidates(filter?: prune.PruneFilter): prune.PruneCandidate[] {
    return prune.listPruneCandidates(this.store, filter);
  }

  /** {@inheritDoc meta.getMeta} */
  getMeta(key: string): string | null {
    return meta.getMeta(this.store, key);
  }

  /** {@inheritDoc ftsStatus.ftsOptimizeAvailable} */
  ftsOptimizeAvailable(): boolean {
    return ftsStatus.ftsOptimizeAvailable(this.store);
  }

  /** {@inheritDoc ftsStatus.ftsRebuildStatus} */
  ftsRebuildStatus(): ftsStatus.FtsRebuildStatus | null {
    return ftsStatus.ftsRebuildStatus(this.store);
  }

  /** {@inheritDoc ftsStatus.ftsCjkRebuildStatus} */
  ftsCjkRebuildStatus(): ftsStatus.FtsRebuildStatus | null {
    return ftsStatus.ftsCjkRebuildStatus(this.store);
  }
}
