import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Connection, Reach } from '../lib/connection';
import type { Reloads } from '../lib/reloads';

/** What helps the page back on its feet. */
export interface Recovery {
  readonly connection: Connection;
  readonly reloads: Reloads;
  readonly reload: () => void;
}

export const RecoveryContext = createContext<Recovery | undefined>(undefined);

/** @throws Error outside of the application's providers */
export function useRecovery(): Recovery {
  const recovery = useContext(RecoveryContext);
  if (!recovery) throw new Error('No recovery: render inside RecoveryContext');
  return recovery;
}

/** Whether the server can be reached. */
export function useReach(): Reach {
  const { connection } = useRecovery();
  return useSyncExternalStore(connection.subscribe, connection.reach);
}
