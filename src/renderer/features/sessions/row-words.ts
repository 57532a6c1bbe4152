import type { ConversationRow, SessionSort } from '../../../shared/contract/sessions.ts';
import { costSign, relativeTime, timeOfDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { entryOf } from '../../ui/entry-of.ts';
import { visibleName } from '../../ui/visible-name.ts';

/** A model name without its provider and the family that everybody knows: `sonnet-4.6`. */
export function shortModel(model: string): string {
  const name = model.slice(model.lastIndexOf('/') + 1);
  return name.startsWith('claude-') ? name.slice('claude-'.length) : name;
}

/** Names for a list of models: without the provider, where that leaves no two alike. */
export function modelNames(models: readonly string[]): ReadonlyMap<string, string> {
  const short = models.map(model => model.slice(model.lastIndexOf('/') + 1));
  return new Map(
    models.map((model, at) => {
      const name = short[at] ?? model;
      return [model, short.indexOf(name) === short.lastIndexOf(name) ? name : model];
    }),
  );
}

/** Language of a text as far as its script tells; it decides the shapes of shared ideographs. */
export function languageOf(text: string): string | undefined {
  if (/[\u3040-\u30ff]/u.test(text)) return 'ja';
  return /[\uac00-\ud7af]/u.test(text) ? 'ko' : undefined;
}

/** True for text with Chinese, Japanese or Korean letters, which are never slanted. */
export function isUpright(text: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(text);
}

/** What the preview adds to the label: nothing twice, where the label is its beginning. */
export function previewBeside(label: string, preview: string): string {
  const start = label.replace(/…$/u, '');
  if (!preview.startsWith(start)) return preview;
  const rest = preview.slice(start.length).trim();
  return rest === '' || rest === '…' ? '' : `…${rest}`;
}

/** Where a conversation of a gateway took place: `group “Family”`; empty for any other. */
export function chatWords(chat: ConversationRow['chat']): string {
  if (chat === null) return '';
  const type = chat.type === null ? '' : (entryOf(texts.sessions.chatTypes, chat.type) ?? visibleName(chat.type));
  return [type, chat.name === null ? '' : `“${visibleName(chat.name)}”`].filter(word => word !== '').join(' ');
}

/** The whole name of a row's model, and who is paid for it. */
export function modelHint({ model, provider }: Pick<ConversationRow, 'model' | 'provider'>): string | undefined {
  const words = [
    model === null ? '' : visibleName(model),
    provider === null || provider === '' ? '' : texts.sessions.provider(visibleName(provider)),
  ].filter(word => word !== '');
  return words.length === 0 ? undefined : words.join(' · ');
}

/** The time of a row: when it was last active, or when it began where the list is sorted by that. */
export function rowSeconds(row: ConversationRow, sort: SessionSort): number | null {
  return sort === 'started' ? row.startedAt : row.lastActive;
}

/** The time as the row shows it; rows under the heading of their day leave the day out. */
export function rowTime(row: ConversationRow, sort: SessionSort, underDay: boolean, now: number): string {
  const seconds = rowSeconds(row, sort);
  if (seconds === null) return '—';
  return underDay ? timeOfDay(seconds, now) : relativeTime(seconds, now);
}

/** The sign of a row's cost with its words. */
export function rowCost(row: ConversationRow): ReturnType<typeof costSign> & { words: string } {
  return { ...costSign(row.cost), words: texts.sessions.costWords(row.cost) };
}
