import {
  isPositionExit,
  lotCount,
  priceBound,
  priceRangeRefusal,
  rateUnits,
  refusal,
  tickCount,
  triggerReached,
  type Instrument,
  type Outcome,
  type PairLeg,
  type PlaceMarginRateClose,
  type PlaceOrder,
  type PlaceOrderPair,
  type Refusal,
  type Trigger,
} from '@tapedeck/domain';
import { withoutAbsent } from '../codec/fields.ts';
import { closesOnly, indexRefusal, quantityRefusal } from '../margin/check-order.ts';
import { CONDITIONAL_ORDERS_MAX, SPOT_CONDITIONAL_ORDERS_MAX } from '../margin/order-counts.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import { ConditionalOrder, type ConditionalTerms } from '../triggers/conditional-order.ts';
import { namedPosition } from './named-position.ts';
import { attachedRefusal, slippageOptionRefusal } from './check-options.ts';
import { newExit, sourceAt, startConditional, startPair } from './conditional-orders.ts';
import { spotExitsRefusal } from './spot-exits.ts';

function countRefusal(state: ExchangeState, account: Account, market: Market, more: number): Refusal | undefined {
  const conditional = state.triggers.ofInstrument(account.id, market.instrument).filter(({ terms }) => !isPositionExit(terms.kind));
  const most = market.spot ? SPOT_CONDITIONAL_ORDERS_MAX : CONDITIONAL_ORDERS_MAX;
  return conditional.length + more > most ? refusal('tooManyConditionalOrders', { limit: String(most) }) : undefined;
}

/** Refuses a trigger price outside the instrument's range, or one that its price source has already reached (EXC-04). */
export function triggerRefusal(market: Market, trigger: Trigger): Refusal | undefined {
  const { instrument } = market;
  const outside = priceRangeRefusal(trigger.price, instrument);
  if (outside !== undefined) return outside;
  const at = sourceAt(market, trigger.source);
  if (!triggerReached(trigger, at)) return undefined;
  const rising = trigger.direction === 'Rising';
  return refusal(rising ? 'triggerNotAbove' : 'triggerNotBelow', {
    trigger: priceBound(tickCount(trigger.price), instrument),
    current: priceBound(rising ? at.floor : at.ceil, instrument),
    triggerBy: trigger.source,
  });
}

/** Whether this account may place such an order. */
function admissionRefusal(account: Account, market: Market, command: PlaceOrder): Refusal | undefined {
  if (market.status !== 'Trading' || !market.opened) return refusal('notTrading');
  const { clientOrderId, positionIndex } = command;
  if (clientOrderId !== '' && account.clientOrderIds.has(clientOrderId)) return refusal('duplicateClientOrderId');
  if (market.spot) return spotRefusal(account, market, command);
  const misplaced = command.options?.isTpSl === true ? refusal('parameter', { field: 'type' }) : undefined;
  return indexRefusal(account.slot(market.instrument), positionIndex) ?? misplaced;
}

/** A spot pair has no positions to reduce; an account that may never borrow is refused before the order is registered. */
function spotRefusal(account: Account, { instrument }: Market, command: PlaceOrder): Refusal | undefined {
  const { reduceOnly, positionIndex, borrows, options = {} } = command;
  if (reduceOnly || options.closeOnTrigger === true) return refusal('parameter', { field: 'reduceOnly' });
  if (borrows === true && (!account.policy.unified || instrument.spot?.loanable !== true)) return refusal('notBorrowable');
  return positionIndex === 0 ? undefined : refusal('positionIndexMismatch');
}

function sizeRefusal(instrument: Instrument, command: PlaceOrder): Refusal | undefined {
  const bad = quantityRefusal(instrument, command) ?? slippageOptionRefusal(command, command.options?.slippage);
  if (bad !== undefined || command.orderType === 'Market') return bad;
  return priceRangeRefusal(command.price, instrument);
}

function conditionalRefusal(state: ExchangeState, account: Account, command: PlaceOrder, trigger: Trigger): Refusal | undefined {
  const market = state.market(command.instrument);
  const refused =
    admissionRefusal(account, market, command) ??
    sizeRefusal(market.instrument, command) ??
    countRefusal(state, account, market, 1) ??
    triggerRefusal(market, trigger);
  const exits = command.options?.exits;
  if (refused !== undefined || exits === undefined) return refused;
  if (market.spot) return spotExitsRefusal(state, account, market, { command, exits });
  return attachedRefusal(state, account, account.slot(market.instrument), { command, exits });
}

/** Accepts a conditional order. It reserves no margin before it triggers. */
export function placeConditional(state: ExchangeState, account: Account, command: PlaceOrder, trigger: Trigger): Outcome {
  const refused = conditionalRefusal(state, account, command, trigger);
  if (refused !== undefined) return { refusal: refused };
  const market = state.market(command.instrument);
  const options = command.options ?? {};
  const orderId = state.takeOrderId();
  const closeOnTrigger = options.closeOnTrigger === true;
  const order = new ConditionalOrder(
    withoutAbsent<ConditionalTerms>({
      orderId,
      clientOrderId: command.clientOrderId,
      account: account.id,
      instrument: market.instrument,
      kind: options.isTpSl === true ? 'TakeProfitStopLoss' : 'Stop',
      side: command.side,
      timeInForce: command.orderType === 'Market' ? 'ImmediateOrCancel' : command.timeInForce,
      reduceOnly: closesOnly(command) || closeOnTrigger,
      closeOnTrigger,
      wholePosition: false,
      positionIndex: command.positionIndex,
      parent: 0,
      source: command.source,
      createdAt: state.now,
      selfMatch: options.selfMatch,
      borrows: command.borrows === true ? true : undefined,
      marginRate: undefined,
    }),
  );
  order.orderType = command.orderType;
  order.price = command.orderType === 'Limit' ? tickCount(command.price) : 0;
  order.quantity = lotCount(command.quantity);
  order.trigger = trigger;
  order.slippage = options.slippage;
  order.exits = options.exits;
  if (command.clientOrderId !== '') account.clientOrderIds.remember(command.clientOrderId, orderId);
  startConditional(state, market, order);
  return { orderId };
}

const legTrigger = (leg: PairLeg, which: 'upper' | 'lower'): Trigger => ({
  price: leg.trigger,
  direction: which === 'upper' ? 'Rising' : 'Falling',
  source: leg.source,
});

/** The order that a leg of a pair would place, as far as its checks need it. */
function legCommand(command: PlaceOrderPair, leg: PairLeg): PlaceOrder {
  const { time, account, instrument, positionIndex, quantity, reduceOnly, source } = command;
  return {
    type: 'PlaceOrder',
    time,
    account,
    instrument,
    side: leg.side,
    orderType: leg.orderType,
    price: leg.price,
    quantity,
    timeInForce: 'GoodTillCancel',
    reduceOnly,
    positionIndex,
    clientOrderId: '',
    source,
  };
}

/** Accepts two conditional orders; the first to trigger cancels the other. */
export function placeOrderPair(state: ExchangeState, account: Account, command: PlaceOrderPair): Outcome {
  const market = state.market(command.instrument);
  if (command.kind === 'TakeProfitStopLossOCO' && command.upper.side !== command.lower.side) {
    return { refusal: refusal('parameter', { field: 'side' }) };
  }
  for (const which of ['upper', 'lower'] as const) {
    const leg = command[which];
    const refused = conditionalRefusal(state, account, legCommand(command, leg), legTrigger(leg, which));
    if (refused !== undefined) return { refusal: refused };
  }
  const many = countRefusal(state, account, market, 2);
  if (many !== undefined) return { refusal: many };
  const parent = state.nextOrderId;
  const legs = (['upper', 'lower'] as const).map((which) => pairLeg(state, command, which, parent));
  startPair(state, market, legs);
  return { orderId: parent, orderIds: legs.map(({ terms }) => terms.orderId) };
}

function pairLeg(state: ExchangeState, command: PlaceOrderPair, which: 'upper' | 'lower', parent: number): ConditionalOrder {
  const leg = command[which];
  const placed = legCommand(command, leg);
  const order = new ConditionalOrder({
    orderId: state.takeOrderId(),
    clientOrderId: '',
    account: command.account,
    instrument: state.market(command.instrument).instrument,
    kind: command.kind,
    side: leg.side,
    timeInForce: leg.orderType === 'Market' ? 'ImmediateOrCancel' : 'GoodTillCancel',
    reduceOnly: closesOnly(placed),
    closeOnTrigger: false,
    wholePosition: false,
    positionIndex: command.positionIndex,
    parent,
    source: command.source,
    createdAt: state.now,
  });
  order.orderType = leg.orderType;
  order.price = leg.orderType === 'Limit' ? tickCount(leg.price) : 0;
  order.quantity = lotCount(command.quantity);
  order.trigger = legTrigger(leg, which);
  return order;
}

/** Highest permitted margin rate: at 100% the account is liquidated. */
const MARGIN_RATE_MAX = 100_000_000n;

/** Accepts a close of a position at a maintenance margin rate of its account. One per position. */
export function placeMarginRateClose(state: ExchangeState, account: Account, command: PlaceMarginRateClose): Outcome {
  const named = namedPosition(state, account, command);
  if ('refusal' in named) return named;
  const { market, slot, position } = named;
  const units = rateUnits(command.rate);
  if (units <= 0n || units >= MARGIN_RATE_MAX) return { refusal: refusal('parameter', { field: 'triggerMmRate' }) };
  if (slot.marginMode === 'isolated') return { refusal: refusal('marginRateIsolated') };
  const conditional = state.triggers.ofPosition(account.id, market.instrument, command.positionIndex);
  if (conditional.some(({ terms }) => terms.kind === 'MmRateClose'))
    return { refusal: refusal('tooManyConditionalOrders', { limit: '1' }) };
  const order = newExit(state, position, {
    kind: 'MmRateClose',
    parent: 0,
    source: command.source,
    whole: true,
    marginRate: command.rate,
  });
  startConditional(state, market, order);
  return { orderId: order.terms.orderId };
}
