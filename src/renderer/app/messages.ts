import { conversationTexts } from './texts/conversation.ts';
import { dashboardTexts } from './texts/dashboard.ts';
import { databaseTexts } from './texts/database.ts';
import { exportTexts } from './texts/exporting.ts';
import { organiseTexts } from './texts/organise.ts';
import { readingTexts } from './texts/reading.ts';
import { paletteTexts } from './texts/palette.ts';
import { searchTexts } from './texts/search.ts';
import { sessionTexts } from './texts/sessions.ts';
import { settingsTexts } from './texts/settings.ts';
import { shellTexts } from './texts/shell.ts';
import { toolTexts } from './texts/tools.ts';
import { upkeepTexts } from './texts/upkeep.ts';

/**
 * The message catalogue: every text of the window, by area. English is the only language so far; numbers, dates and
 * plurals inside the texts follow the locale that main names (see format.ts).
 */
export const texts = {
  shell: shellTexts,
  sessions: sessionTexts,
  database: databaseTexts,
  settings: settingsTexts,
  dashboard: dashboardTexts,
  conversation: conversationTexts,
  reading: readingTexts,
  search: searchTexts,
  palette: paletteTexts,
  organise: organiseTexts,
  exporting: exportTexts,
  upkeep: upkeepTexts,
  tools: toolTexts,
} as const;
