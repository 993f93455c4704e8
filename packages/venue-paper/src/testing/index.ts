export { PaperVenue, type PaperVenueOptions } from './paper-venue.ts';
