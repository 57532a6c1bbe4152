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

function useInput(text: string) {
  const { sort, roles, sources } = useSearchStore();
  return useMemo(() => ({ text, sort, roles: [...roles], sources: [...sources] }), [text, sort, roles, sources]);
}

function useStages(text: string) {
  const client = useClient();
  const input = useInput(text);
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
  return { enabled, titles, fullText, substring };
}

/**
 * Asks for ids and titles, and for the messages by the word index and then by the insides of words. Each question has
 * its own key, so that a late answer to an older one is never taken for an answer to this one; leaving a question
 * cancels it.
 */
export function useSearch(text: string): SearchState {
  const { enabled, titles, fullText, substring } = useStages(text);
  const stages = [titles, fullText, substring];
  const error = stages.map(stage => stage.error).find(each => each !== null && !isCancelled(each)) ?? null;
  const known = {
    titles: titles.data ?? null,
    fullText: fullText.data ?? null,
    substring: substring.data ?? null,
  };
  const shown = useKept(enabled, text, known.substring ?? known.fullText, known.titles);
  const isPending = fullText.isPending || substring.isPending;
  return {
    ...known,
    shown,
    isRunning: enabled && error === null && isPending,
    error,
    retry: () => {
      for (const stage of stages) if (stage.error !== null) void stage.refetch();
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
