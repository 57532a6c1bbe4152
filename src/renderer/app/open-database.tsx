import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import type { DatabaseFacts } from '../../shared/contract/database.ts';
import { dismissAllToasts } from '../actions/toasts.ts';
import { forgetAllUndo } from '../actions/undo-stack.ts';
import { ChooseProfile } from '../features/database/choose-profile.tsx';
import { DatabaseChooser } from '../features/database/chooser.tsx';
import { DashboardScreen } from '../features/dashboard/dashboard-screen.tsx';
import { useDashboardStore } from '../features/dashboard/use-dashboard.ts';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { useSelectionStore } from '../features/sessions/selection-store.ts';
import { useSessionViewStore } from '../features/sessions/view-store.ts';
import { Splitter } from '../ui/splitter.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useClient } from '../api/client-context.tsx';
import { preloadScreens, SearchScreen } from './lazy-screens.tsx';
import { useListTurn } from './list-turn.ts';
import { texts } from './messages.ts';
import { Navigation } from './navigation.tsx';
import css from './open-database.module.css';
import { SessionsScreen } from './sessions-screen.tsx';
import { useUiStore } from './ui-store.ts';
import { useMedia } from './use-media.ts';
import { useSetPreferences } from './use-preferences.ts';
import type { AppInfo } from './window.tsx';

const RAIL_WIDTH = 44;
const NAV_MIN = 160;
const NAV_MAX = 400;
const WIDE_DEFAULT = { from: 196, to: 220 } as const;

/** Navigation and the screen that is asked for, on an open file. */
export function OpenDatabase({ info, facts }: { info: AppInfo; facts: DatabaseFacts }) {
  const { screen } = useUiStore(store => store.place);
  const rail = useMedia('(max-width: 1100px)');
  const wide = useMedia('(min-width: 1800px)');
  const setPreferences = useSetPreferences();
  const preferred = info.preferences.navWidth;
  const turn = useListTurn(screen);
  const [dragged, setDragged] = useState<number | null>(null);
  const full = dragged ?? (wide && preferred === WIDE_DEFAULT.from ? WIDE_DEFAULT.to : preferred);
  useFreshStart();
  return (
    <>
      <div className={css['navigation']} style={{ width: rail ? RAIL_WIDTH : full }}>
        <Navigation rail={rail} isListDue={turn.isListDue} />
      </div>
      <main className={css['main']}>
        {rail ? null : (
          <Splitter
            label={texts.shell.resizeNavigation}
            value={full}
            min={NAV_MIN}
            max={NAV_MAX}
            onMove={setDragged}
            onDone={width => {
              setPreferences({ navWidth: width });
            }}
          />
        )}
        <ErrorBoundary key={screen}>
          {screen === 'sessions' ? <SessionsScreen info={info} turn={turn} /> : null}
          {screen === 'dashboard' ? <Dashboard facts={facts} /> : null}
          {screen === 'settings' ? <Settings info={info} facts={facts} /> : null}
          {screen === 'search' ? (
            <Suspense>
              <SearchScreen />
            </Suspense>
          ) : null}
        </ErrorBoundary>
      </main>
    </>
  );
}

/** Another file starts at its list, with nothing filtered; what is not needed for the list is loaded after it. */
function useFreshStart(): void {
  const client = useClient();
  const queries = useQueryClient();
  useEffect(() => {
    preloadScreens(client, queries);
    return () => {
      useUiStore.getState().reset();
      useSessionViewStore.getState().reset();
      useSelectionStore.getState().clear();
      forgetAllUndo();
      dismissAllToasts();
    };
  }, [client, queries]);
}

function Settings({ info, facts }: { info: AppInfo; facts: DatabaseFacts }) {
  const { merged } = facts;
  return (
    <SettingsScreen
      info={info}
      facts={facts}
      chooser={<DatabaseChooser state={{ kind: 'open', facts }} label={texts.settings.openAnother} />}
      oneFileOnly={
        merged === undefined ? null : <ChooseProfile profiles={merged} message={texts.database.chooseForSettings} />
      }
    />
  );
}

/** The dashboard, whose figures lead to the list. */
function Dashboard({ facts }: { facts: DatabaseFacts }) {
  const navigate = useUiStore(store => store.navigate);
  if (facts.merged !== undefined) {
    return (
      <section className={css['choose']} aria-label={texts.dashboard.region}>
        <ChooseProfile profiles={facts.merged} message={texts.database.chooseForDashboard} />
      </section>
    );
  }
  return (
    <DashboardScreen
      onBehind={slice => {
        const { filter } = useDashboardStore.getState();
        useSessionViewStore.getState().showBehind({ filter, zone: null, slice });
        navigate({ screen: 'sessions', sessionId: null, messageId: null, highlight: '' });
      }}
      onOpen={sessionId => {
        navigate({ screen: 'sessions', sessionId, messageId: null, highlight: '', tab: 'conversation' });
      }}
    />
  );
}
