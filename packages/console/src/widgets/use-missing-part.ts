import { useEffect, useState } from 'react';
import { useReach, useRecovery } from './recovery';

/**
 * What to do about a part of the console that could not be fetched.
 * - `away`: the server can not be reached; it goes on by itself
 * - `mending`: it is being found out, or the page is about to be reloaded
 * - `stuck`: a reload has not helped: the reader is asked
 */
export type MissingPart = 'away' | 'mending' | 'stuck';

/** With the server in reach, an update has replaced the files of the page that is open, which one reload mends. */
export function useMissingPart(): MissingPart {
  const { connection, reloads, reload } = useRecovery();
  const reach = useReach();
  const [stuck, setStuck] = useState(false);
  useEffect(() => {
    if (reach !== 'well') return undefined;
    let left = false;
    const mend = async (): Promise<void> => {
      if (!(await connection.check()) || left) return;
      if (reloads.claim()) reload();
      else setStuck(true);
    };
    void mend();
    return () => {
      left = true;
    };
  }, [connection, reach, reload, reloads]);
  if (reach !== 'well') return 'away';
  return stuck ? 'stuck' : 'mending';
}
