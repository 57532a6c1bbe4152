import type { DatabaseFacts } from '../../../shared/contract/database.ts';
import type { FileHolder } from '../../../shared/contract/maintenance.ts';
import { number } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';

/** One line of the passport. */
export interface PassportLine {
  readonly name: string;
  readonly value: string;
}

function countWords(count: number | null): string {
  return count === null ? texts.settings.counting : number(count);
}

function indexWords(facts: DatabaseFacts): string {
  const say = texts.settings;
  const layout = texts.database.layouts[facts.ftsLayout];
  if (facts.ftsDamaged !== null) return `${layout}; ${say.indexDamaged(facts.ftsDamaged)}`;
  return facts.ftsIncomplete ? `${layout}; ${say.indexIncomplete}` : layout;
}

function holderWords(holders: readonly FileHolder[] | null): string {
  const say = texts.settings;
  if (holders === null) return say.holdersUnknown;
  const others = holders.filter(holder => !holder.own);
  return others.length === 0 ? say.onlyThisApp : others.map(holder => say.holder(holder.name, holder.pid)).join(', ');
}

function listWords(names: readonly string[]): string {
  return names.length === 0 ? texts.settings.nothing : names.join(', ');
}

/**
 * The facts about the open file as lines of words; no conversation text is in them.
 *
 * @param holders - who has the file open; null where the system does not tell, undefined while that is not known.
 */
export function passportLines(facts: DatabaseFacts, holders: readonly FileHolder[] | null | undefined): PassportLine[] {
  const say = texts.settings;
  const { facts: names } = say;
  return [
    { name: names.path, value: facts.path },
    { name: names.profile, value: facts.profile ?? say.noProfile },
    { name: names.schema, value: say.schemaWords(facts.schemaVersion, facts.age) },
    { name: names.journal, value: facts.journalMode },
    { name: names.size, value: say.sizeWords(facts.sizeBytes) },
    { name: names.log, value: say.sizeWords(facts.walBytes) },
    { name: names.sessions, value: countWords(facts.sessions) },
    { name: names.messages, value: countWords(facts.conversations) },
    { name: names.index, value: indexWords(facts) },
    { name: names.missing, value: listWords(facts.missingColumns) },
    { name: names.unknown, value: listWords(facts.unknownObjects) },
    ...(holders === undefined ? [] : [{ name: names.holders, value: holderWords(holders) }]),
    { name: names.copy, value: facts.isCopy ? say.private : say.original },
    ...(facts.damage === null ? [] : [{ name: names.damage, value: facts.damage }]),
  ];
}

/** The passport as plain text, for a report. */
export function passportText(version: string, lines: readonly PassportLine[]): string {
  return [texts.settings.version(version), ...lines.map(line => `${line.name}: ${line.value}`)].join('\n');
}
