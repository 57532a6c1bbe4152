import { useEffect, useState } from 'react';

/** What a piece of code is, as far as its colour goes. */
export type CodeKind = 'keyword' | 'string' | 'number' | 'function' | 'comment' | 'type' | 'addition' | 'deletion';

/** A piece of code of one colour. */
export interface CodeRun {
  readonly text: string;
  readonly kind: CodeKind | null;
}

/** Longer blocks stay in one colour: highlighting them would take too long, and too many elements. */
const MAX_CODE_LENGTH = 20_000;
const MAX_CODE_LINES = 400;
const MAX_RUNS = 400;
/** The document is kept below 1,500 elements (design §9). */
const MAX_DOCUMENT_ELEMENTS = 1250;
const MAX_CACHED = 200;

const cache = new Map<string, readonly CodeRun[] | null>();

function isHighlightable(code: string, language: string): boolean {
  if (language === '' || code.length > MAX_CODE_LENGTH) return false;
  let lines = 0;
  for (let at = code.indexOf('\n'); at !== -1 && lines <= MAX_CODE_LINES; at = code.indexOf('\n', at + 1)) lines += 1;
  return lines <= MAX_CODE_LINES;
}

function hasRoom(runs: readonly CodeRun[]): boolean {
  return document.getElementsByTagName('*').length + runs.length <= MAX_DOCUMENT_ELEMENTS;
}

async function loadRuns(code: string, language: string): Promise<readonly CodeRun[] | null> {
  const key = `${language}\n${code}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const { highlightCode } = await import('./highlighter.ts');
  const runs = highlightCode(code, language);
  const kept = runs === null || runs.length > MAX_RUNS ? null : runs;
  cache.set(key, kept);
  const oldest = cache.size > MAX_CACHED ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  return kept;
}

/** The colours of a block of code, once they are known; null for one colour. Changes no character and no height. */
export function useCodeRuns(code: string, language: string): readonly CodeRun[] | null {
  const [found, setFound] = useState<{ code: string; runs: readonly CodeRun[] } | null>(null);
  useEffect(() => {
    if (!isHighlightable(code, language)) return;
    let wanted = true;
    void loadRuns(code, language).then(runs => {
      if (wanted && runs !== null && hasRoom(runs)) setFound({ code, runs });
    });
    return () => {
      wanted = false;
    };
  }, [code, language]);
  return found?.code === code ? found.runs : null;
}
