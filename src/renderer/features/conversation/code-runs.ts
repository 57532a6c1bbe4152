import { useEffect, useState } from 'react';
import type { ColouredLines } from './text-jobs.ts';
import { TextCache } from './text-cache.ts';
import { textThread } from './text-thread.ts';

/** What a piece of code is, as far as its colour goes. */
export type CodeKind = 'keyword' | 'string' | 'number' | 'function' | 'comment' | 'type' | 'addition' | 'deletion';

/** A piece of code of one colour. */
export interface CodeRun {
  readonly text: string;
  readonly kind: CodeKind | null;
}

/** Longer blocks stay in one colour. */
const MAX_CODE_LENGTH = 400_000;

const cache = new TextCache<ColouredLines>(200);

/** The colours of code by line, once a thread has found them; null until then, and for code of one colour. */
export function useColouredLines(code: string, language: string): ColouredLines {
  const key = `${language}\n${code}`;
  const [, showAgain] = useState(0);
  const known = cache.get(key);
  const isWanted = known === undefined && language !== '' && code.length <= MAX_CODE_LENGTH;
  useEffect(() => {
    if (!isWanted) return undefined;
    const unwanted = new AbortController();
    void textThread()
      ?.ask({ kind: 'colour', code, language }, unwanted.signal)
      .then(lines => {
        const { aborted } = unwanted.signal;
        if (lines !== null || !aborted) cache.set(key, lines);
        if (!aborted) showAgain(count => count + 1);
      });
    return () => unwanted.abort();
  }, [key, code, language, isWanted]);
  return known ?? null;
}
