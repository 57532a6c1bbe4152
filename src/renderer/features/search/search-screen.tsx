import type { HitGroup, SearchHit, SearchNotice } from '../../../shared/contract/search.ts';
import type { SessionView } from '../../../shared/contract/sessions.ts';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { useUiStore } from '../../app/ui-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { StateText } from '../../ui/state-text.tsx';
import { FilterBar } from './filter-bar.tsx';
import { NoResults } from './no-results.tsx';
import { useSearch } from './queries.ts';
import type { SearchState, ShownAnswer } from './queries.ts';
import { Results } from './results.tsx';
import css from './search-screen.module.css';
import { StageLine } from './stage-line.tsx';
import { TitleHits } from './title-hits.tsx';
import { usePaced } from '../../ui/use-paced.ts';
import { useSearchStore } from './search-store.ts';

/** The first key is searched for at once; while one types on, what is there this often. */
const SEARCH_GAP_MS = 40;

/**
 * Search over every message, as one types; the text is that of the title bar.
 *
 * @param props.listView - what the session list shows: what it does not is said of conversations found by their names.
 */
export function SearchScreen({ listView }: { listView: SessionView }) {
  const text = useUiStore(store => store.place.searchText);
  const asked = usePaced(text, SEARCH_GAP_MS);
  const state = useSearch(asked);
  return (
    <div className={css['screen']}>
      <FilterBar shown={state.shown} />
      {asked.trim() === '' ? (
        <div className={css['idle']} role="region" aria-label={texts.search.region}>
          <StateText title={texts.search.idle} message={texts.search.idleHint} />
        </div>
      ) : (
        <>
          <StageLine state={state} />
          {state.error === null ? null : <Failure state={state} error={state.error} />}
          <Answer shown={state.shown} isRunning={state.isRunning || text !== asked} listView={listView} />
        </>
      )}
    </div>
  );
}

function Failure({ state, error }: { state: SearchState; error: Error }) {
  return (
    <Banner
      tone="danger"
      actions={
        <Button small onClick={state.retry}>
          {texts.search.tryAgain}
        </Button>
      }
    >
      {texts.search.failed}: {errorWords(error).message}
    </Banner>
  );
}

/** The marked stretches of a hit, one a line: what the reader marks as well. */
function highlightOf(hit: SearchHit): string {
  return [...new Set(hit.snippet.filter(part => part.mark).map(part => part.text))].join('\n').slice(0, 2000);
}

/** True where the search is over and its answer is that there is nothing; a damaged index answers nothing. */
function foundNothing({ messages }: ShownAnswer, isRunning: boolean): boolean {
  return !isRunning && messages.groups.length === 0 && !messages.notices.includes('index-damaged');
}

const NO_GROUPS: readonly HitGroup[] = [];

interface AnswerProps {
  readonly shown: ShownAnswer | null;
  readonly isRunning: boolean;
  readonly listView: SessionView;
}

function Answer({ shown, isRunning, listView }: AnswerProps) {
  const navigate = useUiStore(store => store.navigate);
  const { sort, roles, sources } = useSearchStore();
  const openHit = (hit: SearchHit): void =>
    navigate({
      screen: 'sessions',
      sessionId: hit.sessionId,
      messageId: hit.messageId,
      tab: 'conversation',
      highlight: highlightOf(hit),
    });
  const openConversation = (sessionId: string): void =>
    navigate({ screen: 'sessions', sessionId, messageId: null, tab: 'conversation', highlight: '' });
  const question = JSON.stringify([shown?.text, sort, roles, sources]);
  return (
    <Results groups={shown?.messages.groups ?? NO_GROUPS} question={question} isBusy={isRunning} onOpen={openHit}>
      {shown === null ? null : (
        <>
          <Notices notices={shown.messages.notices} />
          <TitleHits titles={shown.titles} listView={listView} onOpen={openConversation} />
          {foundNothing(shown, isRunning) ? <NoResults text={shown.text} /> : null}
        </>
      )}
    </Results>
  );
}

function Notices({ notices }: { notices: readonly SearchNotice[] }) {
  return notices.map(notice => (
    <Banner key={notice} tone={notice === 'nothing-to-search' || notice === 'capped' ? 'info' : 'warn'}>
      {texts.search.notices[notice]}
    </Banner>
  ));
}
