import { useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { setLineWrap, useLineWrap } from '../../app/line-wrap.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import css from './code-block.module.css';
import { Code } from './code-stretch.tsx';
import { CopyButton } from './copy-button.tsx';
import { Diagram } from './code-diagram.tsx';

/** A block of code with its language, a button that breaks its long lines or not, and one that copies it. */
export function CodeBlock({ code, language, label = language }: { code: string; language: string; label?: string }) {
  const [isDrawn, setDrawn] = useState(false);
  const isDiagram = language.toLowerCase() === 'mermaid';
  return (
    <div className={css['block']}>
      <div className={css['head']}>
        <span className={css['language']}>{label}</span>
        {isDiagram ? (
          <Button look="link" small onClick={() => setDrawn(!isDrawn)}>
            {isDrawn ? texts.reading.showCode : texts.reading.drawDiagram}
          </Button>
        ) : null}
        {isDrawn ? null : <WrapButton />}
        <CopyButton label={texts.conversation.copyCode} text={code} />
      </div>
      {isDrawn ? (
        <Diagram source={code} />
      ) : (
        <CodeText>
          <Code code={code} language={language} />
        </CodeText>
      )}
    </div>
  );
}

/** The frame of code: its lines are broken or not, as the user likes them. */
function CodeText({ children }: { children: ReactNode }) {
  const wrap = useLineWrap(state => state.wrap);
  return (
    <pre className={classNames(css['code'], !wrap && css['unwrapped'])} tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}

function WrapButton() {
  const client = useClient();
  const wrap = useLineWrap(state => state.wrap);
  const [failed, setFailed] = useState(false);
  const label = failed ? texts.reading.wrapNotKept : texts.reading.wrapLines;
  return (
    <button
      type="button"
      className={css['wrap']}
      aria-label={label}
      aria-pressed={wrap}
      title={label}
      onClick={() => {
        setLineWrap(client, !wrap).then(
          () => setFailed(false),
          () => setFailed(true),
        );
      }}
    />
  );
}
