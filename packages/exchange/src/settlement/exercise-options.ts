import {
  ZERO_MONEY,
  divCeil,
  exercisePayoff,
  invariant,
  lots,
  minMoney,
  money,
  moneyUnits,
  negateMoney,
  price,
  priceUnits,
  rateUnits,
  quantityUnits,
  SCALE,
  subtractMoney,
  toTick,
  valueAtPrice,
  type Money,
  type Price,
} from '@tapedeck/domain';
import { LIQUIDATION_DESK } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';
import { sweep } from '../liquidation/liquidation-desk.ts';
import { cancelForDelivery, coverShortfall } from './settle-delivery.ts';
import { moveCash } from '../funds/move-cash.ts';
import { reportSettlement } from '../fills/report-fill.ts';

/** Maximum delivery fee as a share of the option's payoff. */
const FEE_CAP_PERCENT = 7n;
const PERCENT = 100n;
/** Delivery prices of options are in cents, so that payoffs are exact. */
const DELIVERY_STEP = price(1_000_000n);

/** Delivery price × rate × size, at most 7 % of the payoff, rounded up (docs/concepts/options.md). */
function deliveryFee(market: Market, size: number, delivery: Price, paid: Money): Money {
  const { lotSize, deliveryFee: rate } = market.instrument;
  if (rate === undefined || paid === ZERO_MONEY) return ZERO_MONEY;
  const quantity = BigInt(size) * quantityUnits(lotSize);
  const byPrice = money(divCeil(priceUnits(delivery) * rateUnits(rate) * quantity, SCALE * SCALE));
  return minMoney(byPrice, money(divCeil(moneyUnits(paid) * FEE_CAP_PERCENT, PERCENT)));
}

interface Exercise {
  readonly delivery: Price;
  /** Per unit of the base coin. */
  readonly payoff: Price;
}

function exercisePosition(state: ExchangeState, market: Market, position: Position, { delivery, payoff }: Exercise): void {
  const { instrument } = market;
  const account = state.account(position.slot.account);
  const ledger = state.ledger(instrument.settleCoin);
  const { size, side } = position;
  const paid = valueAtPrice(instrument, lots(size), payoff);
  const fee = account.house ? ZERO_MONEY : deliveryFee(market, size, delivery, paid);
  const earned = side === 'Buy' ? subtractMoney(paid, position.entryValue) : subtractMoney(position.entryValue, paid);
  const amount = side === 'Buy' ? paid : negateMoney(paid);
  moveCash(state, account, { kind: 'delivery', amount, counter: ledger.clearing, instrument: instrument.id });
  moveCash(state, account, { kind: 'fee', amount: negateMoney(fee), counter: ledger.fees, instrument: instrument.id });
  if (side === 'Buy') market.openLong -= size;
  else market.openShort -= size;
  position.realise({ tradePnl: earned, fee });
  position.end();
  position.updatedAt = state.now;
  position.touched();
  account.review(position.slot);
  reportSettlement(state, account, position, {
    kind: 'Delivery',
    side: side === 'Buy' ? 'Sell' : 'Buy',
    price: payoff,
    quantity: lots(size),
    value: paid,
    fee,
    feeRate: instrument.deliveryFee ?? instrument.takerFee,
    closedPnl: earned,
    closedQuantity: lots(size),
  });
}

/**
 * Ends an option: cancels its orders, pays each position its payoff at the delivery price, and removes it from the list
 * (docs/concepts/options.md). Longs receive exactly what shorts pay.
 */
export function exercise(state: ExchangeState, market: Market, mean: Price): void {
  state.setStatus(market, 'Delivering');
  cancelForDelivery(state, market, 'CancelByDelivery');
  const delivery = toTick(mean, DELIVERY_STEP, 'nearest');
  const payoff = exercisePayoff(market.instrument, delivery);
  const slots = [...market.holders].sort((a, b) => a.account - b.account);
  for (const slot of slots) {
    for (const position of slot.positions) if (position.size > 0) exercisePosition(state, market, position, { delivery, payoff });
    market.reviewHolder(slot);
    coverShortfall(state, market, state.account(slot.account));
  }
  invariant(market.openLong === 0 && market.openShort === 0, 'an exercise leaves no position');
  sweep(state, state.account(LIQUIDATION_DESK), market.instrument.settleCoin);
  state.tell({ type: 'DeliverySettled', instrument: market.instrument.id, price: delivery });
  state.setStatus(market, 'Closed');
}
