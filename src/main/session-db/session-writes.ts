import { AgentWrites } from './agent-writes.ts';
import * as archive from './archive.ts';
import * as meta from './meta.ts';
import * as facts from './session-facts.ts';
import * as lifecycle from './session-lifecycle.ts';
import * as titles from './titles.ts';
import * as usage from './usage.ts';

/** What can be changed in sessions and messages that stay. Each method is the function of the same name on this object's store. */
export class SessionWrites extends AgentWrites {
  /** {@inheritDoc lifecycle.createSession} */
  createSession(input: lifecycle.CreateSessionInput): string {
    return lifecycle.createSession(this.store, input);
  }

  /** {@inheritDoc lifecycle.ensureSession} */
  ensureSession(id: string, input?: lifecycle.EnsureSessionInput): string {
    return lifecycle.ensureSession(this.store, id, input);
  }

  /** {@inheritDoc lifecycle.endSession} */
  endSession(id: string, endReason: string): void {
    lifecycle.endSession(this.store, id, endReason);
  }

  /** {@inheritDoc lifecycle.reopenSession} */
  reopenSession(id: string): void {
    lifecycle.reopenSession(this.store, id);
  }

  /** {@inheritDoc lifecycle.promoteToSessionReset} */
  promoteToSessionReset(id: string, reason?: string): boolean {
    return lifecycle.promoteToSessionReset(this.store, id, reason);
  }

  /** {@inheritDoc lifecycle.finalizeOrphanedCompressionSessions} */
  finalizeOrphanedCompressionSessions(): number {
    return lifecycle.finalizeOrphanedCompressionSessions(this.store);
  }

  /** {@inheritDoc facts.updateSessionCwd} */
  updateSessionCwd(id: string, cwd: string, more?: facts.FolderFacts): void {
    facts.updateSessionCwd(this.store, id, cwd, more);
  }

  /** {@inheritDoc facts.backfillRepoRoots} */
  backfillRepoRoots(rootsByFolder: Readonly<Record<string, string>>): void {
    facts.backfillRepoRoots(this.store, rootsByFolder);
  }

  /** {@inheritDoc facts.updateSessionMeta} */
  updateSessionMeta(id: string, modelConfigJson: string | null, model?: string | null): void {
    facts.updateSessionMeta(this.store, id, modelConfigJson, model);
  }

  /** {@inheritDoc facts.updateSystemPrompt} */
  updateSystemPrompt(id: string, systemPrompt: string | null): void {
    facts.updateSystemPrompt(this.store, id, systemPrompt);
  }

  /** {@inheritDoc facts.updateSessionModel} */
  updateSessionModel(id: string, model: string | null): void {
    facts.updateSessionModel(this.store, id, model);
  }

  /** {@inheritDoc facts.updateSessionBillingRoute} */
  updateSessionBillingRoute(id: string, route: facts.BillingRoute): void {
    facts.updateSessionBillingRoute(this.store, id, route);
  }

  /** {@inheritDoc titles.setSessionTitle} */
  setSessionTitle(id: string, title: string | null): boolean {
    return titles.setSessionTitle(this.store, id, title);
  }

  /** {@inheritDoc titles.setAutoTitleIfEmpty} */
  setAutoTitleIfEmpty(id: string, title: string | null): boolean {
    return titles.setAutoTitleIfEmpty(this.store, id, title);
  }

  /** {@inheritDoc archive.setSessionArchived} */
  setSessionArchived(id: string, archived: boolean): boolean {
    return archive.setSessionArchived(this.store, id, archived);
  }

  /** {@inheritDoc archive.archiveSessions} */
  archiveSessions(filter?: Parameters<typeof archive.archiveSessions>[1]): number {
    return archive.archiveSessions(this.store, filter);
  }

  /** {@inheritDoc archive.setSessionPinned} */
  setSessionPinned(id: string, pinned: boolean): boolean {
    return archive.setSessionPinned(this.store, id, pinned);
  }

  /** {@inheritDoc usage.updateTokenCounts} */
  updateTokenCounts(id: string, update?: usage.TokenUpdate): void {
    usage.updateTokenCounts(this.store, id, update);
  }

  /** {@inheritDoc usage.recordAuxiliaryUsage} */
  recordAuxiliaryUsage(id: string, task: string, usageOfTask?: usage.AuxiliaryUsage): void {
    usage.recordAuxiliaryUsage(this.store, id, task, usageOfTask);
  }

  /** {@inheritDoc meta.setMeta} */
  setMeta(key: string, value: string): void {
    meta.setMeta(this.store, key, value);
  }
}
