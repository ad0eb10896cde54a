import { useEffect, useState } from 'react';

/** Milliseconds that a loading indicator stays at least. It never holds data back. Source: specification 1, section 9. */
const HOLD = 750;

/** True while `on` is, and for the rest of the minimum time after it. */
export function useHeld(on: boolean): boolean {
  const [held, setHeld] = useState(on);
  if (on && !held) setHeld(true);
  useEffect(() => {
    if (on) return undefined;
    const timer = setTimeout(() => setHeld(false), HOLD);
    return () => clearTimeout(timer);
  }, [on]);
  return held;
}
