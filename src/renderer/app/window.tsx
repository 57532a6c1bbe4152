import { useState } from 'react';
import type { DatabaseState } from '../../shared/contract/database.ts';
import type { AppClient } from '../../shared/contract/index.ts';
import { DatabaseBanners } from '../features/database/banners.tsx';
import { FailedScreen } from '../features/database/failed-screen.tsx';
import { OpeningScreen } from '../features/database/opening-screen.tsx';
import { useDatabaseState } from '../features/database/queries.ts';
import { Welcome } from '../features/database/welcome.tsx';
import { AskedActionDialog } from './asked-action.tsx';
import { OpenDatabase } from './open-database.tsx';
import { Overlays } from './overlays.tsx';
import { StatusBar } from './status-bar.tsx';
import { TitleBar } from './title-bar.tsx';
import { Toasts } from './toasts.tsx';
import { useAskedTarget } from './use-asked-target.ts';
import css from './window.module.css';

/** What main said of the app: version, locale, preferences. */
export type AppInfo = Awaited<ReturnType<AppClient['app']['info']>>;

/** Title bar, the screen that the state of the file asks for, status bar. */
export function Window({ info }: { info: AppInfo }) {
  const { data, error } = useDatabaseState();
  const state = useSteadyState(data);
  if (error !== null && data === undefined) throw error;
  const facts = state?.kind === 'open' ? state.facts : null;
  useAskedTarget(facts?.path ?? null);
  return (
    <div className={css['window']}>
      <TitleBar state={state} searchable={facts !== null} />
      {facts === null ? null : <DatabaseBanners facts={facts} />}
      <div className={css['body']}>{state === undefined ? null : <Screen state={state} info={info} />}</div>
      <StatusBar state={state} />
      <AskedActionDialog />
      <Overlays info={info} isOpen={facts !== null} />
      <Toasts />
    </div>
  );
}

function Screen({ state, info }: { state: DatabaseState; info: AppInfo }) {
  switch (state.kind) {
    case 'welcome':
      return <Welcome lookedIn={state.lookedIn} />;
    case 'opening':
      return <OpeningScreen path={state.path} />;
    case 'failed':
      return <FailedScreen failure={state.failure} />;
    case 'open':
      return <OpenDatabase key={state.facts.path} info={info} facts={state.facts} />;
  }
}

/** The state, without the flicker of "opening" while a locked file is tried again and again. */
function useSteadyState(state: DatabaseState | undefined): DatabaseState | undefined {
  const [steady, setSteady] = useState(state);
  const isRetry = state?.kind === 'opening' && steady?.kind === 'failed' && steady.failure.code === 'db-locked';
  if (state !== steady && !isRetry) setSteady(state);
  return isRetry ? steady : state;
}
