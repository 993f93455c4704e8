import {
  DEFAULT_LEVERAGE,
  formatDecimal,
  lotCount,
  lots,
  priceOfTicks,
  quantityOfLots,
  quantityUnits,
  tickCount,
  type AttachedExits,
  type ExitLeg,
  type Instrument,
  type OrderRecord,
  type Price,
  type SettingsRecord,
} from '@tapedeck/domain';
import type { AccountTraits } from '../account-traits.ts';
import { fieldPrice } from '../price-input/price-step.ts';
import type { TpslContext, TpslDraft, TpslHabits, TpslLeg } from './tpsl-form.ts';
import { emptyTpsl, reduceTpsl } from './tpsl-reducer.ts';

/** Orders whose attached TP/SL can be added or changed: opening orders without fills. */
export function takesTpsl({ reduceOnly, filled, stop, strategy }: OrderRecord): boolean {
  if (reduceOnly || strategy !== undefined || lotCount(filled) > 0) return false;
  return stop === undefined || (stop.kind === 'Stop' && !stop.closeOnTrigger);
}

export interface OrderTpslInput {
  readonly order: OrderRecord;
  readonly instrument: Instrument;
  readonly settings: SettingsRecord | undefined;
  readonly account: AccountTraits;
  readonly last: Price | undefined;
}

/** Inputs of an open order's TP/SL: its own price, its trigger, or the last price. `undefined` without any. */
export function openOrderTpslContext({ order, instrument, settings, account, last }: OrderTpslInput): TpslContext | undefined {
  const tick = order.orderType === 'Limit' ? order.price : order.stop?.trigger?.price;
  const entry = tick === undefined || tickCount(tick) === 0 ? last : priceOfTicks(tick, instrument.tickSize);
  if (entry === undefined) return undefined;
  return {
    target: 'order',
    instrument,
    side: order.side,
    entry,
    reference: entry,
    quantity: lots(lotCount(order.quantity) - lotCount(order.filled)),
    leverage: (order.side === 'Buy' ? settings?.longLeverage : settings?.shortLeverage) ?? DEFAULT_LEVERAGE,
    account,
  };
}

function legOf(exit: ExitLeg | undefined, empty: TpslLeg, instrument: Instrument): TpslLeg {
  if (exit === undefined) return empty;
  const text = (tick: ExitLeg['trigger']): string => fieldPrice(priceOfTicks(tick, instrument.tickSize), instrument);
  const trigger = text(exit.trigger);
  const limitPrice = exit.orderType === 'Limit' ? text(exit.limit) : '';
  return { ...empty, inputType: 'PRICE', text: trigger, trigger, triggerBy: exit.source, orderType: exit.orderType, limitPrice };
}

/** Draft of an open order's TP/SL: the attached TP/SL, whose mode stays, or an empty draft. */
export function orderTpslDraft(exits: AttachedExits | undefined, context: TpslContext, habits: TpslHabits): TpslDraft {
  const { instrument, quantity } = context;
  const empty = emptyTpsl(exits?.mode ?? 'Full', context, habits);
  if (exits === undefined) return empty;
  return {
    ...empty,
    quantity: exits.mode === 'Full' ? '' : formatDecimal(quantityUnits(quantityOfLots(quantity, instrument.lotSize))),
    takeProfit: legOf(exits.takeProfit, empty.takeProfit, instrument),
    stopLoss: legOf(exits.stopLoss, empty.stopLoss, instrument),
    editing: {},
  };
}

/** The mode of an order's TP/SL; in partial mode they close the full quantity that the order opens. */
export function withOrderMode(draft: TpslDraft, mode: TpslDraft['mode'], context: TpslContext): TpslDraft {
  const chosen = reduceTpsl(draft, { type: 'modeChosen', mode }, context);
  return mode === 'Full' ? chosen : reduceTpsl(chosen, { type: 'quantityShareChosen', percent: 100 }, context);
}
