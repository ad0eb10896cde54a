import type { UserSession } from '@footfall/contract';
import { createContext, useContext } from 'react';

export interface Session {
  readonly user: UserSession;
  /** May register and change sites. */
  readonly isAdmin: boolean;
  /** Ends the session and opens the sign-in page, which leads back here. */
  readonly signOut: () => void;
}

export const SessionContext = createContext<Session | undefined>(undefined);

/** The session behind the guard. @throws Error where nobody is signed in */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('No session: render behind the guard');
  return session;
}
