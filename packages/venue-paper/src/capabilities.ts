import type { VenueCapabilities } from '@tapedeck/venue';

export const PAPER_CAPABILITIES: VenueCapabilities = {
  name: 'paper',
  marginModes: ['cross', 'isolated'],
  positionModes: ['MergedSingle', 'BothSide'],
  simulated: true,
};
