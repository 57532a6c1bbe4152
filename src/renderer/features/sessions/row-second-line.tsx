import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import { compactNumber } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { CostText } from '../../ui/cost-text.tsx';
import { visibleName } from '../../ui/visible-name.ts';
import { chatWords, languageOf, modelHint, previewBeside, rowCost, shortModel } from './row-words.ts';
import css from './session-row.module.css';

/** Where a conversation comes from, its opening words, and its numbers in columns. */
export function RowSecondLine({ row }: { row: ConversationRow }) {
  const cost = rowCost(row);
  const preview = previewBeside(row.label, row.preview);
  const model = row.model === null ? '' : visibleName(shortModel(row.model));
  const hint = modelHint(row);
  const origin = row.job === null ? chatWords(row.chat) : texts.sessions.job(visibleName(row.job));
  return (
    <>
      <div className={css['second']}>
        <span className={css['source']}>
          {row.source === '' ? texts.sessions.none.sources : visibleName(row.source)}
        </span>
        {origin === '' ? null : (
          <span className={css['origin']} title={origin}>
            <bdi>{origin}</bdi>
          </span>
        )}
        {model === '' ? null : (
          <span className={css['model']} title={hint}>
            {model}
          </span>
        )}
        {preview === '' ? null : (
          <span className={css['preview']} lang={languageOf(preview)}>
            <bdi>{visibleName(preview)}</bdi>
          </span>
        )}
      </div>
      <div className={css['numbers']}>
        <span className={css['modelColumn']} aria-hidden="true" title={hint}>
          {model}
        </span>
        <Count className={css['messages']} value={row.messages} words={texts.sessions.messages(row.messages)} />
        <Count className={css['tokens']} value={row.tokens} words={texts.sessions.tokens(row.tokens)} />
        <CostText sign={cost} hint={cost.words} className={css['cost']} />
      </div>
    </>
  );
}

/** A number whose column is known by its head alone to the eye, and by its words to a screen reader. */
function Count(props: { className: string | undefined; value: number; words: string }) {
  return (
    <span className={props.className} role="img" aria-label={props.words} title={props.words}>
      {compactNumber(props.value)}
    </span>
  );
}
