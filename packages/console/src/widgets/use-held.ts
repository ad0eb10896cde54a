import { useEffect, useState } from 'react';

/** Milliseconds that a loading indicator is seen at least. It never holds data back. Source: specification 1, section 9. */
const HOLD = 750;

/** True while `on` is, and at least so long from its start that what it shows does not flash. */
export function useHeld(on: boolean): boolean {
  const [shown, setShown] = useState(on);
  const [ripe, setRipe] = useState(false);
  if (on && !shown) {
    setShown(true);
    setRipe(false);
  }
  if (!on && shown && ripe) setShown(false);
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setRipe(true), HOLD);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown;
}
