import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { FactList, StateText } from '../../ui/state-text.tsx';
import css from './database-screens.module.css';

/** A file is being opened; most open before this is seen. */
export function OpeningScreen({ path }: { path: string }) {
  return (
    <main className={classNames(css['screen'])}>
      <div className={css['late']}>
        <StateText role="status" title={texts.database.opening} message={texts.database.openingHint}>
          <FactList facts={[{ name: texts.database.file, value: path, code: true }]} />
        </StateText>
      </div>
    </main>
  );
}
