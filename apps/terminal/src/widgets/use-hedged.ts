import type { Instrument } from '@tapedeck/domain';
import { useClient } from '../platform/client-context.tsx';
import { useSelected } from '../platform/use-readable.ts';

/** Whether the account may hold a long and a short position in an instrument at the same time. */
export function useHedged({ id }: Pick<Instrument, 'id'>): boolean {
  return useSelected(useClient().positions.settings(id), (settings) => settings?.positionMode === 'BothSide');
}
