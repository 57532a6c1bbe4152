import { has } from './catalog.ts';
import type { Catalog } from './catalog.ts';

/** How `_branched_from` is read on a row whose parent was compressed. */
export interface BranchMarks {
  /**
   * `own-parent` (default): such a row is a branch only if the mark names that parent; a continuation copies its
   * parent's `model_config`, and an inherited mark says nothing about it. `any` is Hermes's answer: every mark makes
   * a branch, so the continuation of a branch stands apart from it; spec: compat-notes 30.
   */
  readonly branchMarks?: 'own-parent' | 'any';
}

/** Longer configurations than this are not searched for marks; Hermes writes a few hundred bytes. */
const MAX_CONFIG_BYTES = 4_000_000;

/**
 * SQL for a lineage mark in `model_config`: its value, or NULL. Text that is not JSON has no marks, instead of failing
 * the whole statement; spec: compat-notes 29. `NaN` and `Infinity`, which Python writes, are accepted.
 */
export function mark(row: string, name: '_branched_from' | '_delegate_from' | '_reset_from'): string {
  const config = `${row}.model_config`;
  return `CASE WHEN octet_length(${config}) <= ${String(MAX_CONFIG_BYTES)} AND instr(${config}, '${name}') > 0
    AND json_valid(${config}, 2) THEN json_extract(${config}, '$.${name}') END`;
}

/** SQL that is true for subagent sessions. */
export function isDelegate(row: string): string {
  return `(${mark(row, '_delegate_from')}) IS NOT NULL`;
}

/** SQL that is true for rows marked as a branch. */
export function isMarkedBranch(row: string, { branchMarks = 'own-parent' }: BranchMarks): string {
  const branchedFrom = mark(row, '_branched_from');
  if (branchMarks === 'any') return `(${branchedFrom}) IS NOT NULL`;
  return `((${branchedFrom}) IS NOT NULL AND ((${branchedFrom}) = ${row}.parent_session_id OR NOT EXISTS (
    SELECT 1 FROM sessions mp WHERE mp.id = ${row}.parent_session_id AND mp.end_reason = 'compression')))`;
}

/** SQL that is true for branches: marked ones, those of builds before the mark, and resets of later builds. */
export function isBranch(row: string, marks: BranchMarks): string {
  return `(${isMarkedBranch(row, marks)} OR (${mark(row, '_reset_from')}) IS NOT NULL OR EXISTS (
    SELECT 1 FROM sessions bp WHERE bp.id = ${row}.parent_session_id
    AND bp.end_reason = 'branched' AND ${row}.started_at >= bp.ended_at))`;
}

/** SQL that is true for a row whose parent is not in the file; other programs write without foreign keys. */
export function hasLostParent(row: string): string {
  return `(${row}.parent_session_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM sessions lp WHERE lp.id = ${row}.parent_session_id))`;
}

/** SQL that is true for a child that continues its parent, where the parent ended by compression; spec: api §3. */
export function isContinuation(child: string, marks: BranchMarks): string {
  return `(${child}.source <> 'tool' AND NOT ${isDelegate(child)} AND NOT ${isMarkedBranch(child, marks)}
    AND (${mark(child, '_reset_from')}) IS NULL)`;
}

/**
 * SQL for the last activity of one row: its latest message in any state, or the heartbeat of later builds if that is
 * newer, else when it started; spec: api §4, migrations §9.
 */
export function lastActive(catalog: Catalog, row: string): string {
  const message = `(SELECT MAX(am.timestamp) FROM messages am WHERE am.session_id = ${row}.id)`;
  if (!has(catalog, 'sessions', 'last_activity_at')) return `COALESCE(${message}, ${row}.started_at)`;
  const heartbeat = `${row}.last_activity_at`;
  return `COALESCE(MAX(${message}, ${heartbeat}), ${message}, ${heartbeat}, ${row}.started_at)`;
}
