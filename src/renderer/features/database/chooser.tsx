import { useState } from 'react';
import type { DatabaseChoice, DatabaseFacts, DatabaseState } from '../../../shared/contract/database.ts';
import { bytes, relativeTime } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx';
import css from './chooser.module.css';
import { useDatabaseChoices, useOpenActions } from './queries.ts';

/**
 * The button that names the open database, with the others behind it.
 *
 * @param label - what it says instead, where the name of the database stands beside it.
 */
export function DatabaseChooser({ state, label }: { state: DatabaseState | undefined; label?: string }) {
  const [asked, setAsked] = useState(false);
  const choices = useDatabaseChoices(asked).data ?? [];
  const actions = useOpenActions();
  const say = texts.database;
  return (
    <Menu
      label={say.choose}
      trigger={
        <Button
          look={label === undefined ? 'plain' : 'normal'}
          className={css['button']}
          aria-label={label ?? `${say.choose}: ${nameOf(state)}`}
          onPointerEnter={() => {
            setAsked(true);
          }}
          onFocus={() => {
            setAsked(true);
          }}
        >
          <Icon name="profile" size="small" />
          <span className={css['name']}>{label ?? nameOf(state)}</span>
          <Icon name="down" size="tiny" />
        </Button>
      }
    >
      <ChoiceGroup
        title={say.profiles}
        choices={choices.filter(choice => choice.kind === 'profile' || choice.kind === 'all-profiles')}
        onChoose={actions.choose}
      />
      <ChoiceGroup
        title={say.recent}
        choices={choices.filter(choice => choice.kind === 'recent')}
        onChoose={actions.choose}
      />
      <MenuItem icon="folder" onSelect={actions.dialog}>
        {say.openDialog}
      </MenuItem>
      <MenuItem icon="db" onSelect={actions.sample}>
        {say.openSample}
      </MenuItem>
    </Menu>
  );
}

function ChoiceGroup(props: { title: string; choices: readonly DatabaseChoice[]; onChoose: (key: string) => void }) {
  if (props.choices.length === 0) return null;
  return (
    <>
      <MenuLabel>{props.title}</MenuLabel>
      {props.choices.map(choice => (
        <MenuChoice
          key={choice.key}
          checked={choice.current}
          detail={detailOf(choice)}
          onSelect={() => {
            props.onChoose(choice.key);
          }}
        >
          {choice.kind === 'all-profiles' ? texts.database.allProfiles : choice.name}
        </MenuChoice>
      ))}
      <MenuSeparator />
    </>
  );
}

/** The path, and how large the file is and when it was last written. */
function detailOf({ kind, path, exists, sizeBytes, lastUsed }: DatabaseChoice): string | undefined {
  const say = texts.database;
  if (kind === 'all-profiles') return undefined;
  if (!exists) return `${path} (${say.missing})`;
  if (sizeBytes === null || lastUsed === null) return path;
  return `${path} · ${bytes(sizeBytes)} · ${say.lastUsed(relativeTime(lastUsed, Date.now() / 1000))}`;
}

function nameOf(state: DatabaseState | undefined): string {
  if (state?.kind === 'open') return nameOfOpen(state.facts);
  if (state?.kind === 'opening') return fileName(state.path);
  return state?.kind === 'failed' ? fileName(state.failure.path) : texts.database.none;
}

function nameOfOpen({ merged, profile, name }: DatabaseFacts): string {
  return merged === undefined ? (profile ?? name) : texts.database.allProfiles;
}

function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) || path;
}
