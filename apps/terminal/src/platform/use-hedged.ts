import type { Instrument } from '@tapedeck/domain';
import { useClient } from './client-context.tsx';
import { useSelected } from './use-readable.ts';

/** Whether the account may hold a long and a short position in an instrument at the same time. */
export function useHedged({ id }: Pick<Instrument, 'id'>): boolean {
  return useSelected(useClient().account.settings(id), (settings) => settings?.positionMode === 'BothSide');
}
