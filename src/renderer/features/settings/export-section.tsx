import { useActionStore } from '../../actions/action-store.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { SettingsRow } from './settings-row.tsx';
import css from './settings-screen.module.css';

/** Exports everything; what is open, picked or listed is exported from the list. */
export function ExportSection() {
  const say = texts.exporting;
  const ask = useActionStore(store => store.ask);
  return (
    <section aria-labelledby="settings-export">
      <h2 id="settings-export">{say.title}</h2>
      <div className={css['box']}>
        <SettingsRow title={say.whatAll} hint={say.elsewhere}>
          <Button onClick={() => ask({ kind: 'export-view' })}>{say.listed}…</Button>
          <Button onClick={() => ask({ kind: 'export-all' })}>{say.title}</Button>
        </SettingsRow>
      </div>
    </section>
  );
}
