import type {
  ConversationRow,
  HiddenReason,
  SessionGroup,
  SessionSort,
  SessionState,
  SessionView,
} from '../../src/shared/contract/sessions.ts';

/** What the reference knows of a conversation: values out of the stored rows of its members. */
export interface Fact {
  readonly id: string;
  readonly rootId: string;
  readonly segments: number;
  readonly hidden: 'subagent' | 'unknown-child' | null;
  /** Id of the conversation that it hangs on; null for none. */
  readonly above: string | null;
  readonly title: string | null;
  readonly source: string;
  readonly model: string | null;
  readonly provider: string | null;
  readonly project: string | null;
  readonly endReason: string | null;
  readonly open: boolean;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly subagents: number;
  readonly startedAt: number | null;
  readonly lastActive: number | null;
  readonly messages: number;
  readonly tokens: number;
  readonly cost: ConversationRow['cost'];
  /** Titles and ids of its members, and its opening words, in small letters. */
  readonly words: readonly string[];
}

/** A view as it must be. */
export interface ExpectedView {
  readonly rows: readonly { readonly id: string; readonly depth: number; readonly nested: number }[];
  readonly groups: readonly SessionGroup[];
  /** Why each conversation that is not in the view is not, by its id. */
  readonly reasons: ReadonlyMap<string, HiddenReason>;
  readonly hidden: Readonly<Partial<Record<HiddenReason, number>>>;
  readonly scopes: Readonly<Record<'people' | 'automation' | 'all', number>>;
  readonly facets: Readonly<Record<Facet, Readonly<Record<string, number>>>>;
  /** Of each time that the view offers. */
  readonly dates: readonly number[];
}

type Facet = 'sources' | 'models' | 'states' | 'providers' | 'projects' | 'endReasons';

const WEEK = 604_800;
const STATES: readonly SessionState[] = ['open', 'ended', 'pinned', 'archived', 'stale-open', 'has-subagents'];

const isAutomation = ({ source, rootId }: Fact) => source === 'cron' || source === 'tool' || rootId.startsWith('cron_');

function stands(fact: Fact, state: SessionState, now: number): boolean {
  const tests: Readonly<Record<SessionState, boolean>> = {
    open: fact.open,
    ended: !fact.open,
    pinned: fact.pinned,
    archived: fact.archived,
    'stale-open': fact.open && fact.lastActive !== null && now - fact.lastActive >= WEEK,
    'has-subagents': fact.subagents > 0,
  };
  return tests[state];
}

/** What a view asks, one question after the other, each with the reason that it gives for a no. */
function questions(fact: Fact, view: SessionView, now: number): [HiddenReason, boolean][] {
  const among = (chosen: readonly string[] | undefined, value: string | null) =>
    chosen === undefined || chosen.length === 0 || chosen.includes(value ?? '');
  const automation = isAutomation(fact);
  const { from = null, to = null } = view.dates ?? {};
  const begun = fact.startedAt ?? fact.lastActive;
  const over = fact.lastActive ?? fact.startedAt;
  return [
    [fact.hidden ?? 'subagent', view.showChildren || fact.hidden === null],
    ['archived', view.showArchived || view.states.includes('archived') || !fact.archived],
    ['automation', view.scope !== 'people' || !automation],
    ['people', view.scope !== 'automation' || automation],
    ['source', among(view.sources, fact.source)],
    ['model', among(view.models, fact.model)],
    ['state', view.states.length === 0 || view.states.some(state => stands(fact, state, now))],
    ['provider', among(view.providers, fact.provider)],
    ['project', among(view.projects, fact.project)],
    ['end-reason', among(view.endReasons, fact.endReason)],
    [
      'dates',
      (from === null && to === null) ||
        (begun !== null && over !== null && over >= (from ?? -Infinity) && begun < (to ?? Infinity)),
    ],
  ];
}

/** Each word somewhere; the words that the tests type have no signs in them. */
function isNamed({ words }: Fact, filter: string): boolean {
  const typed = filter.toLowerCase().split(' ');
  return typed.every(word => words.some(text => text.includes(word)));
}

const collator = new Intl.Collator('en', { numeric: true });
const down = (a: number | null, b: number | null) => (a === b ? 0 : (b ?? -Infinity) - (a ?? -Infinity));

function costOf({ cost }: Fact): number {
  if (cost.actualCount + cost.estimatedCount > 0) return Math.max(cost.actualUsd, cost.estimatedUsd);
  return cost.includedCount > 0 ? 0 : -1;
}

function byTitle(a: Fact, b: Fact): number {
  if (a.title !== null && b.title !== null) return collator.compare(a.title, b.title);
  if (a.title === null && b.title === null) return down(a.lastActive, b.lastActive);
  return a.title === null ? 1 : -1;
}

const SORTS: Readonly<Record<SessionSort, (a: Fact, b: Fact) => number>> = {
  activity: (a, b) => down(a.lastActive, b.lastActive),
  started: (a, b) => down(a.startedAt, b.startedAt),
  messages: (a, b) => down(a.messages, b.messages),
  tokens: (a, b) => down(a.tokens, b.tokens),
  cost: (a, b) => down(costOf(a), costOf(b)),
  title: byTitle,
};

function groupKey(fact: Fact, { group = 'day', sort }: SessionView): string {
  if (fact.pinned) return 'pinned';
  if (group === 'source') return `source:${fact.source}`;
  if (group === 'model') return `model:${fact.model ?? ''}`;
  if (group === 'project') return `project:${fact.project ?? ''}`;
  if (group === 'job') return `job:${/^cron_(.*)_[0-9]{8}_[0-9]{6}/.exec(fact.rootId)?.[1] ?? ''}`;
  if (group === 'none' || (sort !== 'activity' && sort !== 'started')) return 'all';
  const time = sort === 'activity' ? fact.lastActive : fact.startedAt;
  return time === null ? 'unknown' : new Intl.DateTimeFormat('sv-SE').format(new Date(time * 1000));
}

/** What a view over these conversations must be, worked out in the plainest way. */
export function expectedView(facts: readonly Fact[], view: SessionView, now: number): ExpectedView {
  const named = new Map(facts.map(fact => [fact, isNamed(fact, view.filter)]));
  const asked = (fact: Fact, change: Partial<SessionView> = {}): [HiddenReason, boolean][] => [
    ...questions(fact, { ...view, ...change }, now),
    ['filter', named.get(fact) ?? false],
  ];
  const passes = (fact: Fact, change: Partial<SessionView> = {}) => asked(fact, change).every(([, yes]) => yes);
  const shown = facts
    .filter(fact => passes(fact))
    .sort(
      (a, b) =>
        Number(b.pinned) - Number(a.pinned) ||
        SORTS[view.sort](a, b) ||
        down(a.startedAt, b.startedAt) ||
        (a.id < b.id ? 1 : -1),
    );
  const count = (change: Partial<SessionView>) => facts.filter(fact => passes(fact, change)).length;
  const laid = layOut(facts, shown, view);
  const reasons = reasonsOf(facts, laid.rows, fact => asked(fact));
  return {
    ...laid,
    reasons,
    hidden: countsByReason(facts, reasons),
    scopes: {
      people: count({ scope: 'people' }),
      automation: count({ scope: 'automation' }),
      all: count({ scope: 'all' }),
    },
    dates: (view.dateChoices ?? []).map(dates => count({ dates })),
    facets: {
      sources: countsOf(
        facts,
        fact => fact.source,
        value => count({ sources: [value] }),
        view.sources,
      ),
      models: countsOf(
        facts,
        fact => fact.model ?? '',
        value => count({ models: [value] }),
        view.models,
      ),
      providers: countsOf(
        facts,
        fact => fact.provider ?? '',
        value => count({ providers: [value] }),
        view.providers,
      ),
      projects: countsOf(
        facts,
        fact => fact.project ?? '',
        value => count({ projects: [value] }),
        view.projects,
      ),
      endReasons: countsOf(
        facts,
        f => f.endReason ?? '',
        value => count({ endReasons: [value] }),
        view.endReasons,
      ),
      states: Object.fromEntries(STATES.map(state => [state, count({ states: [state] })])),
    },
  };
}

/** Each value that is found or chosen. */
function countsOf(
  facts: readonly Fact[],
  ...[valueOf, countOf, chosen = []]: [
    (fact: Fact) => string,
    (value: string) => number,
    (readonly string[] | undefined)?,
  ]
): Record<string, number> {
  const values = new Set(facts.map(valueOf));
  const counts = [...values, ...chosen].map(value => [value, countOf(value)] as const);
  return Object.fromEntries(counts.filter(([value, found]) => found > 0 || chosen.includes(value)));
}

function reasonsOf(
  facts: readonly Fact[],
  rows: ExpectedView['rows'],
  asked: (fact: Fact) => readonly [HiddenReason, boolean][],
): Map<string, HiddenReason> {
  const inView = new Set(rows.map(({ id }) => id));
  const reasons = new Map<string, HiddenReason>();
  for (const fact of facts) {
    const reason = inView.has(fact.id) ? undefined : asked(fact).find(([, yes]) => !yes)?.[0];
    if (reason !== undefined) reasons.set(fact.id, reason);
  }
  return reasons;
}

function countsByReason(
  facts: readonly Fact[],
  reasons: ReadonlyMap<string, HiddenReason>,
): Partial<Record<HiddenReason, number>> {
  const hidden: Partial<Record<HiddenReason, number>> = {};
  for (const { id, segments } of facts) {
    const reason = reasons.get(id);
    if (reason !== undefined) hidden[reason] = (hidden[reason] ?? 0) + segments;
  }
  return hidden;
}

/** Rows in groups, each with its children behind it where it is expanded. */
function layOut(
  facts: readonly Fact[],
  shown: readonly Fact[],
  view: SessionView,
): Pick<ExpectedView, 'rows' | 'groups'> {
  const keys = [...new Set(shown.map(fact => groupKey(fact, view)))];
  const rows: { id: string; depth: number; nested: number }[] = [];
  const childrenOf = ({ id }: Fact) =>
    view.showChildren
      ? []
      : facts
          .filter(fact => fact.hidden !== null && fact.above === id)
          .sort((a, b) => (a.startedAt ?? Infinity) - (b.startedAt ?? Infinity) || (a.rootId < b.rootId ? -1 : 1));
  const put = (fact: Fact, depth: number): void => {
    const children = childrenOf(fact);
    rows.push({ id: fact.id, depth, nested: children.length });
    if (view.expanded?.includes(fact.id) === true) for (const child of children) put(child, depth + 1);
  };
  const groups = keys.map(key => {
    const start = rows.length;
    for (const fact of shown) if (groupKey(fact, view) === key) put(fact, 0);
    const inside = rows.slice(start).filter(({ depth }) => depth > 0).length;
    return { key, start, count: rows.length - start, ...(inside === 0 ? {} : { inside }) };
  });
  return { rows, groups };
}
