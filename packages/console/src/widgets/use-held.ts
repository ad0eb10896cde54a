import { useEffect, useState } from 'react';

/** Milliseconds that a loading indicator stays at least. It never holds data back. Source: specification 1, section 9. */
const HOLD = 750;

/** True while `on` is, and for the rest of the minimum time after it. */
export function useHeld(on: boolean): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (on) {
      setHeld(true);
      return undefined;
    }
    const timer = setTimeout(() => setHeld(false), HOLD);
    return () => clearTimeout(timer);
  }, [on]);
  return on || held;
}
