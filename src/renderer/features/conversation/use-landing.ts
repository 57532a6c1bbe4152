import { useEffect } from 'react';
import { texts } from '../../app/messages.ts';
import type { Found } from './sought.ts';

/** So long a match is kept in sight while what is around it is still being drawn. */
const KEPT_MS = 600;
/** So long a message may show no match, with nothing of it still to come, before what is stored is shown instead. */
const PATIENCE_MS = 1000;
/** So long a message is waited for at all. */
const MOST_MS = 15_000;
/** Nearer to an edge a match is not in sight: heads and shades lie there. */
const MARGIN = 40;
const OWN_INPUT = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Brings the match in a message into sight, in every scroll that it stands in, as soon as it is drawn; ends when the
 * user does something else. The match is `mark[data-now]` then.
 *
 * @param onMissed - called where the message does not show it.
 */
export function useLanding(found: Found | null, terms: RegExp | null, onMissed: (found: Found) => void): void {
  useEffect(() => {
    if (found?.isMatch !== true || terms === null) return undefined;
    const begun = performance.now();
    const landing = { begun, seen: Number.NaN, idle: begun };
    let frame = 0;
    const look = (): void => {
      const next = landOnce(found, landing, performance.now());
      if (next === 'missed' && !found.isMissed) onMissed(found);
      if (next === 'again') frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    const stop = (): void => cancelAnimationFrame(frame);
    const undo = listenForInput(stop);
    return () => {
      stop();
      undo();
      for (const mark of document.querySelectorAll('mark[data-now]')) mark.removeAttribute('data-now');
    };
  }, [found, terms, onMissed]);
}

/** When it began, when a match was first there, when the message was last known unfinished; as `performance.now`. */
interface Landing {
  readonly begun: number;
  seen: number;
  idle: number;
}

function landOnce(found: Found, landing: Landing, now: number): 'again' | 'missed' | 'done' {
  const article = articleOf(found.messageId);
  const mark = article === null ? null : matchIn(article, found);
  if (mark !== null) {
    if (Number.isNaN(landing.seen)) landing.seen = now;
    bringIntoSight(mark);
    return now - landing.seen > KEPT_MS ? 'done' : 'again';
  }
  if (now - landing.begun > MOST_MS) return 'done';
  if (article === null || isComing(article)) landing.idle = now;
  return now - landing.idle > PATIENCE_MS ? 'missed' : 'again';
}

/** What is typed or clicked in the bar that finds does not count. */
function listenForInput(stop: () => void): () => void {
  const onInput = ({ target }: Event): void => {
    if (!(target instanceof Element) || target.closest('[role="search"]') === null) stop();
  };
  for (const name of OWN_INPUT) document.addEventListener(name, onInput, { capture: true, passive: true });
  return () => {
    for (const name of OWN_INPUT) document.removeEventListener(name, onInput, { capture: true });
  };
}

function articleOf(messageId: number): HTMLElement | null {
  const region = `section[aria-label="${texts.conversation.region}"]`;
  return document.querySelector<HTMLElement>(`${region} article[data-message-id="${String(messageId)}"]`);
}

function isComing(article: HTMLElement): boolean {
  return article.ariaBusy === 'true' || article.querySelector('[aria-busy="true"], [role="status"]') !== null;
}

/** The first match in the place where it was found; one in the head of a card only where the card is closed. */
function matchIn(article: HTMLElement, { place, isMissed }: Found): HTMLElement | null {
  const marks = [...article.querySelectorAll<HTMLElement>('mark')];
  const isThere = (mark: HTMLElement): boolean => {
    if (mark.closest('[data-card-head][aria-expanded="true"]') !== null) return false;
    return isMissed || placeOf(mark) === place;
  };
  return marks.find(isThere) ?? null;
}

function placeOf(mark: HTMLElement): string {
  return mark.closest<HTMLElement>('[data-place]')?.dataset['place'] ?? 'shown';
}

function bringIntoSight(mark: HTMLElement): void {
  if (!mark.hasAttribute('data-now')) {
    for (const other of document.querySelectorAll('mark[data-now]')) other.removeAttribute('data-now');
    mark.setAttribute('data-now', '');
  }
  for (let box = mark.parentElement; box !== null; box = box.parentElement) {
    if (isScroll(box)) scrollTo(box, mark);
    if (box.ariaLabel === texts.conversation.region) return;
  }
}

function isScroll(box: HTMLElement): boolean {
  if (box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1) return false;
  const { overflowX, overflowY } = getComputedStyle(box);
  return /auto|scroll/.test(`${overflowX} ${overflowY}`);
}

function scrollTo(box: HTMLElement, mark: HTMLElement): void {
  const outer = box.getBoundingClientRect();
  const inner = mark.getBoundingClientRect();
  const margin = Math.min(MARGIN, box.clientHeight / 4);
  if (inner.top < outer.top + margin || inner.bottom > outer.bottom - margin) {
    box.scrollTop += inner.top - outer.top - (box.clientHeight - inner.height) / 2;
  }
  if (inner.left < outer.left || inner.right > outer.right) {
    box.scrollLeft += inner.left - outer.left - (box.clientWidth - inner.width) / 2;
  }
}
