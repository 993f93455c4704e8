import {
  ZERO_MONEY,
  addMoney,
  feeCoinOf,
  lotCount,
  lots,
  spotFill as settledFill,
  subtractMoney,
  tickCount,
  ticks,
  type Coin,
  type Instrument,
  type Money,
  type Rate,
} from '@tapedeck/domain';
import { fillSimulation, type FillSimulation } from '../../calculators/fill-simulation.ts';
import type { SpotContext, SpotOrderDraft } from './spot-form.ts';
import { knownPrice, spotFills, spotLots } from './spot-sizing.ts';

/** What an order would fill at once with the book on screen; `undefined` of one that waits. */
export function spotFill(draft: SpotOrderDraft, context: SpotContext): FillSimulation | undefined {
  const arrival = spotFills(draft, context);
  return arrival === undefined ? undefined : fillSimulation(arrival);
}

/** What an order for a pair does to the account's coins if all of it that can trade does. */
export interface SpotPreview {
  readonly base: Money;
  /** In quote coin. */
  readonly value: Money;
  /** Of what executes at once as taker, of the rest as maker; taken from what is received. */
  readonly fee: Money;
  readonly feeCoin: Coin;
  /** Of the coin that the side receives, after the fee. */
  readonly received: Money;
}

interface Part {
  readonly tick: number;
  readonly count: number;
  readonly feeRate: Rate;
}

function partsOf(draft: SpotOrderDraft, context: SpotContext): readonly Part[] {
  const { instrument } = context;
  const { takerFee, makerFee } = instrument;
  const price = knownPrice(draft, instrument);
  if (draft.trigger !== undefined) {
    // Of what happens once it fires, only the price is known.
    const count = spotLots(draft, instrument);
    return count === undefined || price === undefined ? [] : [{ tick: tickCount(price), count: lotCount(count), feeRate: takerFee }];
  }
  const arrival = spotFills(draft, context);
  if (arrival === undefined) return [];
  const taken = arrival.fills.map((fill) => ({ ...fill, feeRate: takerFee }));
  const rest = price === undefined ? 0 : arrival.restLots;
  return rest === 0 || price === undefined ? taken : [...taken, { tick: tickCount(price), count: rest, feeRate: makerFee }];
}

/** By the functions that the exchange settles with; `undefined` while there is nothing to trade. */
export function spotPreview(draft: SpotOrderDraft, context: SpotContext): SpotPreview | undefined {
  const instrument: Instrument = context.instrument;
  const { side } = draft;
  const fills = partsOf(draft, context)
    .filter(({ count }) => count > 0)
    .map(({ tick, count, feeRate }) => settledFill(instrument, { side, tick: ticks(tick), count: lots(count), feeRate }));
  if (fills.length === 0) return undefined;
  const sum = (of: 'base' | 'quote' | 'fee'): Money => fills.reduce((total, fill) => addMoney(total, fill[of]), ZERO_MONEY);
  const [base, value, fee] = [sum('base'), sum('quote'), sum('fee')];
  return { base, value, fee, feeCoin: feeCoinOf(instrument, side), received: subtractMoney(side === 'Buy' ? base : value, fee) };
}
