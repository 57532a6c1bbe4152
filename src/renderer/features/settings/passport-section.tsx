import { useMutation, useQuery } from '@tanstack/react-query';
import type { DatabaseFacts } from '../../../shared/contract/database.ts';
import { useClient } from '../../api/client-context.tsx';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { passportLines, passportText } from './passport.ts';
import css from './settings-screen.module.css';

/** What the open file is. */
export function PassportSection({ version, facts }: { version: string; facts: DatabaseFacts }) {
  const say = texts.settings;
  const client = useClient();
  const holders = useQuery({
    queryKey: ['maintenance', 'holders'],
    queryFn: ({ signal }) => client.maintenance.holders({}, { signal }),
  });
  const lines = passportLines(facts, holders.data);
  const copy = useMutation({ mutationFn: () => client.app.copyText({ text: passportText(version, lines) }) });
  return (
    <section aria-labelledby="settings-passport">
      <div className={css['heading']}>
        <h2 id="settings-passport">{say.passport}</h2>
        <span role="status">{copy.isSuccess ? say.copied : copy.isError ? say.copyFailed : ''}</span>
        <Button
          icon="copy"
          onClick={() => {
            copy.mutate();
          }}
        >
          {say.copyPassport}
        </Button>
      </div>
      <p className={css['lead']}>{say.passportHint}</p>
      <dl className={css['facts']}>
        {lines.map(line => (
          <div key={line.name}>
            <dt>{line.name}</dt>
            <dd>{line.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
