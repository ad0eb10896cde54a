import { usePreference } from './preferences';
import { useIsMobile } from './use-media';

/** Pixels of the navbar and of the strip of tabs. Source: CONSOLE, section 1.4. */
const NAVBAR = 50;
const STRIP = 34;

/** Pixels at the top of the window under which a header that sticks has to stay: what the shell keeps there. */
export function useStickyTop(): number {
  const mobile = useIsMobile();
  const fixed = usePreference(({ fixedHeader }) => fixedHeader);
  const strip = usePreference(({ tagsView }) => tagsView);
  if (!fixed) return 0;
  return strip && !mobile ? NAVBAR + STRIP : NAVBAR;
}
