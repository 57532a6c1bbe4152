import type { ClippedText } from '../../../shared/contract/conversation.ts';
import { texts } from '../../app/messages.ts';
import { MarkedText } from './marked-text.tsx';
import { useFold, useReader } from './reader-context.tsx';
import css from './reasoning.module.css';
import { useIsBehindCut, useSought } from './sought.ts';
import { exactText } from '../../ui/visible-text.ts';
import { WholeText } from './whole-text.tsx';

const PREVIEW = 140;

/** What a model thought before it answered: one line until it is opened. */
export function Reasoning({ messageId, reasoning }: { messageId: number; reasoning: ClippedText }) {
  const { terms } = useReader();
  const [open, toggle] = useFold(`reasoning ${messageId}`, useSought(messageId) === 'reasoning');
  const isSought = useIsBehindCut(messageId, 'reasoning', reasoning);
  const text = exactText(reasoning.text);
  const words = <MarkedText text={text} terms={terms} />;
  return (
    <div className={css['reasoning']} data-place="reasoning">
      <button type="button" className={css['fold']} aria-expanded={open} onClick={toggle}>
        <b>{texts.conversation.reasoning}</b>
        <span className={css['size']}>{texts.conversation.size(reasoning.bytes)}</span>
        {open ? null : <i className={css['preview']}>{text.slice(0, PREVIEW).replace(/\s+/g, ' ')}</i>}
      </button>
      {open ? (
        <div className={css['text']}>
          {reasoning.clipped ? (
            <WholeText
              messageId={messageId}
              part={{ kind: 'reasoning' }}
              bytes={reasoning.bytes}
              preview={words}
              isSought={isSought}
            />
          ) : (
            words
          )}
        </div>
      ) : null}
    </div>
  );
}
