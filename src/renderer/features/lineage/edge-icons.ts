import type { EdgeKind } from '../../../shared/contract/conversation.ts';
import type { IconName } from '../../ui/icon.tsx';

/** The icon of each kind of edge. */
export const EDGE_ICONS: Readonly<Record<EdgeKind, IconName>> = {
  root: 'root',
  compression: 'chain',
  branch: 'branch',
  delegate: 'subagent',
  reset: 'reset',
  unknown: 'question',
};
