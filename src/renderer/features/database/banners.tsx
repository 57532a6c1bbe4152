import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DatabaseFacts, MergedProfile } from '../../../shared/contract/database.ts';
import { useClient } from '../../api/client-context.tsx';
import { texts } from '../../app/messages.ts';
import { useUiStore } from '../../app/ui-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import css from './database-screens.module.css';
import { useOpenActions } from './queries.ts';
import { useRetryWhileLocked } from './use-retry-while-locked.ts';

const INTERRUPTIONS_KEY = ['trash', 'interruptions'] as const;

/** What a reader of this file has to know, one sentence each, above everything else. */
export function DatabaseBanners({ facts }: { facts: DatabaseFacts }) {
  const say = texts.database;
  return (
    <>
      {facts.damage === null ? null : <Banner tone="danger">{say.damage(facts.damage)}</Banner>}
      {facts.isCopy ? <Banner tone="warn">{say.copy}</Banner> : null}
      <AgeBanner facts={facts} />
      <IndexBanner facts={facts} />
      {(facts.merged ?? []).map(profile => (
        <ProfileBanner key={profile.key} profile={profile} />
      ))}
      <InterruptionBanner />
    </>
  );
}

/** A profile that is not in the view, and why. One that is locked is tried again by itself. */
function ProfileBanner({ profile: { key, failure } }: { profile: MergedProfile }) {
  const actions = useOpenActions();
  useRetryWhileLocked(failure?.code === 'db-locked', actions);
  if (failure === null) return null;
  return (
    <Banner
      tone="danger"
      actions={
        <Button small disabled={actions.busy} onClick={actions.retry}>
          {texts.database.tryAgain}
        </Button>
      }
    >
      {texts.database.profileFailed(key, `${failure.message} ${failure.hint}`)}
    </Banner>
  );
}

function AgeBanner({ facts }: { facts: DatabaseFacts }) {
  const say = texts.database;
  const [dismissed, setDismissed] = useState(false);
  const screen = useUiStore(store => store.place.screen);
  const navigate = useUiStore(store => store.navigate);
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
        <>
          {screen === 'settings' ? null : (
            <Button
              small
              onClick={() => {
                navigate({ screen: 'settings' });
              }}
            >
              {texts.upkeep.upgradeDatabase}
            </Button>
          )}
          <Button
            small
            look="plain"
            onClick={() => {
              setDismissed(true);
            }}
          >
            {say.dismiss}
          </Button>
        </>
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

/** What an earlier run of the app left unfinished; told until it is dismissed. */
function InterruptionBanner() {
  const client = useClient();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: INTERRUPTIONS_KEY,
    queryFn: ({ signal }) => client.trash.interruptions({}, { signal }),
    meta: { still: true },
  });
  const dismiss = useMutation({
    mutationFn: () => client.trash.dismissInterruptions({}),
    onSuccess: () => queries.setQueryData(INTERRUPTIONS_KEY, []),
  });
  if (data === undefined || data.length === 0) return null;
  return (
    <Banner
      tone="warn"
      actions={
        <Button
          small
          look="plain"
          onClick={() => {
            dismiss.mutate();
          }}
        >
          {texts.upkeep.dismiss}
        </Button>
      }
    >
      {data.map(entry => (
        <div key={`${entry.action} ${String(entry.startedAt)}`}>{texts.upkeep.interrupted(entry)}</div>
      ))}
    </Banner>
  );
}
