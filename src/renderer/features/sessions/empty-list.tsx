import type { HiddenReason } from '../../../shared/contract/sessions.ts';
import { texts } from '../../app/messages.ts';
import { useUiStore } from '../../app/ui-store.ts';
import { Button } from '../../ui/button.tsx';
import { StateText } from '../../ui/state-text.tsx';
import { Elsewhere } from './elsewhere.tsx';
import type { SessionViewData } from './queries.ts';
import { useSessionViewStore } from './view-store.ts';

/** Where the list is empty, why, and the ways out: what hides rows is named, and each is taken back by a button. */
export function EmptyList({ data }: { data: SessionViewData | undefined }) {
  const reveal = useSessionViewStore(store => store.reveal);
  const navigate = useUiStore(store => store.navigate);
  if (data === undefined || data.total > 0) return null;
  const reasons = data.hidden.filter(entry => entry.count > 0);
  const { filter } = data.view;
  if (reasons.length === 0 && filter === '') {
    return <StateText title={texts.sessions.emptyFile} message={texts.sessions.emptyFileHint} />;
  }
  const blamed = toBlame(reasons);
  const words = blamed.map(entry => texts.sessions.hidden[entry.reason](entry.count));
  const onlyText = filter !== '' && blamed.every(entry => entry.reason === 'filter');
  return (
    <>
      <StateText
        title={onlyText ? texts.sessions.emptyFilter(filter) : texts.sessions.emptyView}
        message={words.length === 0 ? '' : texts.sessions.emptyHidden(words)}
        actions={
          <>
            {blamed.map(entry => (
              <Button
                key={entry.reason}
                onClick={() => {
                  reveal(entry.reason);
                }}
              >
                {texts.sessions.undo[entry.reason]}
              </Button>
            ))}
            {filter === '' ? null : (
              <Button
                onClick={() => {
                  navigate({ screen: 'search', searchText: filter });
                }}
              >
                {texts.sessions.searchInstead}
              </Button>
            )}
          </>
        }
      />
      <Elsewhere data={data} />
    </>
  );
}

type Hidden = SessionViewData['hidden'];

/** What the user set stands first; what hides rows by itself is named only where nothing was set. */
function toBlame(reasons: Hidden): Hidden {
  const set = reasons.filter(entry => SET_BY_USER.has(entry.reason));
  return set.length === 0 ? reasons : set;
}

const SET_BY_USER: ReadonlySet<HiddenReason> = new Set([
  'filter',
  'source',
  'model',
  'state',
  'provider',
  'project',
  'end-reason',
  'dates',
]);
