import { milliseconds, modelOption, priceUnits, timestamp, type AccountId, type OptionModel } from '@tapedeck/domain';
import { MARKET_CROWD, MARKET_FLOW, MARKET_MAKER } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { MarketInside } from './market-inside.ts';

const SECOND = 1_000;
/** Trading accounts of the house; every other holder is a trader or the liquidation desk. */
const PARTICIPANTS: readonly AccountId[] = [MARKET_MAKER, MARKET_FLOW, MARKET_CROWD];

/**
 * Updates an option's index, model and mark price to the present second and notifies every account that is margined by
 * them. They are the values at the start of the second, whenever they are requested within it. `undefined` while the
 * simulated market has no volatility.
 */
export function priceOption(state: ExchangeState, inside: MarketInside, market: Market): OptionModel | undefined {
  const second = Math.floor(milliseconds(state.now) / SECOND);
  if (market.model !== undefined && market.pricedSecond === second) return market.model;
  const { instrument } = market;
  const at = timestamp(second * SECOND);
  const surface = inside.surfaceAt?.(instrument.baseCoin, at);
  const index = inside.indexAt?.(instrument, at) ?? market.index;
  if (surface === undefined || priceUnits(index) <= 0n) return undefined;
  const known = market.pricedSecond === second;
  market.takeModel(modelOption(instrument, surface, index, at), index, second);
  if (known) return market.model;
  market.unsettled = true;
  state.tell({ type: 'PricesChanged', instrument: instrument.id, mark: market.mark, index });
  tellOptionHolders(state, market);
  return market.model;
}

/** An option with holders, orders or watchers is priced continuously. */
export function isInUse(state: ExchangeState, market: Market): boolean {
  return market.book.size > 0 || isHeld(state, market);
}

/** Whether an account other than the house's participants holds the instrument or has a conditional order on one of its prices. */
export function isHeld(state: ExchangeState, market: Market): boolean {
  if (state.triggers.untriggered(market.instrument.id).size > 0) return true;
  for (const { account } of market.holders) if (!PARTICIPANTS.includes(account)) return true;
  return false;
}

/** Gives each account with a position or an order in the option its new prices. */
function tellOptionHolders(state: ExchangeState, market: Market): void {
  const prices = market.optionPrices;
  for (const account of state.accounts.values()) {
    const slot = account.knownSlot(market.instrument.id);
    if (slot?.active === true) slot.priceOption(prices);
  }
}
