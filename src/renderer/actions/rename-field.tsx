import { useEffect, useId, useRef, useState } from 'react';
import type { ConversationRow } from '../../shared/contract/sessions.ts';
import type { RenameResult } from '../../shared/contract/organise.ts';
import { texts } from '../app/messages.ts';
import { useUiStore } from '../app/ui-store.ts';
import { Button } from '../ui/button.tsx';
import { focusedNow, returnFocus } from '../ui/focus-return.ts';
import { visibleName } from '../ui/visible-name.ts';
import css from './rename-field.module.css';
import { useOrganise } from './use-organise.ts';

export interface RenameFieldProps {
  readonly row: ConversationRow;
  /** Called when the title is stored or the user gives up. */
  readonly onEnd: () => void;
}

type Refusal = Exclude<RenameResult, { kind: 'renamed' }>;

/** The title as a field in its place. Enter stores it, Esc leaves it; an empty one takes the title away. */
export function RenameField({ row, onEnd }: RenameFieldProps) {
  const [text, setText] = useState(row.title ?? '');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const [focused] = useState(focusedNow);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const refusalId = useId();
  const { rename } = useOrganise();
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  /** Where the focus is still here, it goes back to where it was. */
  const end = (): void => {
    const isHere = box.current?.contains(document.activeElement) === true;
    onEnd();
    if (isHere) returnFocus(focused);
  };
  const store = async (title: string): Promise<void> => {
    if (title === (row.title ?? '')) {
      end();
      return;
    }
    setBusy(true);
    const result = await rename(row.id, title === '' ? null : title);
    setBusy(false);
    if (result === null || result.kind === 'renamed') end();
    else {
      setRefusal(result);
      field.current?.focus();
    }
  };
  return (
    <div
      ref={box}
      className={css['box']}
      onBlur={event => {
        // Leaving the field without a decision changes nothing, and a refused title stays to be read.
        if (!event.currentTarget.contains(event.relatedTarget) && refusal === null && !busy) onEnd();
      }}
    >
      <input
        ref={field}
        className={css['field']}
        aria-label={texts.organise.renameTo}
        aria-invalid={refusal !== null}
        aria-describedby={refusal === null ? undefined : refusalId}
        title={texts.organise.renameHint}
        dir="auto"
        value={text}
        readOnly={busy}
        onChange={event => {
          setText(event.target.value);
          setRefusal(null);
        }}
        onKeyDown={event => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') end();
          else if (event.key === 'Enter') void store(text);
          else return;
          event.preventDefault();
        }}
      />
      {refusal === null ? null : (
        <RefusalWords id={refusalId} refusal={refusal} onUse={title => void store(title)} onEnd={onEnd} />
      )}
    </div>
  );
}

function RefusalWords(props: { id: string; refusal: Refusal; onUse: (title: string) => void; onEnd: () => void }) {
  const { id, refusal, onUse, onEnd } = props;
  const navigate = useUiStore(store => store.navigate);
  const words = texts.organise;
  return (
    <div id={id} className={css['refusal']} role="alert">
      {refusal.kind === 'too-long' ? (
        <span>{words.titleTooLong(refusal.length, refusal.maximum)}</span>
      ) : (
        <>
          <span>{words.titleTaken(`${visibleName(refusal.holder.label)} (${refusal.holder.id})`)}</span>
          <Button small onClick={() => onUse(refusal.nextFree)}>
            {words.useNextFree(refusal.nextFree)}
          </Button>
          <Button
            small
            look="link"
            onClick={() => {
              onEnd();
              navigate({ screen: 'sessions', sessionId: refusal.holder.id, messageId: null, highlight: '' });
            }}
          >
            {words.openHolder}
          </Button>
        </>
      )}
    </div>
  );
}
