/** Scheme of links to sessions. */
export const SESSION_SCHEME = 'hermes-sessions';

/** A session, and a message of it where one is meant. */
export interface SessionTarget {
  readonly sessionId: string;
  readonly messageId: number | null;
}

/** What a link, a command line or a menu leads to: a session, or one sentence that says why it leads nowhere. */
export type AskedTarget =
  ({ readonly kind: 'session' } & SessionTarget) | { readonly kind: 'nonsense'; readonly problem: string };

/** Characters of the longest id that is taken; Hermes's own have some twenty. */
export const MAX_SESSION_ID = 1000;

const MAX_LINK = 10_000;
const CONTROL = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Surrogate}/gu;
const FORM = `${SESSION_SCHEME}://session/<id>?message=<number>`;

/** `hermes-sessions://session/<id>`, with `?message=<n>` where a message is meant. */
export function sessionLink(sessionId: string, messageId: number | null = null): string {
  const link = `${SESSION_SCHEME}://session/${encodeURIComponent(sessionId.replace(LONE_SURROGATE, '\ufffd'))}`;
  return messageId === null ? link : `${link}?message=${String(messageId)}`;
}

/** True where a text claims to be a link to a session, whatever stands behind the scheme. */
export function isSessionLink(text: string): boolean {
  return text.toLowerCase().startsWith(`${SESSION_SCHEME}:`);
}

/**
 * Reads a link to a session. It is strict: what is not exactly of the form is refused, so that a link can never ask for
 * anything but to show a session. Browsers may write scheme and host in any case and put a `/` at the end.
 */
export function parseSessionLink(text: string): AskedTarget {
  if (text.length > MAX_LINK) return nonsense('The link is too long to be one to a session.');
  const parts = /^hermes-sessions:\/\/session\/([^/?#\s]+)\/?(?:\?message=([^&#]*))?$/i.exec(text);
  if (parts === null) return nonsense(`The link is not of the form ${FORM}.`);
  const [, encoded = '', message] = parts;
  const sessionId = decoded(encoded);
  if (sessionId === null) return nonsense('The session id in the link is not encoded as links are.');
  return sessionTarget(sessionId, message ?? null, 'the link');
}

/**
 * A session and a message as texts from outside, checked.
 *
 * @param where - what they stand in, for the sentence that says what is wrong.
 */
export function sessionTarget(sessionId: string, message: string | null, where: string): AskedTarget {
  if (sessionId.trim() === '' || sessionId.length > MAX_SESSION_ID || CONTROL.test(sessionId)) {
    return nonsense(`The session id in ${where} cannot be one.`);
  }
  const messageId = message === null ? null : messageNumber(message);
  if (messageId === undefined) return nonsense(`The message in ${where} is not a number of one.`);
  return { kind: 'session', sessionId, messageId };
}

/** Says why something leads nowhere. */
export function nonsense(problem: string): AskedTarget {
  return { kind: 'nonsense', problem };
}

function messageNumber(text: string): number | undefined {
  const value = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
