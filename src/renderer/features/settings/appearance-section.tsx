import type { Preferences } from '../../../shared/contract/app.ts';
import { texts } from '../../app/messages.ts';
import { useSetPreferences } from '../../app/use-preferences.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SettingsRow } from './settings-row.tsx';
import css from './settings-screen.module.css';

/** How the window looks. */
export function AppearanceSection({ preferences }: { preferences: Preferences }) {
  const say = texts.settings;
  const set = useSetPreferences();
  return (
    <section aria-labelledby="settings-appearance">
      <h2 id="settings-appearance">{say.appearance}</h2>
      <div className={css['box']}>
        <SettingsRow title={say.theme} hint={say.themeHint}>
          <Segmented
            label={say.theme}
            value={preferences.theme}
            items={(['system', 'light', 'dark'] as const).map(value => ({ value, label: say.themes[value] }))}
            onValue={theme => {
              set({ theme });
            }}
          />
        </SettingsRow>
        <SettingsRow title={say.density} hint={say.densityHint}>
          <Segmented
            label={say.density}
            value={preferences.density}
            items={(['compact', 'comfortable'] as const).map(value => ({ value, label: say.densities[value] }))}
            onValue={density => {
              set({ density });
            }}
          />
        </SettingsRow>
        <SettingsRow title={say.textSize} hint={say.textSizeHint}>
          <TextSize
            value={preferences.textSize}
            onValue={textSize => {
              set({ textSize });
            }}
          />
        </SettingsRow>
      </div>
    </section>
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
