import { sessionLink } from '../../../shared/session-link.ts';
import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import { useActionStore } from '../../actions/action-store.ts';
import { copyOut, openProject } from '../../actions/lead-outside.ts';
import { plainSessionId } from '../../../shared/session-address.ts';
import { resumeCommand } from '../../../shared/resume-command.ts';
import { meantMessage } from '../meant-message.ts';
import { texts } from '../messages.ts';
import { useUiStore } from '../ui-store.ts';
import type { AppCommand, CommandTools } from './command.ts';

const say = texts.palette;

interface RowCommand extends Pick<AppCommand, 'id' | 'title' | 'icon' | 'hint'> {
  /** It changes the file. */
  readonly writes?: boolean;
  readonly suits?: (row: ConversationRow) => boolean;
  readonly act: (row: ConversationRow, tools: CommandTools) => void;
}

/** A command about the conversation that is open in the reader. */
function ofRow({ writes = false, suits = () => true, act, ...named }: RowCommand): AppCommand {
  return {
    ...named,
    words: 'session conversation',
    isOffered: ({ row, readOnly }) => row !== null && suits(row) && !(writes && readOnly),
    run: tools => {
      if (tools.row !== null) act(tools.row, tools);
    },
  };
}

/** The name is asked for in the reader's head, which has to be on screen. */
function rename(row: ConversationRow): void {
  useUiStore.getState().navigate({ screen: 'sessions' });
  useActionStore.getState().ask({ kind: 'rename', row, inList: false });
}

/** What can be done with the conversation that is open. */
export const CONVERSATION_COMMANDS: readonly AppCommand[] = [
  ofRow({ id: 'rename', title: say.rename, icon: 'rename', hint: 'F2', writes: true, act: rename }),
  ofRow({
    id: 'pin',
    title: say.pin,
    icon: 'pin',
    hint: 'P',
    writes: true,
    suits: row => !row.pinned,
    act: (row, { organise }) => void organise.setPinned([row.id], true),
  }),
  ofRow({
    id: 'unpin',
    title: say.unpin,
    icon: 'pin',
    hint: 'P',
    writes: true,
    suits: row => row.pinned,
    act: (row, { organise }) => void organise.setPinned([row.id], false),
  }),
  ofRow({
    id: 'archive',
    title: say.archive,
    icon: 'archive',
    hint: 'E',
    writes: true,
    suits: row => !row.archived,
    act: (row, { organise }) => void organise.setArchived([row.id], true),
  }),
  ofRow({
    id: 'unarchive',
    title: say.unarchive,
    icon: 'archive',
    hint: 'E',
    writes: true,
    suits: row => row.archived,
    act: (row, { organise }) => void organise.setArchived([row.id], false),
  }),
  ofRow({
    id: 'export',
    title: say.exportOne,
    icon: 'export',
    act: row => {
      useActionStore.getState().ask({ kind: 'export', ids: [row.id] });
    },
  }),
  ofRow({
    id: 'copy-resume',
    title: say.copyResume,
    icon: 'terminal',
    act: (row, { client, platform }) => {
      copyOut(client, resumeCommand(plainSessionId(row), platform));
    },
  }),
  ofRow({
    id: 'copy-id',
    title: say.copyId,
    icon: 'copy',
    act: (row, { client }) => {
      copyOut(client, plainSessionId(row));
    },
  }),
  ofRow({
    id: 'copy-link',
    title: say.copyLink,
    icon: 'external',
    act: (row, { client }) => {
      copyOut(client, sessionLink(row.id));
    },
  }),
  ofRow({
    id: 'copy-message-link',
    title: say.copyMessageLink,
    icon: 'external',
    suits: () => meantMessage() !== null,
    act: (row, { client }) => {
      copyOut(client, sessionLink(row.id, meantMessage()));
    },
  }),
  ofRow({
    id: 'open-folder',
    title: say.openFolder,
    icon: 'folder',
    suits: row => row.project !== null,
    act: (row, { client }) => {
      openProject(client, row.id);
    },
  }),
  ofRow({
    id: 'delete',
    title: say.remove,
    icon: 'trash',
    hint: 'Del',
    writes: true,
    act: row => {
      useActionStore.getState().ask({ kind: 'delete', ids: [row.id], unit: 'conversation' });
    },
  }),
];
