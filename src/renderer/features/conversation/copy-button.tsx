import { useEffect, useState } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import css from './copy-button.module.css';

const SHOWN_MS = 1600;

type Outcome = 'none' | 'done' | 'failed';

/** Copies a text, one that is read first, or the whole text of a message however long it is; says what came of it. */
export function CopyButton(
  props: { label: string; className?: string | undefined } & (
    { text: string } | { messageId: number } | { read: () => Promise<string> }
  ),
) {
  const client = useClient();
  const [outcome, setOutcome] = useState<Outcome>('none');
  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async (): Promise<unknown> => {
    if ('messageId' in props) return client.conversation.copyMessage({ messageId: props.messageId });
    return client.app.copyText({ text: 'read' in props ? await props.read() : props.text });
  };
  const label =
    outcome === 'none' ? props.label : outcome === 'done' ? texts.shell.copied : texts.conversation.copyFailed;
  return (
    <button
      type="button"
      className={classNames(
        css['copy'],
        outcome === 'done' && css['done'],
        outcome === 'failed' && css['failed'],
        props.className,
      )}
      aria-label={label}
      title={label}
      onClick={() => {
        copy().then(
          () => setOutcome('done'),
          () => setOutcome('failed'),
        );
      }}
    />
  );
}
