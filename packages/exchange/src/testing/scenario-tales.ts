import {
  ZERO_MONEY,
  formatDecimal,
  lotCount,
  moneyUnits,
  price,
  priceUnits,
  quantityUnits,
  tickCount,
  type Event,
  type Instrument,
  type OrderRecord,
  type Side,
} from '@tapedeck/domain';

type Grid = Pick<Instrument, 'lotSize' | 'tickSize'>;

const sideWord = (side: Side): string => (side === 'Buy' ? 'buy' : 'sell');
export const sizeText = ({ lotSize }: Pick<Grid, 'lotSize'>, count: number): string =>
  formatDecimal(BigInt(count) * quantityUnits(lotSize));
const priceText = ({ tickSize }: Grid, tick: number): string => formatDecimal(BigInt(tick) * priceUnits(tickSize));

/** `buy 0.1 at 49000` for a resting order, `Stop sell 0.1 when 49000` for a conditional one. */
export function wordedOrder(order: OrderRecord, grid: Grid): string {
  const { side, quantity, filled, price: at, stop } = order;
  const text = `${sideWord(side)} ${sizeText(grid, lotCount(quantity) - lotCount(filled))}`;
  if (order.status !== 'Untriggered' || stop === undefined) return `${text} at ${priceText(grid, tickCount(at))}`;
  const trigger = stop.trigger === undefined ? 'later' : priceText(grid, tickCount(stop.trigger.price));
  return `${stop.kind} ${text} when ${trigger}`;
}

/** An event in words for the trader concerned; none for most events. */
export function wordedEvent(
  event: Event,
  grid: (instrument: number) => Grid,
): { readonly account: number; readonly text: string } | undefined {
  switch (event.type) {
    case 'OrderCancelled':
      return { account: event.order.account, text: `cancel ${event.order.cancelReason}` };
    case 'OrderTriggered':
      return { account: event.order.account, text: `fires ${event.order.stop?.kind}` };
    case 'StrategyChanged': {
      const { account, plan, ended } = event.strategy;
      return ended === undefined ? undefined : { account, text: `${plan.kind} ends ${ended}` };
    }
    case 'OrderFilled': {
      const { kind, side, price: at, fee, closedPnl, account, quantity, instrument } = event;
      const trade = `${sideWord(side)} ${sizeText(grid(instrument), lotCount(quantity))} at ${formatDecimal(priceUnits(price(priceUnits(at))))}`;
      const pnl = closedPnl === ZERO_MONEY ? '' : ` pnl ${formatDecimal(moneyUnits(closedPnl))}`;
      return { account, text: `${kind} ${trade} fee ${formatDecimal(moneyUnits(fee))}${pnl}` };
    }
    default:
      return undefined;
  }
}
