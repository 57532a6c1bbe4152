import { useUiStore } from './ui-store.ts';

/** The message that had the focus last, and the session that was open then. */
let last: { readonly sessionId: string | null; readonly messageId: number } | null = null;

function onFocus(event: FocusEvent): void {
  const article = event.target instanceof Element ? event.target.closest('article[data-message-id]') : null;
  const messageId = Number(article?.getAttribute('data-message-id') ?? Number.NaN);
  if (Number.isSafeInteger(messageId)) last = { sessionId: useUiStore.getState().place.sessionId, messageId };
}

/** Follows which message has the focus. Returns the function that stops it. */
export function watchMeantMessage(): () => void {
  document.addEventListener('focusin', onFocus);
  return () => {
    document.removeEventListener('focusin', onFocus);
  };
}

/**
 * The message of the open conversation that a command means: the one that had the focus last, else the one that the
 * conversation was opened at; null where there is none.
 */
export function meantMessage(): number | null {
  const { sessionId, messageId } = useUiStore.getState().place;
  return last !== null && last.sessionId === sessionId ? last.messageId : messageId;
}
