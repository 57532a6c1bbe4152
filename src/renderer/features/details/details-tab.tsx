import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClippedText, ColumnValue } from '../../../shared/contract/conversation.ts';
import { useClient } from '../../api/client-context.tsx';
import { errorWords } from '../../api/error-text.ts';
import { fullTime, number } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { StateText } from '../../ui/state-text.tsx';
import { exactText } from '../../ui/visible-text.ts';
import { DetailsParts } from './details-parts.tsx';
import css from './details-tab.module.css';

const FOLDED_LENGTH = 240;
const FOLDED_LINES = 4;

/** Every column of a session row as it is stored; of a compressed conversation, that of the segment chosen. */
export function DetailsTab({ sessionIds }: { sessionIds: readonly string[] }) {
  const client = useClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const sessionId = chosen !== null && sessionIds.includes(chosen) ? chosen : (sessionIds.at(-1) ?? '');
  const details = useQuery({
    queryKey: ['conversation', 'details', sessionId],
    queryFn: ({ signal }) => client.conversation.details({ sessionId }, { signal }),
    placeholderData: keepPreviousData,
  });
  const words = texts.conversation.details;
  if (details.data === undefined) {
    return details.error === null ? (
      <StateText title={words.loading} message="" role="status" />
    ) : (
      <StateText
        role="alert"
        title={words.failed}
        message={errorWords(details.error).message}
        actions={<Button onClick={() => void details.refetch()}>{texts.conversation.tryAgain}</Button>}
      />
    );
  }
  return (
    <div className={css['details']} tabIndex={0}>
      {sessionIds.length > 1 ? (
        <label className={css['segment']}>
          {words.segment}
          <select value={sessionId} onChange={event => setChosen(event.target.value)}>
            {sessionIds.map((id, at) => (
              <option key={id} value={id}>
                {`${number(at + 1)} · ${id}`}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <DetailsParts sessionId={sessionId} rows={details.data} />
      <table className={css['table']} aria-label={words.heading}>
        <thead>
          <tr>
            <th scope="col">{words.column}</th>
            <th scope="col">{words.type}</th>
            <th scope="col">{words.value}</th>
          </tr>
        </thead>
        <tbody>
          {details.data.map(value => (
            <ColumnRow key={`${sessionId} ${value.column}`} value={value} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isLong(text: string): boolean {
  return text.length > FOLDED_LENGTH || text.split('\n', FOLDED_LINES + 1).length > FOLDED_LINES;
}

function CopyValue({ column, value }: { column: string; value: ClippedText }) {
  const client = useClient();
  if (value.text === '') return null;
  const label = value.clipped ? texts.conversation.details.copyShown : texts.conversation.copyValue;
  return (
    <IconButton
      small
      icon="copy"
      label={`${label}: ${column}`}
      onClick={() => void client.app.copyText({ text: value.text })}
    />
  );
}

function ColumnRow({ value: { column, type, value, time } }: { value: ColumnValue }) {
  const [open, setOpen] = useState(false);
  const words = texts.conversation.details;
  const foldable = value !== null && isLong(value.text);
  return (
    <tr>
      <th scope="row">{column}</th>
      <td className={css['type']}>{type}</td>
      <td>
        {value === null ? (
          <span className={css['nothing']}>{words.nothing}</span>
        ) : (
          <div className={css['value']}>
            <div className={css['words']}>
              <span className={foldable && !open ? css['folded'] : undefined}>{exactText(value.text)}</span>
              {time === null ? null : <span className={css['time']}>{fullTime(time)}</span>}
              {value.clipped ? (
                <span className={css['time']}>
                  {words.clipped(texts.conversation.size(value.text.length), value.bytes)}
                </span>
              ) : null}
              {foldable ? (
                <Button look="link" small aria-expanded={open} onClick={() => setOpen(!open)}>
                  {open ? words.less : words.more}
                </Button>
              ) : null}
            </div>
            <CopyValue column={column} value={value} />
          </div>
        )}
      </td>
    </tr>
  );
}
