import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AppClient } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client-context.tsx';
import { isCancelled } from '../../api/error-text.ts';
import { useSearchStore } from './search-store.ts';

export type MessageAnswer = Awaited<ReturnType<AppClient['search']['messages']>>;
export type TitleAnswer = Awaited<ReturnType<AppClient['search']['titles']>>;

/** Most hits that are listed; all are counted. */
const LIMIT = 300;

/** What is on screen: the answer to one question, as far as it has come. */
export interface ShownAnswer {
  readonly text: string;
  readonly titles: TitleAnswer | null;
  readonly messages: MessageAnswer;
}

/** A search in its stages. `shown` stays that of the question before until the first messages of this one are there. */
export interface SearchState {
  readonly shown: ShownAnswer | null;
  readonly titles: TitleAnswer | null;
  readonly fullText: MessageAnswer | null;
  readonly substring: MessageAnswer | null;
  readonly isRunning: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * Asks for ids and titles, the word index and the insides of words, one after the other. Each question has its own key,
 * so that a late answer to an older one is never taken for an answer to this one; leaving a question cancels it.
 */
export function useSearch(text: string): SearchState {
  const client = useClient();
  const { sort, roles, sources } = useSearchStore();
  const input = useMemo(() => ({ text, sort, roles: [...roles], sources: [...sources] }), [text, sort, roles, sources]);
  const enabled = text.trim() !== '';
  const common = { meta: { still: true }, structuralSharing: false, enabled } as const;
  const titles = useQuery({
    ...common,
    queryKey: ['search', 'titles', input],
    queryFn: ({ signal }) => client.search.titles(input, { signal }),
  });
  const fullText = useQuery({
    ...common,
    queryKey: ['search', 'full-text', input],
    queryFn: ({ signal }) => client.search.messages({ ...input, stage: 'full-text', limit: LIMIT }, { signal }),
  });
  const substring = useQuery({
    ...common,
    queryKey: ['search', 'substring', input],
    queryFn: ({ signal }) => client.search.messages({ ...input, stage: 'substring', limit: LIMIT }, { signal }),
    enabled: enabled && !fullText.isPending,
  });
  const failed = [substring, fullText, titles].find(query => query.error !== null && !isCancelled(query.error));
  const answer = substring.data ?? fullText.data ?? null;
  const shown = useKept(enabled, text, answer, titles.data ?? null);
  return {
    shown,
    titles: titles.data ?? null,
    fullText: fullText.data ?? null,
    substring: substring.data ?? null,
    isRunning: enabled && failed === undefined && (fullText.isPending || substring.isPending),
    error: failed?.error ?? null,
    retry: () => {
      for (const query of [titles, fullText, substring]) if (query.error !== null) void query.refetch();
    },
  };
}

function useKept(
  enabled: boolean,
  text: string,
  messages: MessageAnswer | null,
  titles: TitleAnswer | null,
): ShownAnswer | null {
  const [kept, setKept] = useState<ShownAnswer | null>(null);
  const isNewer = messages !== null && (kept?.messages !== messages || kept.titles !== titles || kept.text !== text);
  if (!enabled && kept !== null) setKept(null);
  else if (enabled && isNewer) setKept({ text, messages, titles });
  return kept;
}
