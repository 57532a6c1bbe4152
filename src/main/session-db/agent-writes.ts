import * as agentState from './agent-state.ts';
import * as locks from './compression-locks.ts';
import * as compression from './compression-state.ts';
import * as gateway from './gateway-writes.ts';
import { TranscriptWrites } from './transcript-writes.ts';

/** What the agent and its gateway write about their own work. Each method is the function of the same name on this object's store. */
export class AgentWrites extends TranscriptWrites {
  /** {@inheritDoc agentState.requestHandoff} */
  requestHandoff(id: string, platform: string): boolean {
    return agentState.requestHandoff(this.store, id, platform);
  }

  /** {@inheritDoc agentState.claimHandoff} */
  claimHandoff(id: string): boolean {
    return agentState.claimHandoff(this.store, id);
  }

  /** {@inheritDoc agentState.completeHandoff} */
  completeHandoff(id: string): void {
    agentState.completeHandoff(this.store, id);
  }

  /** {@inheritDoc agentState.failHandoff} */
  failHandoff(id: string, error: string): void {
    agentState.failHandoff(this.store, id, error);
  }

  /** {@inheritDoc locks.tryAcquireCompressionLock} */
  tryAcquireCompressionLock(id: string, holder: string, duration?: locks.LockDuration): boolean {
    return locks.tryAcquireCompressionLock(this.store, id, holder, duration);
  }

  /** {@inheritDoc locks.refreshCompressionLock} */
  refreshCompressionLock(id: string, holder: string, duration?: locks.LockDuration): boolean {
    return locks.refreshCompressionLock(this.store, id, holder, duration);
  }

  /** {@inheritDoc locks.releaseCompressionLock} */
  releaseCompressionLock(id: string, holder: string): void {
    locks.releaseCompressionLock(this.store, id, holder);
  }

  /** {@inheritDoc compression.getCompressionFailureCooldown} */
  getCompressionFailureCooldown(id: string): compression.CompressionCooldown | null {
    return compression.getCompressionFailureCooldown(this.store, id);
  }

  /** {@inheritDoc compression.recordCompressionFailureCooldown} */
  recordCompressionFailureCooldown(id: string, cooldownUntil: number, error?: string | null): void {
    compression.recordCompressionFailureCooldown(this.store, id, cooldownUntil, error);
  }

  /** {@inheritDoc compression.clearCompressionFailureCooldown} */
  clearCompressionFailureCooldown(id: string): void {
    compression.clearCompressionFailureCooldown(this.store, id);
  }

  /** {@inheritDoc compression.getCompressionFallbackStreak} */
  getCompressionFallbackStreak(id: string): number {
    return compression.getCompressionFallbackStreak(this.store, id);
  }

  /** {@inheritDoc compression.setCompressionFallbackStreak} */
  setCompressionFallbackStreak(id: string, streak: number): void {
    compression.setCompressionFallbackStreak(this.store, id, streak);
  }

  /** {@inheritDoc compression.getCompressionIneffectiveCount} */
  getCompressionIneffectiveCount(id: string): number {
    return compression.getCompressionIneffectiveCount(this.store, id);
  }

  /** {@inheritDoc compression.setCompressionIneffectiveCount} */
  setCompressionIneffectiveCount(id: string, count: number): void {
    compression.setCompressionIneffectiveCount(this.store, id, count);
  }

  /** {@inheritDoc gateway.recordGatewaySessionPeer} */
  recordGatewaySessionPeer(id: string, peer: gateway.RecordedPeer): void {
    gateway.recordGatewaySessionPeer(this.store, id, peer);
  }

  /** {@inheritDoc gateway.setExpiryFinalized} */
  setExpiryFinalized(id: string, finalized?: boolean): void {
    gateway.setExpiryFinalized(this.store, id, finalized);
  }

  /** {@inheritDoc gateway.saveGatewayRoutingEntry} */
  saveGatewayRoutingEntry(sessionKey: string, entryJson: string, scope?: gateway.RoutingScope): void {
    gateway.saveGatewayRoutingEntry(this.store, sessionKey, entryJson, scope);
  }

  /** {@inheritDoc gateway.replaceGatewayRoutingEntries} */
  replaceGatewayRoutingEntries(entries: Readonly<Record<string, string>>, scope?: gateway.RoutingScope): void {
    gateway.replaceGatewayRoutingEntries(this.store, entries, scope);
  }

  /** {@inheritDoc gateway.deleteGatewayRoutingEntries} */
  deleteGatewayRoutingEntries(sessionKeys: readonly string[], scope?: gateway.RoutingScope): void {
    gateway.deleteGatewayRoutingEntries(this.store, sessionKeys, scope);
  }
}
