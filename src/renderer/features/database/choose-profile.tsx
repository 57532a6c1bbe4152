import type { MergedProfile } from '../../../shared/contract/database.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { StateText } from '../../ui/state-text.tsx';
import { visibleName } from '../../ui/visible-name.ts';
import { useOpenActions } from './queries.ts';

/** What works on one profile at a time, while all of them are open: why, and the profiles to choose from. */
export function ChooseProfile({ profiles, message }: { profiles: readonly MergedProfile[]; message: string }) {
  const actions = useOpenActions();
  return (
    <StateText
      title={texts.database.chooseProfile}
      message={message}
      actions={profiles
        .filter(({ failure }) => failure === null)
        .map(({ key, choice }) => (
          <Button
            key={key}
            icon="profile"
            disabled={actions.busy}
            onClick={() => {
              actions.choose(choice);
            }}
          >
            {visibleName(key)}
          </Button>
        ))}
    />
  );
}
