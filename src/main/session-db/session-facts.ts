import { textOrNull } from './bound-values.ts';
import { has } from './catalog.ts';
import { trim, wellFormed } from './python-text.ts';
import type { Store } from './store.ts';
import { promptColumns, removeUnusedPrompts } from './system-prompts.ts';
import { write } from './write.ts';

/** What {@link updateSessionCwd} takes beside the folder. Blank values are left out. */
export interface FolderFacts {
  readonly gitBranch?: string | null;
  readonly gitRepoRoot?: string | null;
}

/** Sets the working folder of a session, and its branch and repository where given. An empty folder changes nothing. */
export function updateSessionCwd(store: Store, id: string, cwd: string, facts: FolderFacts = {}): void {
  if (id === '' || isBlank(cwd)) return;
  const given = Object.entries({ git_branch: facts.gitBranch, git_repo_root: facts.gitRepoRoot }).filter(
    ([, value]) => !isBlank(value),
  );
  setColumns(store, id, { cwd, ...Object.fromEntries(given) });
}

function isBlank(text: string | null | undefined): boolean {
  return text === null || text === undefined || trim(text) === '';
}

/** Sets the repository of sessions in exactly these folders, where they have none yet. */
export function backfillRepoRoots(store: Store, rootsByFolder: Readonly<Record<string, string>>): void {
  if (!has(store.catalog, 'sessions', 'git_repo_root')) return;
  write(store, db => {
    const fill = db.prepare(
      "UPDATE sessions SET git_repo_root = ? WHERE cwd = ? AND (git_repo_root IS NULL OR git_repo_root = '')",
    );
    for (const [folder, root] of Object.entries(rootsByFolder)) {
      if (folder !== '' && root !== '') fill.run(wellFormed(root), wellFormed(folder));
    }
  });
}

/**
 * Replaces the configuration of a session by this text as it is; the model only where given.
 *
 * @param modelConfigJson - a JSON object as text; it carries the marks of branches and subagents.
 */
export function updateSessionMeta(
  store: Store,
  id: string,
  modelConfigJson: string | null,
  model: string | null = null,
): void {
  setColumns(store, id, { model_config: modelConfigJson, ...(model === null ? {} : { model }) });
}

/** Replaces the prompt of a session. In files that keep prompts by hash, one that nobody uses any more is removed. */
export function updateSystemPrompt(store: Store, id: string, systemPrompt: string | null): void {
  write(store, () => {
    setColumns(store, id, promptColumns(store, systemPrompt));
    removeUnusedPrompts(store);
  });
}

/** Replaces the model of a session. */
export function updateSessionModel(store: Store, id: string, model: string | null): void {
  setColumns(store, id, { model });
}

/** Who is paid for a session. */
export interface BillingRoute {
  readonly provider: string | null;
  readonly baseUrl: string | null;
  /** What is stored stays unless given. */
  readonly billingMode?: string | null;
}

/** Replaces the billing route of a session, and drops its prompt, which names the old one; spec: api §1. */
export function updateSessionBillingRoute(store: Store, id: string, route: BillingRoute): void {
  write(store, () => {
    setColumns(store, id, {
      billing_provider: route.provider,
      billing_base_url: route.baseUrl,
      ...(route.billingMode === null || route.billingMode === undefined ? {} : { billing_mode: route.billingMode }),
      ...promptColumns(store, null),
    });
    removeUnusedPrompts(store);
  });
}

/** Writes those of the columns that the file has. */
function setColumns(store: Store, id: string, values: Readonly<Record<string, unknown>>): void {
  const live = Object.entries(values).filter(([column]) => has(store.catalog, 'sessions', column));
  if (live.length === 0) return;
  write(store, db =>
    db
      .prepare(`UPDATE sessions SET ${live.map(([column]) => `${column} = ?`).join(', ')} WHERE id = ?`)
      .run(...live.map(([, value]) => textOrNull(value)), wellFormed(id)),
  );
}
