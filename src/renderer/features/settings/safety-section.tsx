import { useReadOnly } from '../../actions/use-read-only.ts';
import { texts } from '../../app/messages.ts';
import { useSetPreferences } from '../../app/use-preferences.ts';
import { SettingsRow } from './settings-row.tsx';
import css from './settings-screen.module.css';

/** The switch for everything that writes. */
export function SafetySection() {
  const say = texts.upkeep;
  const set = useSetPreferences();
  const readOnly = useReadOnly();
  return (
    <section aria-labelledby="settings-safety">
      <h2 id="settings-safety">{say.safety}</h2>
      <div className={css['box']}>
        <SettingsRow title={say.readOnlyMode} hint={say.readOnlyHint}>
          <label className={css['switch']}>
            <input
              type="checkbox"
              role="switch"
              aria-label={say.readOnlyMode}
              checked={readOnly}
              onChange={event => {
                set({ readOnly: event.target.checked });
              }}
            />
            {readOnly ? say.on : say.off}
          </label>
        </SettingsRow>
      </div>
    </section>
  );
}
