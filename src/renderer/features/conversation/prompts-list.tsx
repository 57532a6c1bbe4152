import { useQuery } from '@tanstack/react-query';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { errorWords } from '../../api/error-text.ts';
import { useClient } from '../../api/client-context.tsx';
import { clock, shortDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useNow } from '../../ui/use-now.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { filterPrompts, movedChoice } from './prompts-choice.ts';
import type { Prompt } from './prompts-choice.ts';
import css from './prompts-menu.module.css';
import type { OpenConversation, ShownRows } from './queries.ts';

interface PromptsListProps {
  readonly sessionId: string;
  readonly open: OpenConversation;
  readonly shown: ShownRows;
  /** Index of the item that is looked at. */
  readonly current: number;
  readonly onGo: (index: number) => void;
}

const ROW = 30;
const VISIBLE = 12;
const MINUTE_MS = 60_000;

/** A field that filters the prompts, and the prompts; arrows choose, Enter goes. */
export function PromptsList({ sessionId, open, shown, current, onGo }: PromptsListProps) {
  const { prompts, error } = usePrompts(sessionId, open, shown);
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const found = filterPrompts(prompts ?? [], filter);
  const here = found.findLastIndex(prompt => prompt.index <= current);
  const usual = filter === '' ? Math.max(0, here) : 0;
  const active = Math.min(chosen ?? usual, found.length - 1);
  const list = useId();
  const words = texts.conversation;
  const onKeyDown = (event: KeyboardEvent): void => {
    const prompt = found[active];
    if (event.key === 'Enter' && prompt !== undefined) onGo(prompt.index);
    else {
      const next = movedChoice(event.key, active, found.length, VISIBLE);
      if (next === null) return;
      setChosen(next);
    }
    event.preventDefault();
  };
  return (
    <div className={css['content']} onKeyDown={onKeyDown}>
      <TextField
        type="search"
        icon="search"
        label={words.filterPrompts}
        placeholder={words.filterPrompts}
        value={filter}
        onValue={value => {
          setFilter(value);
          setChosen(null);
        }}
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={active >= 0 ? `${list}-${String(active)}` : undefined}
        end={<span className={css['count']}>{words.promptsShown(found.length, prompts?.length ?? 0)}</span>}
      />
      <Note prompts={prompts} found={found.length} error={error} />
      <Options id={list} prompts={found} active={active} here={here} onGo={onGo} />
    </div>
  );
}

function Note({ prompts, found, error }: { prompts: readonly Prompt[] | null; found: number; error: unknown }) {
  const words = texts.conversation;
  if (error !== null) {
    return (
      <p role="alert">
        {words.promptsFailed}: {errorWords(error).message}
      </p>
    );
  }
  if (prompts === null || found > 0) return null;
  return <p>{prompts.length === 0 ? words.noPrompts : words.noPrompt}</p>;
}

interface OptionsProps {
  readonly id: string;
  readonly prompts: readonly Prompt[];
  readonly active: number;
  readonly here: number;
  readonly onGo: (index: number) => void;
}

/** All rows are equally high, so that only those in sight need to be drawn. */
function Options({ id, prompts, active, here, onGo }: OptionsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const now = useNow(MINUTE_MS);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || active < 0) return;
    const height = element.clientHeight || ROW * VISIBLE;
    if (active * ROW < element.scrollTop) element.scrollTop = active * ROW;
    else if ((active + 1) * ROW > element.scrollTop + height) element.scrollTop = (active + 1) * ROW - height;
    setTop(element.scrollTop);
  }, [active, prompts]);
  const first = Math.max(0, Math.floor(top / ROW) - 2);
  const drawn = prompts.slice(first, first + VISIBLE + 5);
  return (
    <div
      ref={scroller}
      id={id}
      className={css['list']}
      role="listbox"
      aria-label={texts.conversation.prompts}
      tabIndex={-1}
      onScroll={event => setTop(event.currentTarget.scrollTop)}
    >
      <div role="presentation" className={css['space']} style={{ height: prompts.length * ROW }}>
        {drawn.map((prompt, offset) => {
          const at = first + offset;
          return (
            <div
              key={prompt.id}
              id={`${id}-${String(at)}`}
              className={css['option']}
              role="option"
              aria-selected={at === active}
              aria-current={at === here ? 'location' : undefined}
              aria-setsize={prompts.length}
              aria-posinset={at + 1}
              style={{ top: at * ROW, height: ROW }}
              onClick={() => onGo(prompt.index)}
            >
              <time>{Number.isNaN(prompt.time) ? '' : `${shortDay(prompt.time, now)} ${clock(prompt.time)}`}</time>
              <span>{prompt.text === '' ? texts.conversation.promptWithoutWords : visibleText(prompt.text)}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The prompts of a conversation with their places; null until they are there. */
export function usePrompts(sessionId: string, open: OpenConversation, shown: ShownRows) {
  const { data, error } = usePromptTexts(sessionId, shown);
  const { skeleton } = open;
  const prompts = useMemo(() => (data === undefined ? null : placed(data, skeleton)), [data, skeleton]);
  return { prompts, error };
}

function usePromptTexts(sessionId: string, shown: ShownRows) {
  const client = useClient();
  return useQuery({
    queryKey: ['conversation', 'prompts', sessionId, shown],
    queryFn: async ({ signal }) => {
      const found: { id: number; text: string }[] = [];
      for (let offset: number | null = 0; offset !== null;) {
        const answer: Awaited<ReturnType<typeof client.reading.prompts>> = await client.reading.prompts(
          { sessionId, ...shown, offset },
          { signal },
        );
        answer.ids.forEach((id, at) => found.push({ id, text: answer.texts[at] ?? '' }));
        offset = answer.next;
      }
      return found;
    },
  });
}

/** The prompts with the places of their items; those that are not shown any more are left out. */
function placed(found: readonly { id: number; text: string }[], skeleton: OpenConversation['skeleton']): Prompt[] {
  const indexes = new Map<number, number>();
  skeleton.ids.forEach((id, index) => indexes.set(id, index));
  return found.flatMap(({ id, text }): Prompt[] => {
    const index = indexes.get(id);
    return index === undefined ? [] : [{ id, index, text, time: skeleton.timestamps[index] ?? Number.NaN }];
  });
}
