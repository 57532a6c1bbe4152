import { useUiStore } from '../ui-store.ts';

/** Screens are drawn within a few frames; on a machine that is too slow even for these the page stays at its top. */
const MOST_FRAMES = 120;

/**
 * Goes to a part of the settings, and to a button of it.
 *
 * @param part - as in the id of its heading, `settings-<part>`.
 * @param button - its words; the focus goes there, so that Enter does what was asked for.
 */
export function goToSettings(part: string, button?: string): void {
  useUiStore.getState().navigate({ screen: 'settings' });
  let frames = 0;
  const arrive = (): void => {
    const heading = document.getElementById(`settings-${part}`);
    frames += 1;
    if (heading === null) {
      if (frames < MOST_FRAMES) requestAnimationFrame(arrive);
      return;
    }
    heading.scrollIntoView({ block: 'start' });
    buttonIn(heading.parentElement, button)?.focus({ preventScroll: true });
  };
  requestAnimationFrame(arrive);
}

function buttonIn(section: HTMLElement | null, words: string | undefined): HTMLElement | null {
  const buttons = [...(section?.querySelectorAll('button') ?? [])];
  return words === undefined ? null : (buttons.find(button => button.textContent === words) ?? null);
}
