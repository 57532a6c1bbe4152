import type { KeyboardEvent } from 'react';
import { runCommand } from '../../app/commands.ts';
import { useUiStore } from '../../app/ui-store.ts';
import type { OpenConversation } from './queries.ts';
import type { ReadingWindow } from './reading-window.ts';
import { promptFrom, segmentAt } from './skeleton-places.ts';

/** The item that the focus is in, else the first one in view. */
function currentItem(reading: ReadingWindow, target: EventTarget): number {
  const article = target instanceof Element ? target.closest('[data-message-id]') : null;
  const focused = reading.indexOf(Number(article?.getAttribute('data-message-id') ?? -1));
  return focused === -1 ? reading.firstInView : focused;
}

/** A long text has a scroll of its own, with the same keys. */
function isMeantForReading(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return event.key === 'Escape' || !(event.target instanceof Element) || event.target.closest('pre') === null;
}

/** The keys of the conversation: n and p go to prompts, f and F to failed tools, j and k to messages, [ and ] to segments. */
export function useReadingKeys(
  reading: ReadingWindow | null,
  open: OpenConversation,
  skeleton: OpenConversation['skeleton'],
  onFailure: (step: 1 | -1) => void,
) {
  const { segments } = open;

  const goToItem = (index: number): void => {
    const id = skeleton.ids[index];
    if (id !== undefined) reading?.goTo({ index, messageId: id, align: 'start', focus: true });
  };
  const goToSegment = (at: number): void => {
    const start = segments[at]?.start;
    if (start !== undefined) goToItem(Math.min(start, skeleton.ids.length - 1));
  };
  const wantedItem = (key: string, item: number): number | undefined => {
    switch (key) {
      case 'Home':
        return 0;
      case 'n':
        return promptFrom(skeleton, item, 1);
      case 'p':
        return promptFrom(skeleton, item, -1);
      case 'j':
        return item + 1;
      case 'k':
        return item - 1;
      case ']':
        return segments[segmentAt(segments, item) + 1]?.start;
      case '[':
        return segments[segmentAt(segments, item) - 1]?.start;
      default:
        return undefined;
    }
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (reading === null || !isMeantForReading(event)) return;
    if (event.key === 'Escape') leave();
    else if (event.key === 'End') reading.goToEnd();
    else if (event.key === 'f' || event.key === 'F') onFailure(event.key === 'f' ? 1 : -1);
    else {
      const item = wantedItem(event.key, currentItem(reading, event.target));
      if (item === undefined) return;
      goToItem(item);
    }
    event.preventDefault();
  };
  return { onKeyDown, goToSegment };
}

/** First takes the marks away, then gives the focus back to the list. */
function leave(): void {
  const { place, navigate } = useUiStore.getState();
  if (place.highlight !== '') navigate({ highlight: '', messageId: null }, { replace: true });
  else runCommand('focus-list');
}
