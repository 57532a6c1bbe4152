import { useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { errorWords } from '../../api/error-text.ts';
import { MarkedText } from './marked-text.tsx';
import { useReader } from './reader-context.tsx';
import css from './text.module.css';

const LONGEST_ADDRESS = 80;

function shortAddress(url: string): string {
  return url.length <= LONGEST_ADDRESS ? url : `${url.slice(0, LONGEST_ADDRESS)}…`;
}

/** True where the text of a link already says where it leads. */
function saysAddress(words: ReactNode, url: string): boolean {
  if (typeof words !== 'string') return false;
  return words === url || `http://${words}` === url || `https://${words}` === url || `mailto:${words}` === url;
}

/** A link that shows its address and opens in the system's browser. */
export function Link({ url, children }: { url: string; children: ReactNode }) {
  const client = useClient();
  const { terms } = useReader();
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <a
      href={url}
      title={failure ?? url}
      rel="noreferrer"
      onClick={event => {
        event.preventDefault();
        client.app.openLink({ url }).catch((error: unknown) => setFailure(errorWords(error).message));
      }}
    >
      {typeof children === 'string' ? <MarkedText text={children} terms={terms} /> : children}
      {saysAddress(children, url) ? null : <span className={css['address']}> ({shortAddress(url)})</span>}
      {failure === null ? null : <span role="alert"> {failure}</span>}
    </a>
  );
}
