import { texts } from '../../app/messages.ts';
import { useUiStore } from '../../app/ui-store.ts';
import { Button } from '../../ui/button.tsx';
import { StateText } from '../../ui/state-text.tsx';
import type { SessionViewData } from './queries.ts';
import { useSessionViewStore } from './view-store.ts';

/** Why the list is empty, and the ways out: what hides rows is named, and each is taken back by a button. */
export function EmptyList({ data }: { data: SessionViewData }) {
  const reveal = useSessionViewStore(store => store.reveal);
  const navigate = useUiStore(store => store.navigate);
  const reasons = data.hidden.filter(entry => entry.count > 0);
  const { filter } = data.view;
  if (reasons.length === 0 && filter === '') {
    return <StateText title={texts.sessions.emptyFile} message={texts.sessions.emptyFileHint} />;
  }
  const words = reasons.map(entry => texts.sessions.hidden[entry.reason](entry.count));
  const onlyText = filter !== '' && reasons.every(entry => entry.reason === 'filter');
  return (
    <StateText
      title={onlyText ? texts.sessions.emptyFilter(filter) : texts.sessions.emptyView}
      message={words.length === 0 ? '' : texts.sessions.emptyHidden(words)}
      actions={
        <>
          {reasons.map((entry, at) => (
            <Button
              key={entry.reason}
              onClick={() => {
                reveal(entry.reason);
              }}
            >
              {texts.sessions.revealReason(words[at] ?? '')}
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
  );
}
