import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DatabaseFacts } from '../../../shared/contract/database.ts';
import { texts } from '../../app/messages.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import css from './database-screens.module.css';

/** What a reader of this file has to know, one sentence each, above everything else. */
export function DatabaseBanners({ facts }: { facts: DatabaseFacts }) {
  const say = texts.database;
  return (
    <>
      {facts.damage === null ? null : <Banner tone="danger">{say.damage(facts.damage)}</Banner>}
      {facts.isCopy ? <Banner tone="warn">{say.copy}</Banner> : null}
      <AgeBanner facts={facts} />
      <IndexBanner facts={facts} />
    </>
  );
}

function AgeBanner({ facts }: { facts: DatabaseFacts }) {
  const say = texts.database;
  const [dismissed, setDismissed] = useState(false);
  if (facts.age === 'newer') {
    return (
      <ListBanner tone="warn" more={say.newerDetails} items={facts.unknownObjects}>
        {say.newer(facts.schemaVersion)}
      </ListBanner>
    );
  }
  if (facts.age === 'unknown') return <Banner tone="warn">{say.unknownSchema}</Banner>;
  if (facts.age !== 'older' || dismissed) return null;
  return (
    <ListBanner
      tone="info"
      more={say.details}
      items={facts.missingColumns}
      action={
        <Button
          small
          look="plain"
          onClick={() => {
            setDismissed(true);
          }}
        >
          {say.dismiss}
        </Button>
      }
    >
      {say.older(facts.schemaVersion)}{' '}
      {facts.missingColumns.length === 0 ? null : say.someMissing(facts.missingColumns.length)}
    </ListBanner>
  );
}

function ListBanner(props: {
  tone: 'info' | 'warn';
  more: string;
  items: readonly string[];
  action?: ReactNode;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const toggle =
    props.items.length === 0 ? null : (
      <Button
        look="link"
        aria-expanded={open}
        onClick={() => {
          setOpen(!open);
        }}
      >
        {props.more}
      </Button>
    );
  return (
    <Banner
      tone={props.tone}
      actions={
        <>
          {toggle}
          {props.action}
        </>
      }
    >
      {props.children}
      {open ? (
        <div className={css['missing']}>
          {props.items.map(item => (
            <code key={item}>{item}</code>
          ))}
        </div>
      ) : null}
    </Banner>
  );
}

function IndexBanner({ facts }: { facts: DatabaseFacts }) {
  const say = texts.database;
  if (facts.ftsDamaged !== null) return <Banner tone="danger">{say.ftsDamaged}</Banner>;
  if (facts.ftsLayout === 'none') return <Banner tone="info">{say.ftsNone}</Banner>;
  return facts.ftsIncomplete ? <Banner tone="info">{say.ftsIncomplete}</Banner> : null;
}
