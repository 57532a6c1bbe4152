import { texts } from '../../../app/messages.ts';
import { visibleText } from '../../../ui/visible-text.ts';
import { LongText } from '../long-text.tsx';
import { MarkedText } from '../marked-text.tsx';
import { useFold, useReader } from '../reader-context.tsx';
import { Button } from '../../../ui/button.tsx';
import css from './hits-list.module.css';
import { NamedTexts } from './named-texts.tsx';
import type { SearchAnswer, SearchHit } from './search-hits.ts';

/** Results that are drawn one by one; more are lines of a text. */
const MAX_HITS = 30;

/** What a search found. Addresses are text: nothing is loaded, nothing is opened by accident. */
export function HitsList({ answer, foldKey }: { answer: SearchAnswer; foldKey: string }) {
  const { hits, others } = answer;
  const [all, showAll] = useFold(`hits ${foldKey}`);
  const rest = hits.slice(MAX_HITS);
  return (
    <>
      <p className={css['count']}>{texts.tools.hits(hits.length)}</p>
      <ol className={css['hits']}>
        {hits.slice(0, MAX_HITS).map((hit, at) => (
          <Hit key={at} hit={hit} />
        ))}
      </ol>
      {rest.length > 0 && !all ? (
        <Button look="link" small onClick={showAll}>
          {texts.tools.moreHits(rest.length)}
        </Button>
      ) : null}
      {all ? <LongText text={rest.map(hitLine).join('\n')} label={texts.tools.moreHits(rest.length)} /> : null}
      <NamedTexts all={others} />
    </>
  );
}

function hitLine({ title, place, line, excerpt, others }: SearchHit): string {
  return [title, line === null ? place : `${place}:${line}`, excerpt, others].filter(Boolean).join('  ');
}

function Hit({ hit }: { hit: SearchHit }) {
  const { terms } = useReader();
  const shown = (text: string) => <MarkedText text={visibleText(text)} terms={terms} />;
  return (
    <li className={css['hit']}>
      {hit.title === '' ? null : <span className={css['title']}>{shown(hit.title)}</span>}
      <span className={css['place']}>
        {shown(hit.place)}
        {hit.line === null ? null : `:${hit.line}`}
      </span>
      {hit.excerpt === '' ? null : <span className={css['excerpt']}>{shown(hit.excerpt)}</span>}
      {hit.others === '' ? null : <span className={css['others']}>{shown(hit.others)}</span>}
    </li>
  );
}
