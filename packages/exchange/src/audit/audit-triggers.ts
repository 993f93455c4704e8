import { ZERO_MONEY, invariant, isPositionExit, isSpot, type StopOrderType } from '@tapedeck/domain';
import type { ConditionalOrder } from '../triggers/conditional-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { OpenOrder } from '../state/open-order.ts';

/** Kinds of exits of which a position has at most one each. */
const ONCE: readonly StopOrderType[] = ['TakeProfit', 'StopLoss', 'TrailingStop', 'MmRateClose'];
const PARTIAL: readonly StopOrderType[] = ['PartialTakeProfit', 'PartialStopLoss'];

function auditConditional(account: Account, order: ConditionalOrder): void {
  const { orderId, kind, instrument, positionIndex } = order.terms;
  invariant(order.status === 'Untriggered', () => `B13 order ${orderId} that waits has not fired`);
  invariant(order.terms.account === account.id, () => `A16 order ${orderId} waits for its owner`);
  const { partner } = order;
  invariant(partner === undefined || partner.partner === order, () => `B18 the legs of order ${orderId} cancel each other`);
  invariant(
    order.trailing === undefined || order.best === 0 || order.trigger !== undefined,
    () => `B20 trailing stop ${orderId} has a stop`,
  );
  if (!isPositionExit(kind)) return;
  if (isSpot(instrument)) {
    const { amount, quantity } = order;
    const sells = order.terms.side === 'Sell';
    const kept = sells ? amount === undefined && quantity > 0 : amount !== undefined && amount > ZERO_MONEY;
    invariant(kept, () => `B18 order ${orderId} gives away what its order brought in`);
    invariant(
      partner === undefined || (partner.amount === amount && (!sells || partner.quantity === quantity)),
      () => `B18 the legs of order ${orderId} give away the same`,
    );
    return;
  }
  const position = account.slot(instrument).positions[positionIndex];
  invariant(position !== undefined && position.size > 0, () => `B18 order ${orderId} belongs to an open position`);
  invariant(position.side === order.positionSide, () => `B19 order ${orderId} closes its position`);
}

/** Checks the exits of each position against each other. */
function auditExits(account: Account, orders: readonly ConditionalOrder[]): void {
  for (const { index, slot, size } of account.slots.flatMap(({ positions }) => positions)) {
    const own = orders.filter(({ terms }) => terms.instrument.id === slot.instrument.id && terms.positionIndex === index);
    const of = (kind: StopOrderType): readonly ConditionalOrder[] => own.filter(({ terms }) => terms.kind === kind);
    for (const kind of ONCE) invariant(of(kind).length <= 1, () => `B19 a position of account ${account.id} has one ${kind}`);
    for (const kind of PARTIAL) {
      const covered = of(kind).reduce((sum, { quantity }) => sum + quantity, 0);
      invariant(covered <= size, () => `B18 the ${kind} of account ${account.id} close no more than there is`);
    }
  }
}

/** Checks the conditional orders of an account; `open` are its resting orders. Throws `InvariantBroken`. */
export function auditTriggers(state: ExchangeState, account: Account, open: readonly OpenOrder[]): void {
  const orders = state.triggers.of(account.id);
  for (const order of orders) auditConditional(account, order);
  if (orders.length > 0) auditExits(account, orders);
  for (const { clientOrderId, orderId } of open) {
    const known = clientOrderId === '' || account.clientOrderIds.get(clientOrderId) === orderId;
    invariant(known, () => `B14 the client id of order ${orderId} is remembered`);
  }
}

/** Checks the conditional orders of all accounts. Throws `InvariantBroken`. */
export function auditWatched({ triggers, accounts }: ExchangeState): void {
  invariant(triggers.due.length === 0, 'B17 what fired has been carried out');
  let conditional = 0;
  for (const { id } of accounts.values()) conditional += triggers.of(id).length;
  const watched = triggers.everyUntriggered.reduce((sum, orders) => sum + orders.size, triggers.marginRates.length);
  invariant(watched === conditional, 'B17 every order that waits is watched once');
}
