import type { GrantableRoute, UserSession } from '@footfall/contract';
import { createContext, useContext } from 'react';

export interface Session {
  readonly user: UserSession;
  /** May register and change sites. */
  readonly isAdmin: boolean;
  /** Ends the session and opens the sign-in page, which leads back here. */
  readonly signOut: () => void;
  /** For administrators: shows the console as holders of a role see it, by the role's key; null ends that. */
  readonly viewAs: (role: string | null) => Promise<void>;
}

export const SessionContext = createContext<Session | undefined>(undefined);

/** The session behind the guard. @throws Error where nobody is signed in */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('No session: render behind the guard');
  return session;
}

/** Whether the user's roles grant a screen: what it asks must not be asked for those whom it would be refused. */
export function useMayOpen(route: GrantableRoute): boolean {
  const { user, isAdmin } = useSession();
  return isAdmin || user.routes.includes(route);
}
