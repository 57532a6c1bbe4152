import { Fragment, memo } from 'react';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './hidden-line.module.css';
import type { SessionViewData } from './queries.ts';
import { useSessionViewStore } from './view-store.ts';

/** How many rows are not in the list and why, each reason a click away from being shown. */
export const HiddenLine = memo(function HiddenLine({ hidden }: { hidden: SessionViewData['hidden'] }) {
  const reveal = useSessionViewStore(store => store.reveal);
  const showEverything = useSessionViewStore(store => store.showEverything);
  const reasons = hidden.filter(entry => entry.count > 0);
  const total = reasons.reduce((sum, entry) => sum + entry.count, 0);
  return (
    <div className={css['line']}>
      <Icon name={total === 0 ? 'eye' : 'eye-off'} size="small" />
      {total === 0 ? (
        <span>{texts.sessions.nothingHidden}</span>
      ) : (
        <>
          <span className={css['words']}>
            {texts.sessions.hiddenTotal(total)}{' '}
            {reasons.map((entry, at) => {
              const words = texts.sessions.hidden[entry.reason](entry.count);
              return (
                <Fragment key={entry.reason}>
                  {at === 0 ? null : ', '}
                  <Button
                    look="link"
                    title={texts.sessions.revealReason(words)}
                    onClick={() => {
                      reveal(entry.reason);
                    }}
                  >
                    {words}
                  </Button>
                </Fragment>
              );
            })}
          </span>
          <Button look="link" onClick={showEverything}>
            {reasons.length > 1 ? texts.sessions.showAll : texts.sessions.show}
          </Button>
        </>
      )}
    </div>
  );
});
