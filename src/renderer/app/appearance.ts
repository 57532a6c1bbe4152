import type { Preferences } from '../../shared/contract/app.ts';
import { useLineWrap } from './line-wrap.ts';

/** At this text size the list leaves out its first column, because the others would not fit. */
const LARGE_TEXT = 130;

/** Puts theme, density and text size on the document, where tokens.css says what they mean, and line wrap on code. */
export function showPreferences(preferences: Pick<Preferences, 'theme' | 'density' | 'textSize' | 'reader'>): void {
  const root = document.documentElement;
  root.classList.toggle('light', preferences.theme === 'light');
  root.classList.toggle('dark', preferences.theme === 'dark');
  root.classList.toggle('compact', preferences.density === 'compact');
  root.classList.toggle('comfortable', preferences.density === 'comfortable');
  root.style.setProperty('--text-scale', String(preferences.textSize / 100));
  useLineWrap.setState({ wrap: preferences.reader.wrap });
  root.toggleAttribute('data-large-text', preferences.textSize >= LARGE_TEXT);
}
