import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Preferences } from '../../../shared/contract/app.ts';
import type { DatabaseFacts } from '../../../shared/contract/database.ts';
import { useClient } from '../../api/client-context.tsx';
import { texts } from '../../app/messages.ts';
import { useSetPreferences } from '../../app/use-preferences.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { passportLines, passportText } from './passport.ts';
import css from './settings-screen.module.css';

export interface SettingsScreenProps {
  readonly info: { readonly version: string; readonly preferences: Preferences };
  readonly facts: DatabaseFacts;
}

/** How the window looks, and what the open file is. */
export function SettingsScreen({ info, facts }: SettingsScreenProps) {
  const say = texts.settings;
  return (
    <section className={css['screen']} aria-label={say.region}>
      <div className={css['page']}>
        <Appearance preferences={info.preferences} />
        <Passport version={info.version} facts={facts} />
        <h2>{say.about}</h2>
        <div className={css['box']}>
          <Row title={say.version(info.version)} hint={say.aboutText} />
        </div>
      </div>
    </section>
  );
}

function Appearance({ preferences }: { preferences: Preferences }) {
  const say = texts.settings;
  const set = useSetPreferences();
  return (
    <>
      <h2>{say.appearance}</h2>
      <div className={css['box']}>
        <Row title={say.theme} hint={say.themeHint}>
          <Segmented
            label={say.theme}
            value={preferences.theme}
            items={(['system', 'light', 'dark'] as const).map(value => ({ value, label: say.themes[value] }))}
            onValue={theme => {
              set({ theme });
            }}
          />
        </Row>
        <Row title={say.density} hint={say.densityHint}>
          <Segmented
            label={say.density}
            value={preferences.density}
            items={(['compact', 'comfortable'] as const).map(value => ({ value, label: say.densities[value] }))}
            onValue={density => {
              set({ density });
            }}
          />
        </Row>
        <Row title={say.textSize} hint={say.textSizeHint}>
          <TextSize
            value={preferences.textSize}
            onValue={textSize => {
              set({ textSize });
            }}
          />
        </Row>
      </div>
    </>
  );
}

const MIN_TEXT = 80;
const MAX_TEXT = 150;
const TEXT_STEP = 5;

function TextSize({ value, onValue }: { value: number; onValue: (value: number) => void }) {
  const say = texts.settings;
  return (
    <div className={css['control']} role="group" aria-label={say.textSize}>
      {value === 100 ? null : (
        <Button
          look="link"
          onClick={() => {
            onValue(100);
          }}
        >
          {say.normalSize}
        </Button>
      )}
      <IconButton
        icon="minus"
        label={say.smaller}
        disabled={value <= MIN_TEXT}
        onClick={() => {
          onValue(Math.max(MIN_TEXT, value - TEXT_STEP));
        }}
      />
      <output className={css['size']}>{say.percent(value)}</output>
      <IconButton
        icon="plus"
        label={say.larger}
        disabled={value >= MAX_TEXT}
        onClick={() => {
          onValue(Math.min(MAX_TEXT, value + TEXT_STEP));
        }}
      />
    </div>
  );
}

function Passport({ version, facts }: { version: string; facts: DatabaseFacts }) {
  const say = texts.settings;
  const client = useClient();
  const copy = useMutation({ mutationFn: () => client.app.copyText({ text: passportText(version, facts) }) });
  return (
    <>
      <div className={css['heading']}>
        <h2>{say.passport}</h2>
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
        {passportLines(facts).map(line => (
          <div key={line.name}>
            <dt>{line.name}</dt>
            <dd>{line.value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Row(props: { title: string; hint: string; children?: ReactNode }) {
  return (
    <div className={css['row']}>
      <div>
        <h3>{props.title}</h3>
        <p>{props.hint}</p>
      </div>
      {props.children}
    </div>
  );
}
