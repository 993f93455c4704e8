import { milliseconds, settlesSessions, timestamp } from '@tapedeck/domain';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import { cancelDisconnected } from '../orders/cancel-orders.ts';
import { settleInterest } from '../funds/charge-interest.ts';
import { crossTriggers, sourceAt } from '../exits/conditional-orders.ts';
import { tellRanks } from '../liquidation/deleverage-ranks.ts';
import { exercise } from '../settlement/exercise-options.ts';
import { followUp } from './follow-up.ts';
import { LIQUIDATIONS_PER_EVENT, liquidateHolders, liquidateOverdue, liquidatePools, markHolders } from '../liquidation/liquidate.ts';
import { isInUse, priceOption } from '../house/price-option.ts';
import type { Parts } from './parts.ts';
import { fireMarginRates, runTriggers, tellTrailing } from '../orders/run-triggers.ts';
import { wakeStrategies } from '../strategies/run-strategies.ts';
import { deliver } from '../settlement/settle-delivery.ts';
import { settleFunding } from '../settlement/settle-funding.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
/** Interval at which deleveraging ranks are updated. */
const RANKED_EVERY = 5_000;
/** A long downtime is crossed in at most about this many steps. */
const CATCH_UP_STEPS = 2_000;

/** A gap in the clock is crossed in whole minutes, so that funding, triggers and liquidations see the prices in between. */
export function advanceClock(parts: Parts, to: number): void {
  const { state, house } = parts;
  const gap = to - milliseconds(state.now);
  house.until = timestamp(to);
  const stride = Math.max(MINUTE, Math.ceil(gap / CATCH_UP_STEPS / MINUTE) * MINUTE);
  const secondBefore = Math.floor(milliseconds(state.now) / SECOND);
  for (let at = (Math.floor(milliseconds(state.now) / stride) + 1) * stride; gap > MINUTE && at < to; at += stride) step(parts, at);
  step(parts, to);
  if (Math.floor(to / SECOND) > secondBefore) tellTrailing(state);
  if (Math.floor(to / RANKED_EVERY) > Math.floor((secondBefore * SECOND) / RANKED_EVERY)) tellRanks(state);
}

function step(parts: Parts, at: number): void {
  const { state, inside, house } = parts;
  state.now = timestamp(at);
  cancelDisconnected(state);
  inside.advance(house);
  afterMarket(parts);
}

/** Orders triggered by trades run first, then liquidations at the new mark prices, then orders triggered by those prices. */
export function afterMarket(parts: Parts): void {
  const { state } = parts;
  runTriggers(state);
  let moved = afterOptions(parts);
  for (const market of state.contracts) {
    sampleDelivery(parts, market);
    if (reprice(state, market)) moved = true;
    const mean = market.opened && market.delivery?.due(state.now) === true ? market.delivery.mean : undefined;
    if (mean !== undefined) deliver(state, market, mean);
  }
  const charged = milliseconds(state.now) >= state.interestAt;
  if (charged) settleInterest(state);
  if (charged || moved) liquidatePools(state);
  liquidateOverdue(state);
  fireMarginRates(state);
  wakeStrategies(state);
  followUp(state);
}

/** Sets a market's new mark price and applies its consequences; returns whether it moved. */
function reprice(state: ExchangeState, market: Market): boolean {
  const moved = market.reprice(state.now);
  const holderDue = moved && markHolders(state, market);
  if (!market.opened) return moved;
  if (moved) state.tell({ type: 'PricesChanged', instrument: market.instrument.id, mark: market.mark, index: market.index });
  if (!market.spot) settle(state, market, moved, holderDue);
  if (moved) cross(state, market, 'MarkPrice');
  return moved;
}

function settle(state: ExchangeState, market: Market, moved: boolean, holderDue: boolean): void {
  const due = market.funding?.due(state.now) === true;
  // Liquidations run before a session settlement, which takes cash from the remaining margin.
  if (due && settlesSessions(market.instrument)) {
    liquidateHolders(state, market, Infinity);
    liquidatePools(state);
  }
  const settled = due && settleFunding(state, market);
  market.samplePremiumIndex(state.now);
  // A funding payment can push further accounts below their maintenance margin.
  if (moved || settled) liquidateHolders(state, market, LIQUIDATIONS_PER_EVENT, due ? undefined : holderDue);
}

function cross(state: ExchangeState, market: Market, source: 'MarkPrice' | 'IndexPrice'): void {
  const { triggers } = state;
  if (triggers.untriggered(market.instrument.id).waitsFor(source)) crossTriggers(state, market, source, sourceAt(market, source));
}

/** Skips options without holders or watchers. Returns whether an option that determines a holder's margin was repriced. */
function afterOptions(parts: Parts): boolean {
  const { state, inside } = parts;
  let moved = false;
  const second = Math.floor(milliseconds(state.now) / SECOND);
  for (const market of state.options) {
    sampleDelivery(parts, market);
    if (market.pricedSecond !== second && isInUse(state, market)) priceOption(state, inside, market);
    if (market.unsettled) {
      market.unsettled = false;
      moved = true;
      liquidateHolders(state, market);
      cross(state, market, 'MarkPrice');
      cross(state, market, 'IndexPrice');
    }
    const mean = market.delivery?.due(state.now) === true ? market.delivery.mean : undefined;
    if (mean !== undefined) exercise(state, market, mean);
  }
  return moved;
}

function sampleDelivery({ state, inside }: Parts, market: Market): void {
  const { now } = state;
  if (market.delivery?.near(now) !== true) return;
  const { instrument, index } = market;
  market.delivery.sample(now, (time) => inside.indexAt?.(instrument, timestamp(time)) ?? index);
}
