import type { DatabaseFacts, DatabaseState } from '../../shared/contract/database.ts';
import { useReadOnly } from '../actions/use-read-only.ts';
import { Icon } from '../ui/icon.tsx';
import { texts } from './messages.ts';
import css from './status-bar.module.css';

/** The open file in one line. */
export function StatusBar({ state }: { state: DatabaseState | undefined }) {
  const words = state?.kind === 'opening' ? texts.database.opening : texts.database.none;
  return (
    <footer className={css['bar']} aria-label={texts.shell.database}>
      {state?.kind === 'open' ? <FileFacts facts={state.facts} /> : <span>{words}</span>}
    </footer>
  );
}

function FileFacts({ facts }: { facts: DatabaseFacts }) {
  const say = texts.shell;
  const { sessions, conversations } = facts;
  const readOnly = useReadOnly();
  return (
    <>
      <span className={css['file']} title={facts.path}>
        <Icon name="db" size="tiny" />
        {facts.merged === undefined ? facts.name : texts.database.allProfiles}
      </span>
      <span>
        {facts.merged === undefined
          ? say.schema(facts.schemaVersion)
          : texts.database.profileCount(facts.merged.filter(({ failure }) => failure === null).length)}
      </span>
      <span className={css['optional']}>
        {sessions === null || conversations === null ? say.counting : say.counts(sessions, conversations)}
      </span>
      <span className={css['optional']}>{say.size(facts.sizeBytes + facts.walBytes)}</span>
      {facts.isCopy ? (
        <span>{say.copyOpen}</span>
      ) : (
        <span className={css['live']} title={say.liveHint}>
          {say.live}
        </span>
      )}
      {facts.ftsDamaged === null ? null : (
        <span className={css['damaged']}>
          <Icon name="alert" size="tiny" />
          {say.indexDamaged}
        </span>
      )}
      <span className={css['end']}>{readOnly ? say.readOnly : say.untouched}</span>
    </>
  );
}
