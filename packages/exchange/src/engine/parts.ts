import type { ExchangeState } from '../state/exchange-state.ts';
import type { HouseMarket } from '../house/house-market.ts';
import type { MarketInside } from '../house/market-inside.ts';

/** Parts of an exchange for commands that need more than its state. */
export interface Parts {
  readonly state: ExchangeState;
  /** The simulated or recorded market, and the house accounts through which it trades. */
  readonly inside: MarketInside;
  readonly house: HouseMarket;
}
