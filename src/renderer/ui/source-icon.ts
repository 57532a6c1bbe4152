import { entryOf } from './entry-of.ts';
import type { IconName } from './icon.tsx';

const SOURCE_ICONS: Readonly<Record<string, IconName>> = {
  cli: 'terminal',
  tui: 'terminal',
  acp: 'terminal',
  telegram: 'telegram',
  discord: 'discord',
  slack: 'discord',
  whatsapp: 'discord',
  signal: 'discord',
  matrix: 'discord',
  cron: 'cron',
  api: 'api',
  api_server: 'api',
  webhook: 'api',
  tool: 'subagent',
  subagent: 'subagent',
};

/** The icon of a source; a globe for one that is not known. */
export function sourceIcon(source: string): IconName {
  return entryOf(SOURCE_ICONS, source) ?? 'globe';
}
