import {
  ZERO_MONEY,
  addMoney,
  lots,
  opposite,
  refusal,
  sellableLots,
  subtractMoney,
  type AttachedExits,
  type ExitLeg,
  type Money,
  type PlaceOrder,
  type Refusal,
  type Side,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { OpenOrder } from '../state/open-order.ts';
import { isSpotExit, lockExit, setAmount, unlockExit } from '../state/spot-exits.ts';
import { ConditionalOrder } from '../triggers/conditional-order.ts';
import { legsRefusal } from './check-options.ts';
import { applyLeg, EXIT_KINDS, type ExitKind, PARTIAL_KIND, startPair, tellConditional } from './conditional-orders.ts';

/** At most 30 TP/SL entries per account and pair, including those attached to open orders (docs/concepts/spot-exits.md). */
export const SPOT_EXITS_MAX = 30;

/** TP/SL attached to an order in a pair: they sell what the order bought, or buy back what it sold. */
export function spotExitsRefusal(
  state: ExchangeState,
  account: Account,
  market: Market,
  order: { readonly command: PlaceOrder; readonly exits: AttachedExits },
): Refusal | undefined {
  const { command, exits } = order;
  const wrong = legsRefusal(market, command, exits);
  if (wrong !== undefined) return wrong;
  const { instrument } = market;
  const parents = new Set<number>();
  for (const leg of state.triggers.ofInstrument(account.id, instrument)) {
    if (isSpotExit(leg)) parents.add(leg.terms.parent);
    else if (leg.exits !== undefined) parents.add(leg.terms.orderId);
  }
  for (const { orderId, instrument: of, extra } of account.orders.list()) {
    if (of.id === instrument.id && extra?.exits !== undefined) parents.add(orderId);
  }
  return parents.size >= SPOT_EXITS_MAX ? refusal('tooManyExits', { limit: String(SPOT_EXITS_MAX) }) : undefined;
}

function newLeg(state: ExchangeState, order: OpenOrder, which: ExitKind, leg: ExitLeg): ConditionalOrder {
  const orderId = state.takeOrderId();
  const exit = new ConditionalOrder({
    orderId,
    clientOrderId: '',
    account: order.account,
    instrument: order.instrument,
    kind: PARTIAL_KIND[which],
    side: opposite(order.side),
    timeInForce: 'GoodTillCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    wholePosition: false,
    positionIndex: 0,
    parent: order.orderId,
    source: order.source,
    createdAt: state.now,
  });
  applyLeg(exit, which, leg);
  return exit;
}

/** Filled quantity, value and fee of an order before a fill. */
export type FilledBefore = Pick<OpenOrder, 'filled' | 'filledValue' | 'fee'>;

/** Proceeds of a fill after its fee: for a buy, the lots that can be sold; for a sell, the coins that can be spent. */
function broughtIn({ instrument, side, filled, filledValue, fee }: OpenOrder, before: FilledBefore): { lots: number; amount: Money } {
  if (side === 'Sell') {
    return { lots: 0, amount: subtractMoney(subtractMoney(filledValue, fee), subtractMoney(before.filledValue, before.fee)) };
  }
  return {
    lots: sellableLots(instrument, lots(filled), fee) - sellableLots(instrument, lots(before.filled), before.fee),
    amount: ZERO_MONEY,
  };
}

function grow(leg: ConditionalOrder, side: Side, more: { readonly lots: number; readonly amount: Money }): void {
  if (side === 'Buy') leg.quantity += more.lots;
  else setAmount(leg, addMoney(leg.amount ?? ZERO_MONEY, more.amount));
}

/**
 * An order in a pair with attached TP/SL has filled: its proceeds after fees are reserved for the two exits, whole lots
 * for a buy, quote coins for a sell. Later fills increase the entry, or create a new one if it has ended.
 */
export function attachSpotExits(state: ExchangeState, account: Account, order: OpenOrder, before: FilledBefore): void {
  const exits = order.extra?.exits;
  if (exits === undefined) return;
  const more = broughtIn(order, before);
  if (more.lots <= 0 && more.amount <= ZERO_MONEY) return;
  const own = state.triggers
    .ofInstrument(account.id, order.instrument)
    .filter((leg) => isSpotExit(leg) && leg.terms.parent === order.orderId);
  const [first] = own;
  if (first !== undefined) {
    unlockExit(state, first);
    for (const leg of own) {
      grow(leg, order.side, more);
      tellConditional(state, leg, 'OrderReplaced');
    }
    lockExit(account, first);
    return;
  }
  const legs = EXIT_KINDS.flatMap((which) => {
    const leg = exits[which];
    return leg === undefined ? [] : [newLeg(state, order, which, leg)];
  });
  for (const leg of legs) grow(leg, order.side, more);
  if (legs[0] !== undefined) lockExit(account, legs[0]);
  startPair(state, state.market(order.instrument.id), legs);
}
