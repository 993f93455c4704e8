import {
  exitLegRefusal,
  exitsShapeRefusal,
  refusal,
  slippageRefusal,
  tickCount,
  type AttachedExits,
  type ExitReference,
  type OrderOptions,
  type PlaceOrder,
  type Refusal,
  type SourceTicks,
  type Ticks,
} from '@tapedeck/domain';
import { closesOnly } from '../margin/check-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Slot } from '../state/slot.ts';
import { countEntries, EXIT_KINDS, sourceAt } from './conditional-orders.ts';

/** At most 20 partial TP/SL entries for one position, including those attached to open orders (EXC-04). */
export const EXIT_ENTRIES_MAX = 20;

const onTick = (tick: Ticks): SourceTicks => ({ floor: tickCount(tick), ceil: tickCount(tick) });

/** Reference price of attached TP/SL: the order's own price, its trigger price, or the current price of the leg's source. */
function basePrice(market: Market, command: PlaceOrder, source: ExitReference['base'] | undefined): SourceTicks {
  if (command.orderType === 'Limit') return onTick(command.price);
  const trigger = command.options?.trigger;
  return trigger === undefined ? (source ?? sourceAt(market, 'LastPrice')) : onTick(trigger.price);
}

/** TP/SL attached to an order: shape, sides and count. */
export function attachedRefusal(
  state: ExchangeState,
  account: Account,
  slot: Slot,
  order: { readonly command: PlaceOrder; readonly exits: AttachedExits },
): Refusal | undefined {
  const { command, exits } = order;
  const market = state.market(command.instrument);
  if (closesOnly(command)) return refusal('exitsOnReduceOnly');
  const wrong = legsRefusal(market, command, exits);
  if (wrong !== undefined || exits.mode !== 'Partial') return wrong;
  const entries = countEntries(state, slot, command.positionIndex, account.ordersOf(slot));
  return entries >= EXIT_ENTRIES_MAX ? refusal('tooManyExits', { limit: String(EXIT_ENTRIES_MAX) }) : undefined;
}

/** Refusals for the shape or the prices of attached TP/SL. */
export function legsRefusal(market: Market, command: PlaceOrder, exits: AttachedExits): Refusal | undefined {
  const shape = exitsShapeRefusal(exits, market.instrument);
  if (shape !== undefined) return shape;
  for (const which of EXIT_KINDS) {
    const leg = exits[which];
    if (leg === undefined) continue;
    const base = basePrice(market, command, sourceAt(market, leg.source));
    const refused = exitLegRefusal(leg, which, { side: command.side, base, grid: market.instrument });
    if (refused !== undefined) return refused;
  }
  return undefined;
}

/** Refusals for the optional fields of an order that goes to the market immediately. */
export function optionsRefusal(state: ExchangeState, account: Account, slot: Slot, command: PlaceOrder): Refusal | undefined {
  const { slippage, exits } = command.options ?? {};
  const bad = slippageOptionRefusal(command, slippage);
  if (bad !== undefined) return bad;
  return exits === undefined ? undefined : attachedRefusal(state, account, slot, { command, exits });
}

export function slippageOptionRefusal(command: PlaceOrder, slippage: OrderOptions['slippage']): Refusal | undefined {
  if (slippage === undefined) return undefined;
  return command.orderType === 'Limit' ? refusal('slippageNotMarket') : slippageRefusal(slippage);
}

/** A spot pair has no positions to close. */
export function spotOptionsRefusal(command: PlaceOrder, options: OrderOptions): Refusal | undefined {
  if (options.closeOnTrigger === true) return refusal('exitsNoPosition');
  return slippageOptionRefusal(command, options.slippage);
}
