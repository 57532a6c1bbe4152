import { texts } from '../../app/messages.ts';
import { useOverlayStore } from '../../app/overlay-store.ts';
import { Button } from '../../ui/button.tsx';
import { SettingsRow } from './settings-row.tsx';
import css from './settings-screen.module.css';

/** The way to the sheet of keys from the settings. */
export function ShortcutsSection() {
  const show = useOverlayStore(store => store.show);
  const say = texts.palette;
  return (
    <section aria-labelledby="settings-shortcuts">
      <h2 id="settings-shortcuts">{say.shortcuts}</h2>
      <div className={css['box']}>
        <SettingsRow title={say.showShortcuts} hint={say.shortcutsLead}>
          <Button
            onClick={() => {
              show('shortcuts');
            }}
          >
            {say.shortcuts}
          </Button>
        </SettingsRow>
      </div>
    </section>
  );
}
