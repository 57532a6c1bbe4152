import type { ReactNode } from 'react';
import type { Preferences } from '../../../shared/contract/app.ts';
import type { DatabaseFacts } from '../../../shared/contract/database.ts';
import { texts } from '../../app/messages.ts';
import { ShortcutsSection } from './shortcuts-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { ExportSection } from './export-section.tsx';
import { MaintenanceSection } from './maintenance-section.tsx';
import { PassportSection } from './passport-section.tsx';
import { PruneSection } from './prune-section.tsx';
import { SafetySection } from './safety-section.tsx';
import { SettingsRow } from './settings-row.tsx';
import css from './settings-screen.module.css';
import { TrashSection } from './trash-section.tsx';

export interface SettingsScreenProps {
  readonly info: { readonly version: string; readonly preferences: Preferences };
  readonly facts: DatabaseFacts;
  /** The control that opens another database. */
  readonly chooser: ReactNode;
  /** Stands in place of what works on one file only, where several are open; null where one is. */
  readonly oneFileOnly: ReactNode;
}

/** How the window looks, what can be done with all of the file, and what the file is. */
export function SettingsScreen({ info, facts, chooser, oneFileOnly }: SettingsScreenProps) {
  const say = texts.settings;
  return (
    <section className={css['screen']} aria-label={say.region}>
      <Contents isOneFile={oneFileOnly === null} />
      <div className={css['page']}>
        <AppearanceSection preferences={info.preferences} />
        <section aria-labelledby="settings-database">
          <h2 id="settings-database">{say.database}</h2>
          <div className={css['box']}>
            <SettingsRow title={facts.path} hint={say.databaseHint}>
              {chooser}
            </SettingsRow>
          </div>
        </section>
        {oneFileOnly ?? (
          <>
            <ExportSection />
            <PruneSection />
            <TrashSection />
            <MaintenanceSection facts={facts} />
          </>
        )}
        <SafetySection />
        {oneFileOnly === null ? <PassportSection version={info.version} facts={facts} /> : null}
        <ShortcutsSection />
        <section aria-labelledby="settings-about">
          <h2 id="settings-about">{say.about}</h2>
          <div className={css['box']}>
            <SettingsRow title={say.version(info.version)} hint={say.aboutText} />
          </div>
        </section>
      </div>
    </section>
  );
}

/** Parts about one file. */
const ONE_FILE: ReadonlySet<string> = new Set(['export', 'prune', 'trash', 'maintenance', 'passport']);

/** Ways to the parts of the page. */
function Contents({ isOneFile }: { isOneFile: boolean }) {
  const parts = [
    ['appearance', texts.settings.appearance],
    ['database', texts.settings.database],
    ['export', texts.exporting.title],
    ['prune', texts.upkeep.prune],
    ['trash', texts.upkeep.trash],
    ['maintenance', texts.upkeep.maintenance],
    ['safety', texts.upkeep.safety],
    ['passport', texts.settings.passport],
    ['shortcuts', texts.palette.shortcuts],
    ['about', texts.settings.about],
  ] as const;
  return (
    <nav className={css['contents']} aria-label={texts.settings.contents}>
      {parts
        .filter(([part]) => isOneFile || !ONE_FILE.has(part))
        .map(([part, name]) => (
          <a
            key={part}
            href={`#settings-${part}`}
            onClick={event => {
              event.preventDefault();
              document.getElementById(`settings-${part}`)?.scrollIntoView({ block: 'start' });
            }}
          >
            {name}
          </a>
        ))}
    </nav>
  );
}
