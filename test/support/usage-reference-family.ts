type Raw = Readonly<Record<string, unknown>>;

/** Who belongs to whom, from the rows alone; for files without loops of parents. */
export class ReferenceFamily {
  readonly #rows = new Map<string, Raw>();
  readonly #activity = new Map<string, number>();

  constructor(sessions: readonly Raw[], messages: readonly Raw[]) {
    for (const row of sessions) this.#rows.set(String(row['id']), row);
    for (const [id, row] of this.#rows) {
      const times = messages.filter(each => each['session_id'] === id).map(each => Number(each['timestamp']));
      const known = [...times, Number(row['last_activity_at'] ?? 0)].filter(isTime);
      const start = Number(row['started_at']);
      this.#activity.set(id, known.length > 0 ? Math.max(...known) : isTime(start) ? start : -1);
    }
  }

  /** Id of the segment that a session continues; null where it begins its conversation. */
  before(id: string): string | null {
    const parent = this.#parent(id);
    if (parent === null || !this.#canContinue(id, parent)) return null;
    return this.#continuation(parent) === id ? parent : null;
  }

  /** Ids of a conversation, oldest first. */
  chain(id: string): string[] {
    let first = id;
    for (let at = this.before(first); at !== null; at = this.before(first)) first = at;
    const ids = [first];
    for (let next = this.#continuation(first); next !== null; next = this.#continuation(next)) ids.push(next);
    return ids;
  }

  /** Id of the row of the list under which a session is found: the tip of its conversation, or of one above it. */
  homeOf(id: string): string {
    const [first = id] = this.chain(id);
    const tip = this.chain(id).at(-1) ?? id;
    if (!this.#isHidden(first)) return tip;
    const parent = this.#parent(first);
    if (parent === null) return tip;
    const above = this.homeOf(parent);
    // Where nothing above is a row of the list either, each is found under itself.
    const [top = above] = this.chain(above);
    return this.#isHidden(top) ? tip : above;
  }

  #isHidden(first: string): boolean {
    if (this.#mark(first, '_delegate_from') !== null) return true;
    const parent = this.#parent(first);
    return parent !== null && !this.#isBranch(first, parent) && this.#mark(first, '_reset_from') === null;
  }

  #isBranch(id: string, parent: string): boolean {
    const row = this.#rows.get(parent);
    if (this.#mark(id, '_branched_from') === parent) return true;
    if (row?.['end_reason'] !== 'branched') return false;
    return Number(this.#rows.get(id)?.['started_at']) >= Number(row['ended_at'] ?? Number.NaN);
  }

  #canContinue(id: string, parent: string): boolean {
    return (
      this.#rows.get(parent)?.['end_reason'] === 'compression' &&
      this.#rows.get(id)?.['source'] !== 'tool' &&
      this.#mark(id, '_delegate_from') === null &&
      this.#mark(id, '_reset_from') === null &&
      this.#mark(id, '_branched_from') !== parent
    );
  }

  /** The child that goes on: compressed before open before ended, then the most active, the latest, the greatest id. */
  #continuation(parent: string): string | null {
    const candidates = [...this.#rows.keys()].filter(
      id => this.#parent(id) === parent && this.#canContinue(id, parent),
    );
    const rank = (id: string) => {
      const row = this.#rows.get(id);
      return row?.['end_reason'] === 'compression' ? 0 : (row?.['ended_at'] ?? null) === null ? 1 : 2;
    };
    const start = (id: string) => {
      const value = Number(this.#rows.get(id)?.['started_at']);
      return isTime(value) ? value : -1;
    };
    const active = (id: string) => this.#activity.get(id) ?? -1;
    candidates.sort((a, b) => rank(a) - rank(b) || active(b) - active(a) || start(b) - start(a) || (a > b ? -1 : 1));
    return candidates[0] ?? null;
  }

  #parent(id: string): string | null {
    const parent = this.#rows.get(id)?.['parent_session_id'];
    return typeof parent === 'string' && parent !== id && this.#rows.has(parent) ? parent : null;
  }

  #mark(id: string, name: string): string | null {
    const config = this.#rows.get(id)?.['model_config'];
    if (typeof config !== 'string' || !config.includes('_from')) return null;
    const value = (JSON.parse(config) as Raw)[name];
    return typeof value === 'string' ? value : null;
  }
}

function isTime(seconds: number): boolean {
  return seconds >= 946_684_800 && seconds <= 4_102_444_800;
}
