import type { MenuRef } from 'antd';
import { cloneElement, isValidElement, type ReactNode, type Ref, useEffect, useRef } from 'react';

interface Props {
  readonly open: boolean;
  readonly menu: ReactNode;
}

/**
 * The menu of a dropdown, with the focus in it as soon as it can take it, so that the arrow keys work at once. The
 * dropdown's own way of doing so scrolls the page to the entry, which may move it from under a pointer that is about
 * to choose; this one never scrolls.
 */
export function FocusedMenu({ open, menu }: Props): ReactNode {
  const entries = useRef<MenuRef>(null);
  useEffect(() => {
    if (!open) return;
    let frame = 0;
    const enter = () => {
      entries.current?.focus({ preventScroll: true });
      if (!entries.current?.menu?.list.contains(document.activeElement)) frame = requestAnimationFrame(enter);
    };
    enter();
    return () => cancelAnimationFrame(frame);
  }, [open]);
  return isValidElement<{ ref?: Ref<MenuRef> }>(menu) ? cloneElement(menu, { ref: entries }) : menu;
}
