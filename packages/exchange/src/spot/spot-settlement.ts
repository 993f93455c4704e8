import { ZERO_MONEY, lots, negateMoney, spotFill, subtractMoney, ticks, type SpotFill } from '@tapedeck/domain';
import type { ExchangeState } from '../state/exchange-state.ts';
import { addSpotOrder, dropSpotOrder, lockSpot, unlockSpot } from '../state/spot-orders.ts';
import { countFill, feeRateOf, reportFill } from '../fills/report-fill.ts';
import { moveCash } from '../funds/move-cash.ts';
import type { Settlement, TradeSide } from '../fills/settlement.ts';
import { spotOrdersRefusal } from '../margin/order-counts.ts';
import { foreseeSpot, spotCarryRefusal, spotChangeRefusal, spotRefusal } from './arrive-spot.ts';
import { attachSpotExits } from '../exits/spot-exits.ts';

function fillOf({ account, market, side, maker, tick, count }: TradeSide): SpotFill & Pick<Parameters<typeof spotFill>[1], 'feeRate'> {
  const terms = account.terms(market.instrument);
  const feeRate = feeRateOf(account, maker ? terms.makerFee : terms.takerFee);
  return { ...spotFill(market.instrument, { side, tick: ticks(tick), count: lots(count), feeRate }), feeRate };
}

/**
 * Both coins change hands through the clearing purses, whose balances a trade leaves unchanged; the fee is deducted
 * from the received coin.
 */
function moveCoins(state: ExchangeState, { account, side, market }: TradeSide, fill: SpotFill): void {
  const { id, baseCoin, quoteCoin } = market.instrument;
  const base = { kind: 'trade', instrument: id, counter: state.ledger(baseCoin).clearing } as const;
  const quote = { kind: 'trade', instrument: id, counter: state.ledger(quoteCoin).clearing } as const;
  moveCash(state, account, { ...base, amount: side === 'Buy' ? fill.base : negateMoney(fill.base) });
  moveCash(state, account, { ...quote, amount: side === 'Buy' ? negateMoney(fill.quote) : fill.quote });
  moveCash(state, account, { kind: 'fee', instrument: id, amount: negateMoney(fill.fee), counter: state.ledger(fill.feeCoin).fees });
}

/** Spot pairs: fills change coins, and resting orders lock the coins that they would spend. */
export const SPOT: Settlement = {
  termsRefusal: spotRefusal,

  roomRefusal: spotOrdersRefusal,

  foresee: foreseeSpot,

  carryRefusal: spotCarryRefusal,

  changeRefusal: spotChangeRefusal,

  wants: (_, left) => left,

  hold(account, order) {
    addSpotOrder(account, order);
  },

  free(account, order) {
    unlockSpot(account, order, order.left);
  },

  keep(account, order) {
    lockSpot(account, order);
  },

  resize(account, order, quantity) {
    unlockSpot(account, order, order.left);
    order.quantity = quantity;
    lockSpot(account, order);
  },

  drop(account, order) {
    dropSpotOrder(account, order);
  },

  settle(state, own) {
    const { account, market, side, order, maker, tick, count } = own;
    const fill = fillOf(own);
    if (order !== undefined) {
      if (order.handle >= 0) unlockSpot(account, order, count);
      countFill(state, order, { tick, count, value: fill.quote, fee: fill.fee });
    }
    state.life.filled(own, fill.quote);
    moveCoins(state, own, fill);
    const traded = { kind: 'Trade', account, market, side, tick, count, maker, feeRate: fill.feeRate, order } as const;
    reportFill(state, traded, { positionIndex: 0, value: fill.quote, fee: fill.fee, earned: ZERO_MONEY, closed: 0, entry: undefined });
    return count;
  },

  attach(state, own) {
    const { account, order, count } = own;
    if (order === undefined) return;
    const { quote, fee } = fillOf(own);
    const before = {
      filled: order.filled - count,
      filledValue: subtractMoney(order.filledValue, quote),
      fee: subtractMoney(order.fee, fee),
    };
    attachSpotExits(state, account, order, before);
  },

  // A change of coins has no consequence other than the margin check of the unified account.
  follow: () => undefined,
};
