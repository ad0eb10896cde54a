import NProgress from 'nprogress';
import { type ReactNode, useEffect } from 'react';

/** Milliseconds before a slow screen shows the progress bar: a fast one shows none. */
const PATIENCE = 150;

/** The bar at the top, while a screen's code or the session is on its way. */
export function Loading(): ReactNode {
  useEffect(() => {
    // The library's own markup has a role that does not exist.
    NProgress.configure({ showSpinner: false, barSelector: '.bar', template: '<div class="bar"></div>' });
    const timer = setTimeout(() => NProgress.start(), PATIENCE);
    return () => {
      clearTimeout(timer);
      NProgress.done();
    };
  }, []);
  return null;
}
