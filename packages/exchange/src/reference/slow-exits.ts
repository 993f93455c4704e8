import type { Side, SlippageLimit } from '@tapedeck/domain';
import type { NaiveInstrument, Plain } from './naive-formulas.ts';
import { closes, isMarket } from './naive-state.ts';
import type { Exits, NaiveAccount, NaiveOrder, NaivePosition, NaiveState, NaiveConditional, Placing } from './naive-state.ts';
import { LEGS, entriesOf } from './slow-conditional.ts';

export const inRange = ({ minPrice, maxPrice }: NaiveInstrument, tick: number): boolean => tick >= minPrice && tick <= maxPrice;

const ENTRIES = 20;
const SPOT_ENTRIES = 30;

/** Refusals of a slippage limit. */
export function refusedSlippage(limit: Plain<SlippageLimit> | undefined, market: boolean): string | undefined {
  if (limit === undefined) return undefined;
  if (!market) return 'slippageNotMarket';
  if (limit.type === 'TickSize') return limit.ticks >= 1 && limit.ticks <= 10_000 ? undefined : 'slippageTicksOutOfRange';
  return limit.share >= 10_000n && limit.share <= 10_000_000n ? undefined : 'slippagePercentOutOfRange';
}

/** Refusals of TP/SL of a position or order of `side`; each leg is measured against `base`, or against its own source without one. */
export function refusedExits(state: NaiveState, exits: Exits, of: { instrument: number; side: Side }, base?: bigint): string | undefined {
  const instrument = state.instrument(of.instrument);
  const legs = LEGS.flatMap((which) => (exits[which] === undefined ? [] : [{ which, ...exits[which] }]));
  if (legs.length === 0) return 'exitsNotModified';
  if (exits.mode === 'Full' && legs.some((leg) => leg.orderType === 'Limit')) return 'fullExitsAreMarket';
  if (legs.some((leg) => leg.orderType === 'Limit' && leg.slippage !== undefined)) return 'slippageNotMarket';
  const option = instrument.option !== undefined;
  if (option && (exits.mode === 'Partial' || legs.some(({ source }) => source !== 'MarkPrice'))) return 'optionExits';
  for (const { which, trigger, orderType, limit, slippage, source } of legs) {
    if (!inRange(instrument, trigger) || (orderType === 'Limit' && !inRange(instrument, limit))) return 'priceOutOfRange';
    const slips = refusedSlippage(slippage, true);
    if (slips !== undefined) return slips;
    const price = base ?? state.price(of.instrument, source);
    const at = BigInt(trigger) * instrument.tickSize;
    if ((of.side === 'Buy') === (which === 'takeProfit') ? at > price : at < price) continue;
    if (which === 'takeProfit') return of.side === 'Buy' ? 'takeProfitTooLow' : 'takeProfitTooHigh';
    return of.side === 'Buy' ? 'stopLossTooHigh' : 'stopLossTooLow';
  }
  return undefined;
}

/** Partial TP/SL of a position, including those attached to open orders. */
export function countEntries(state: NaiveState, { account, instrument, index }: NaivePosition): number {
  const partial = ({ positionIndex, options }: NaiveOrder): boolean => positionIndex === index && options.exits?.mode === 'Partial';
  const entries = entriesOf(state, state.position(state.account(account), instrument, index));
  return entries.length + state.ordersOf(account, instrument).filter(partial).length;
}

/** TP/SL of a pair, and orders with attached TP/SL. */
function boughtEntries(state: NaiveState, { account, instrument }: Placing): number {
  const of = (order: Placing): boolean => order.account === account && order.instrument === instrument;
  const brings = ({ sells, options }: NaiveConditional): boolean => sells === true || options.exits !== undefined;
  const own = state.conditional.filter((leg) => of(leg) && brings(leg)).map(({ sells, parent, id }) => (sells === true ? parent : id));
  const resting = state.ordersOf(account, instrument).filter(({ options }) => options.exits !== undefined);
  return new Set([...own, ...resting.map(({ id }) => id)]).size;
}

export function refusedAttached(state: NaiveState, account: NaiveAccount, order: Placing): string | undefined {
  const { exits, trigger } = order.options;
  if (exits === undefined) return undefined;
  const spot = state.instrument(order.instrument).kind === 'Spot';
  if (closes(order)) return 'exitsOnReduceOnly';
  const at = isMarket(order) ? trigger?.price : order.price;
  const tick = state.instrument(order.instrument).tickSize;
  const refused = refusedExits(state, exits, order, at === undefined ? undefined : BigInt(at) * tick);
  if (refused === undefined && spot) return boughtEntries(state, order) >= SPOT_ENTRIES ? 'tooManyExits' : undefined;
  if (refused !== undefined || exits.mode !== 'Partial') return refused;
  return countEntries(state, state.position(account, order.instrument, order.positionIndex)) >= ENTRIES ? 'tooManyExits' : undefined;
}
