/**
 * What has the focus, before a question takes it. An item of a menu goes with its menu: the button that opened it stands
 * for it. Null where nothing could take the focus back.
 */
export function focusedNow(): HTMLElement | null {
  const menu = document.activeElement?.closest('[role="menu"]') ?? null;
  const opener = menu === null ? null : document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  const focused = menu === null ? document.activeElement : opener;
  return focused instanceof HTMLElement && focused !== document.body && focused.tabIndex >= 0 ? focused : null;
}

/** Gives the focus back once a question is answered; to the list of the screen where what had it is gone. */
export function returnFocus(element: HTMLElement | null): void {
  const home = document.querySelector<HTMLElement>('[data-focus-home]');
  const target = element?.isConnected === true ? element : home;
  target?.focus({ preventScroll: true });
}

/** Gives the focus to the list of the screen where something that is gone has taken it along. */
export function rescueFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) returnFocus(null);
  });
}
