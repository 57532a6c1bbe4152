import { useEffect, useMemo, useState } from 'react';
import { formatText } from './markdown-format.ts';
import type { Formatting, FormatRequest } from './markdown-format.ts';
import { plainFormatting } from './plain-formatting.ts';
import { TextCache } from './text-cache.ts';
import { textThread } from './text-thread.ts';

/** A message may take this many elements of the document; with a click, more. */
const MAX_ELEMENTS = 400;
const MAX_ELEMENTS_ASKED = 800;

const kept = new TextCache<Formatting>(300);

function requestOf(text: string, asked: boolean): FormatRequest & { readonly key: string } {
  return { key: `${String(asked)} ${text}`, text, most: asked ? MAX_ELEMENTS_ASKED : MAX_ELEMENTS, cut: asked };
}

/** What is known of a text now: its formatting, or null while a thread is at it. */
function knownFormatting(request: ReturnType<typeof requestOf>): Formatting | null {
  const known = kept.get(request.key);
  if (known !== undefined) return known;
  const found = plainFormatting(request.text, request.most) ?? (textThread() === null ? formatText(request) : null);
  if (found !== null) kept.set(request.key, found);
  return found;
}

/** Asks the thread. One that fails leaves the text as written. */
async function askFormatting(request: ReturnType<typeof requestOf>, unwanted: AbortSignal): Promise<void> {
  const { key, text, most, cut } = request;
  const found = await textThread()?.ask({ kind: 'format', text, most, cut }, unwanted);
  if ((found ?? null) !== null || !unwanted.aborted) kept.set(key, found ?? 'never');
}

/**
 * The formatting of a text as soon as it is known; null until then.
 *
 * @param asked - the user wants it formatted though it takes many elements.
 */
export function useFormatting(text: string, asked: boolean): Formatting | null {
  const [, showAgain] = useState(0);
  const request = useMemo(() => requestOf(text, asked), [text, asked]);
  const known = knownFormatting(request);
  const isKnown = known !== null;
  useEffect(() => {
    if (isKnown) return undefined;
    const unwanted = new AbortController();
    void askFormatting(request, unwanted.signal).then(() => {
      if (!unwanted.signal.aborted) showAgain(count => count + 1);
    });
    return () => unwanted.abort();
  }, [request, isKnown]);
  return known;
}

/** Longer texts are asked for one by one, when they are shown. */
const SHORT = 20_000;

/** Has texts formatted that are about to be shown, so that they need not be shown as written first. */
export async function formatAhead(texts: readonly string[], signal: AbortSignal): Promise<void> {
  const requests = texts
    .filter(text => text.length <= SHORT)
    .map(text => requestOf(text, false))
    .filter(request => knownFormatting(request) === null);
  if (requests.length === 0) return;
  const wanted = requests.map(({ text, most, cut }) => ({ text, most, cut }));
  const found = (await textThread()?.ask({ kind: 'format-all', requests: wanted }, signal)) ?? [];
  found.forEach((formatting, at) => {
    const request = requests[at];
    if (request !== undefined) kept.set(request.key, formatting);
  });
}

/** Some of everything that a text may hold. */
const EXAMPLE = [
  '# Heading\n\nA *word*, a **strong** one, `code`, ~~gone~~ and [a link](https://example.org). A formula: $x^2$',
  '1. one\n2. two\n   - [x] nested\n\n> quoted\n\n| a | b |\n| - | :-: |\n| 1 | 2 |',
  '```ts\nconst answer = 42; // why\n```\n\n---\n\nhttps://example.org and <b>no HTML</b> &amp; an entity.',
].join('\n\n');

/** Starts the thread and has it read something: what it reads first takes it ten times as long as anything later. */
export async function prepareFormatting(): Promise<void> {
  const { signal } = new AbortController();
  await textThread()?.ask({ kind: 'format', text: EXAMPLE, most: MAX_ELEMENTS, cut: false }, signal);
}
