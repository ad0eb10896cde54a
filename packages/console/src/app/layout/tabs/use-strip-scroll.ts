import { type RefObject, useEffect } from 'react';

/** Pixels kept free beside what is scrolled into view. */
const GAP = 4;

/**
 * The wheel scrolls the strip sideways, and the front tab is always in view, with the beginning of both neighbours.
 */
export function useStripScroll(strip: RefObject<HTMLElement | null>, front: string | undefined): void {
  useEffect(() => {
    const scroller = strip.current;
    if (!scroller) return undefined;
    // Not by React, whose wheel listeners can not keep the page from scrolling too.
    const turn = (event: WheelEvent) => {
      if (scroller.scrollWidth <= scroller.clientWidth || event.ctrlKey) return;
      event.preventDefault();
      scroller.scrollLeft += Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
    };
    scroller.addEventListener('wheel', turn, { passive: false });
    return () => scroller.removeEventListener('wheel', turn);
  }, [strip]);

  useEffect(() => {
    const scroller = strip.current;
    const tab = scroller?.querySelector<HTMLElement>(`[data-path="${CSS.escape(front ?? '')}"]`);
    if (!scroller || !tab) return;
    const [before, after] = [tab.previousElementSibling ?? tab, tab.nextElementSibling ?? tab].map((element) => element.getBoundingClientRect()) as [DOMRect, DOMRect];
    const view = scroller.getBoundingClientRect();
    const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    if (before.left < view.left + GAP) scroller.scrollBy({ left: before.left - view.left - GAP, behavior });
    else if (after.right > view.right - GAP) scroller.scrollBy({ left: after.right - view.right + GAP, behavior });
  }, [strip, front]);
}
