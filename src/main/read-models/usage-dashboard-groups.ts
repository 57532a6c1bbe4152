import type { DayPoint, Residual, UsageTiles } from '../../shared/contract/usage.ts';
import type { Conversation } from './conversation-index-build.ts';
import { costRank } from './cost.ts';
import { dayText } from './usage-days.ts';
import { byTokens, groupOf, PartGroups, Sums, UsageGroup } from './usage-groups.ts';
import { isMain } from './usage-parts.ts';
import { type Counted, isDifference } from './usage-select.ts';
import { totalOf } from './usage-values.ts';

/** A conversation with what is counted of it. */
export type Top = readonly [Conversation, UsageGroup];

/** Conversations in a list of the greatest. */
const TOP = 10;

/** The figures of a filter. Everything is added up in one walk over the sessions. */
export class DashboardGroups {
  readonly #all = new UsageGroup();
  readonly #main = new UsageGroup();
  readonly #rows = new Sums();
  readonly #rest = new Sums();
  readonly #auxiliary = new Sums();
  readonly #models = new PartGroups(part => part.shown);
  readonly #providers = new PartGroups(part => part.provider);
  readonly #tasks = new PartGroups(part => part.task);
  readonly #sources = new Map<string, UsageGroup>();
  readonly #homes = new Map<Conversation, UsageGroup>();
  readonly #modelsByDay = new Map<number, PartGroups>();
  readonly days = new Map<number, UsageGroup>();
  #toolCalls = 0;
  #differing = 0;

  addSession(counted: Counted): void {
    const { entry, parts, day } = counted;
    this.#all.addSession(counted, parts);
    this.#models.addSession(counted, parts);
    this.#providers.addSession(counted, parts);
    groupOf(this.#sources, entry.session.source).addSession(counted, parts);
    groupOf(this.#homes, entry.home).addSession(counted, parts);
    if (counted.own) this.#toolCalls += entry.session.toolCalls;
    if (day !== null) this.#addDay(day, counted);
    this.#addKinds(counted);
  }

  #addDay(day: number, counted: Counted): void {
    groupOf(this.days, day).addSession(counted, counted.parts);
    const models = this.#modelsByDay.get(day) ?? new PartGroups(part => part.shown);
    this.#modelsByDay.set(day, models);
    models.addSession(counted, counted.parts);
  }

  /** The ledger: what session rows say, what rows by model explain of it, and what comes on top. */
  #addKinds(counted: Counted): void {
    const { parts } = counted;
    const main = parts.every(isMain) ? parts : parts.filter(isMain);
    if (main.length > 0) this.#main.addSession(counted, main);
    for (const part of parts) {
      if (part.kind === 'row') this.#rows.add(part);
      else if (part.kind === 'rest') this.#rest.add(part);
      else this.#auxiliary.add(part);
      if (isDifference(part)) this.#differing += 1;
    }
    if (main.length < parts.length) {
      this.#tasks.addSession(
        counted,
        parts.filter(part => !isMain(part)),
      );
    }
  }

  figures(messages: number) {
    return {
      tiles: this.#tiles(messages),
      sessionTotals: this.#main.toSums(),
      rowTotals: this.#rows.toSums(),
      auxiliary: this.#auxiliary.toSums(),
      residual: this.#residual(),
      byDay: this.#inOrder().map(([day, group]) => group.toRow(dayText(day))),
      days: this.#points(),
      byModel: this.#models.rows(),
      byProvider: this.#providers.rows(),
      bySource: byTokens(this.#sources),
      byTask: this.#tasks.rows(),
    };
  }

  #tiles(messages: number): UsageTiles {
    const { cost } = this.#all;
    const main = this.#main.cost;
    const auxiliary = this.#auxiliary.cost;
    const known = (count: number, usd: number) => (count > 0 ? usd : null);
    const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = this.#all.tokens;
    return {
      sessions: this.#all.sessions,
      conversations: this.#all.conversations.size,
      messages,
      toolCalls: this.#toolCalls,
      inputTokens,
      outputTokens,
      cacheReadTokens,
      cacheWriteTokens,
      reasoningTokens,
      estimatedUsd: known(main.estimatedCount + auxiliary.estimatedCount, cost.estimatedUsd),
      actualUsd: known(main.actualCount + auxiliary.actualCount, cost.actualUsd),
      cost: main,
    };
  }

  #residual(): Residual {
    const { estimatedUsd, actualUsd } = this.#rest.cost;
    return { ...this.#rest.toTokens(), sessions: this.#differing, estimatedUsd, actualUsd };
  }

  #inOrder(): [number, UsageGroup][] {
    return [...this.days].sort(([a], [b]) => a - b);
  }

  #points(): DayPoint[] {
    return this.#inOrder().flatMap(([number]) => {
      const day = dayText(number);
      return (this.#modelsByDay.get(number)?.points() ?? []).map(([model, group]) => ({
        day,
        model,
        sessions: group.sessions,
        conversations: group.conversations.size,
        ...group.toTokens(),
        cost: group.cost,
      }));
    });
  }

  tops(): { topByTokens: Top[]; topByCost: Top[] } {
    const homes = [...this.#homes];
    return {
      topByTokens: greatest(homes, group => totalOf(group.tokens)),
      topByCost: greatest(homes, group => costRank(group.cost)),
    };
  }
}

/** The greatest above 0; of equal ones the more recently active, then the greater id. */
function greatest(homes: readonly Top[], valueOf: (group: UsageGroup) => number): Top[] {
  const rated = homes.map(top => ({ top, value: valueOf(top[1]) })).filter(({ value }) => value > 0);
  rated.sort((a, b) => b.value - a.value || breakTie(a.top[0], b.top[0]));
  return rated.slice(0, TOP).map(({ top }) => top);
}

function breakTie(a: Conversation, b: Conversation): number {
  return (b.lastActive ?? -1) - (a.lastActive ?? -1) || (a.tip.id < b.tip.id ? 1 : -1);
}
