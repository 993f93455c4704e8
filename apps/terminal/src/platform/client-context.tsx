import type { TerminalClient } from '@tapedeck/client';
import { createContext, useContext } from 'react';
import { invariant } from '@tapedeck/domain';

const ClientContext = createContext<TerminalClient | undefined>(undefined);

export const ClientProvider = ClientContext.Provider;

export function useClient(): TerminalClient {
  const client = useContext(ClientContext);
  invariant(client !== undefined, 'a screen is rendered inside ClientProvider');
  return client;
}
