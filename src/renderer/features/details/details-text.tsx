import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ColumnValue } from '../../../shared/contract/conversation.ts';
import type { SessionText } from '../../../shared/contract/delegation.ts';
import type { AppClient } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client-context.tsx';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { parseJson } from '../../ui/json-nodes.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { exactText } from '../../ui/visible-text.ts';
import css from './details-text.module.css';

const SLICE = 500_000;
/** Longer texts are shown and copied up to here, in characters. */
const MOST = 4_000_000;
/** Longer JSON is text; and so much of a text is shown at once, in characters. */
const AT_ONCE = 100_000;

interface TextProps {
  readonly sessionId: string;
  readonly text: SessionText;
  readonly value: ColumnValue;
  readonly heading: string;
  readonly copyLabel: string;
  /** Open at first. */
  readonly open?: boolean;
}

async function readAll(client: AppClient, sessionId: string, text: SessionText, signal?: AbortSignal): Promise<string> {
  let whole = '';
  for (let done = false; !done && whole.length < MOST;) {
    const input = { sessionId, text, offset: whole.length, length: SLICE };
    const slice = await client.delegation.sessionText(input, signal === undefined ? {} : { signal });
    whole += slice.text;
    done = slice.done || slice.text === '';
  }
  return whole;
}

/** A long text of a session under its heading: folded, copied whole, read in stretches when it is opened. */
export function DetailsText({ sessionId, text, value, heading, copyLabel, open = false }: TextProps) {
  const client = useClient();
  const [isOpen, setOpen] = useState(open);
  const copy = useMutation({
    mutationFn: async () => client.app.copyText({ text: await readAll(client, sessionId, text) }),
  });
  const copied = copy.isSuccess;
  return (
    <section className={css['text']}>
      <div className={css['head']}>
        <h3>
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {heading}
          </button>
        </h3>
        <span className={css['size']}>{texts.conversation.size(value.value?.bytes ?? 0)}</span>
        <IconButton small icon="copy" label={copied ? texts.shell.copied : copyLabel} onClick={() => copy.mutate()} />
        {copy.error === null ? null : <span role="alert">{errorWords(copy.error).message}</span>}
      </div>
      {isOpen ? <Body sessionId={sessionId} text={text} value={value} heading={heading} /> : null}
    </section>
  );
}

function Body({ sessionId, text, value, heading }: Omit<TextProps, 'copyLabel' | 'open'>) {
  const client = useClient();
  const isWhole = value.value?.clipped === false;
  const { data, error } = useQuery({
    queryKey: ['conversation', 'session-text', sessionId, text],
    queryFn: ({ signal }) => readAll(client, sessionId, text, signal),
    enabled: !isWhole,
    structuralSharing: false,
  });
  const words = texts.tools.details;
  if (error !== null) return <p role="alert">{errorWords(error).message}</p>;
  const known = isWhole ? (value.value?.text ?? '') : data;
  if (known === undefined) return <p role="status">{words.reading}</p>;
  return (
    <>
      {text === 'system_prompt' ? <Plain text={known} label={heading} /> : <Json text={known} label={heading} />}
      {known.length >= MOST ? <p className={css['note']}>{words.cut(MOST)}</p> : null}
    </>
  );
}

/** A tree; the text as it is where it is no JSON, or too much of it. */
function Json({ text, label }: { text: string; label: string }) {
  const json = useMemo(() => (text.length <= AT_ONCE ? parseJson(text) : null), [text]);
  if (json?.kind !== 'object' && json?.kind !== 'list') return <Plain text={text} label={label} />;
  return <JsonTree value={json} label={label} sizeWords={texts.tools.jsonSize} />;
}

/** A text as it is, more of it on request. */
function Plain({ text, label }: { text: string; label: string }) {
  const [end, setEnd] = useState(AT_ONCE);
  return (
    <>
      <pre className={css['plain']} tabIndex={0} aria-label={label}>
        {exactText(text.slice(0, end))}
      </pre>
      {end < text.length ? (
        <Button look="link" small onClick={() => setEnd(end + AT_ONCE)}>
          {texts.conversation.details.more}
        </Button>
      ) : null}
    </>
  );
}
