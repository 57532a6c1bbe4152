import type { LookedIn } from '../../../shared/contract/database.ts';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { FactList, StateText } from '../../ui/state-text.tsx';
import type { Fact } from '../../ui/state-text.tsx';
import css from './database-screens.module.css';
import { useOpenActions } from './queries.ts';

/** No database was found: where we looked, and the two ways to one. */
export function Welcome({ lookedIn }: { lookedIn: readonly LookedIn[] }) {
  const actions = useOpenActions();
  const say = texts.database;
  const facts: Fact[] = [
    {
      name: say.lookedIn,
      value: (
        <ul>
          {lookedIn.map(place => (
            <li key={place.path}>
              <code>{place.path}</code> <span className={css['faint']}>{say.found[place.found]}</span>
            </li>
          ))}
        </ul>
      ),
    },
    { name: say.sampleFact, value: say.sampleFactText },
    { name: say.hermes, value: say.hermesText },
  ];
  return (
    <main className={css['screen']}>
      <StateText
        title={say.welcome}
        message={say.welcomeHint}
        actions={
          <>
            <Button look="primary" icon="db" disabled={actions.busy} onClick={actions.dialog}>
              {say.openDialog}
            </Button>
            <Button disabled={actions.busy} onClick={actions.sample}>
              {say.openSample}
            </Button>
          </>
        }
      >
        {actions.error === null ? null : <ActionFailure error={actions.error} />}
        <FactList facts={facts.filter(fact => fact.name !== say.lookedIn || lookedIn.length > 0)} />
      </StateText>
    </main>
  );
}

/** What a command that opens a file failed with, beside its button. */
export function ActionFailure({ error }: { error: Error }) {
  const words = errorWords(error);
  return (
    <p role="alert" className={css['failure']}>
      {words.title}. {words.message} {words.hint}
    </p>
  );
}
