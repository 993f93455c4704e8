import { STRATEGY_KINDS } from '@tapedeck/domain';
import type { VenueCapabilities } from '@tapedeck/venue';

/** The built-in exchange offers all features of the port. */
export const PAPER_CAPABILITIES: VenueCapabilities = {
  name: 'paper',
  marginModes: ['cross', 'isolated'],
  positionModes: ['MergedSingle', 'BothSide'],
  strategies: STRATEGY_KINDS,
  copyTrading: true,
  lending: true,
  cancelOnDisconnect: true,
};
