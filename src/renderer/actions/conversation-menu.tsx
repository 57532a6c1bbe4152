import type { ConversationRow } from '../../shared/contract/sessions.ts';
import { useQuery } from '@tanstack/react-query';
import { plainSessionId } from '../../shared/session-address.ts';
import { resumeCommand } from '../../shared/resume-command.ts';
import { sessionLink } from '../../shared/session-link.ts';
import { APP_INFO_KEY } from '../api/cache.ts';
import { useClient } from '../api/client-context.tsx';
import { meantMessage } from '../app/meant-message.ts';
import { texts } from '../app/messages.ts';
import { useUiStore } from '../app/ui-store.ts';
import { MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { useActionStore } from './action-store.ts';
import { copyOut, openProject } from './lead-outside.ts';
import { useOrganise } from './use-organise.ts';
import { useReadOnly } from './use-read-only.ts';

export interface ConversationMenuProps {
  readonly row: ConversationRow;
  /** True in the list: opening is one of the commands there. */
  readonly inList: boolean;
  /** What the commands for several conversations act on: all picked rows, where this is one of them. */
  readonly ids?: readonly string[];
}

/** Every command of one conversation, for a row's menu and for that of the reader's head. */
export function ConversationMenuItems({ row, inList, ids = [row.id] }: ConversationMenuProps) {
  const { setPinned, setArchived } = useOrganise();
  const client = useClient();
  const readOnly = useReadOnly();
  const ask = useActionStore(store => store.ask);
  const navigate = useUiStore(store => store.navigate);
  const words = texts.organise;
  const message = meantMessage();
  const { data: info } = useQuery({ queryKey: APP_INFO_KEY, queryFn: ({ signal }) => client.app.info({}, { signal }) });
  const open = (tab: 'conversation' | 'lineage'): void => {
    navigate({ screen: 'sessions', sessionId: row.id, messageId: null, highlight: '', tab });
  };
  return (
    <>
      {inList ? (
        <MenuItem icon="external" hint="Enter" onSelect={() => open('conversation')}>
          {words.open}
        </MenuItem>
      ) : null}
      <MenuItem icon="chain" onSelect={() => open('lineage')}>
        {words.showLineage}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="rename" hint="F2" disabled={readOnly} onSelect={() => ask({ kind: 'rename', row, inList })}>
        {words.rename}…
      </MenuItem>
      <MenuItem icon="pin" hint="P" disabled={readOnly} onSelect={() => void setPinned(ids, !row.pinned)}>
        {row.pinned ? words.unpin : words.pin}
      </MenuItem>
      <MenuItem icon="archive" hint="E" disabled={readOnly} onSelect={() => void setArchived(ids, !row.archived)}>
        {row.archived ? words.unarchive : words.archive}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon="terminal"
        onSelect={() => copyOut(client, resumeCommand(plainSessionId(row), info?.platform ?? ''))}
      >
        {words.copyResume}
      </MenuItem>
      <MenuItem icon="copy" onSelect={() => copyOut(client, plainSessionId(row))}>
        {words.copyId}
      </MenuItem>
      <MenuItem icon="external" onSelect={() => copyOut(client, sessionLink(row.id))}>
        {words.copyLink}
      </MenuItem>
      {inList || message === null ? null : (
        <MenuItem icon="external" onSelect={() => copyOut(client, sessionLink(row.id, message))}>
          {words.copyMessageLink}
        </MenuItem>
      )}
      <MenuItem icon="folder" disabled={row.project === null} onSelect={() => openProject(client, row.id)}>
        {words.openFolder}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="export" onSelect={() => ask({ kind: 'export', ids })}>
        {words.export}…
      </MenuItem>
      <MenuSeparator />
      {row.segments > 1 && ids.length === 1 ? (
        <MenuItem
          icon="trash"
          danger
          disabled={readOnly}
          onSelect={() => ask({ kind: 'delete', ids: [row.id], unit: 'segment' })}
        >
          {words.deleteSegment}…
        </MenuItem>
      ) : null}
      <MenuItem
        icon="trash"
        hint="Del"
        danger
        disabled={readOnly}
        onSelect={() => ask({ kind: 'delete', ids, unit: 'conversation' })}
      >
        {words.delete}…
      </MenuItem>
    </>
  );
}
