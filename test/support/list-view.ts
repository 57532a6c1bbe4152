import type { SessionView } from '../../src/shared/contract/sessions.ts';

/** The view that leaves out nothing but children. */
export const EVERYTHING: SessionView = {
  scope: 'all',
  filter: '',
  sort: 'activity',
  sources: [],
  models: [],
  states: [],
  showArchived: true,
  showChildren: false,
};
