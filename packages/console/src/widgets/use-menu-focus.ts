import { useEffect } from 'react';

const ENTRY = '[role="menuitem"]:not([aria-disabled="true"])';

/**
 * Moves the focus into a dropdown's menu as soon as it can take it, so that the arrow keys work at once. The dropdown's
 * own way of doing so scrolls the page to the entry, which may move it from under a pointer that is about to choose;
 * this one never scrolls.
 * @param id of the menu's element, which need not be there yet
 */
export function useMenuFocus(id: string, open: boolean): void {
  useEffect(() => {
    let frame = 0;
    const enter = () => {
      const menu = document.getElementById(id);
      menu?.querySelector<HTMLElement>(ENTRY)?.focus({ preventScroll: true });
      if (menu?.contains(document.activeElement) !== true) frame = requestAnimationFrame(enter);
    };
    if (open) enter();
    return () => cancelAnimationFrame(frame);
  }, [id, open]);
}
