export { cardsOf, type Card } from './cards.ts';
export type { VenueDesk } from './venue-desk.ts';
