import { createContext, useContext } from 'react';
import type { Client } from './client';

/** The client that the application was built with. */
export const ClientContext = createContext<Client | undefined>(undefined);

/** @throws Error outside of the application's providers */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('No client: render inside ClientContext');
  return client;
}
