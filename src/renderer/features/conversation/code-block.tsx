import { texts } from '../../app/messages.ts';
import { useCodeRuns } from './code-runs.ts';
import css from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';
import { MarkedText } from './marked-text.tsx';
import { useReader } from './reader-context.tsx';

/** Code in the colours of its language, as soon as they are known. */
export function Code({ code, language }: { code: string; language: string }) {
  const { terms } = useReader();
  const runs = useCodeRuns(code, language);
  if (runs === null) return <MarkedText text={code} terms={terms} />;
  return runs.map((run, at) =>
    run.kind === null ? (
      <MarkedText key={at} text={run.text} terms={terms} />
    ) : (
      <span key={at} className={css[run.kind]}>
        <MarkedText text={run.text} terms={terms} />
      </span>
    ),
  );
}

/** A block of code with its language and a button that copies it. */
export function CodeBlock({ code, language }: { code: string; language: string }) {
  return (
    <div className={css['block']}>
      <div className={css['head']}>
        <span>{language}</span>
        <CopyButton label={texts.conversation.copyCode} text={code} />
      </div>
      <pre className={css['code']}>
        <code>
          <Code code={code} language={language} />
        </code>
      </pre>
    </div>
  );
}
