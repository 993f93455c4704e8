import {
  ZERO_MONEY,
  addMoney,
  emptyLevel,
  gridLevels,
  isSpot,
  lotCount,
  lots,
  moneyShare,
  opposite,
  priceAtValue,
  priceOfTicks,
  profit,
  scaledLadder,
  sourceTicks,
  subtractMoney,
  tickCount,
  ticks,
  ticksOfPrice,
  tradingFee,
  trailingStopTick,
  twapPart,
  valueAtTick,
  type GridPlan,
  type Instrument,
  type Lots,
  type Money,
  type ScaledPlan,
  type StrategyPlan,
  type Ticks,
} from '@tapedeck/domain';
import { initialDraft } from '../order/order-form-reducer.ts';
import { orderCost } from '../order/order-preview.ts';
import { readOrder } from '../order/order-reading.ts';
import { fieldPrice } from '../price-input/price-step.ts';
import type { AlgoContext, AlgoFact } from './algo-form.ts';
import type { AlgoReading } from './algo-reading.ts';

/** Cost of a limit order for the total quantity at a price. */
function costAt({ draft, side, context }: AlgoReading, at: Ticks): Money | undefined {
  const { instrument } = context;
  if (isSpot(instrument)) return undefined;
  const price = fieldPrice(priceOfTicks(at, instrument.tickSize), instrument);
  const { reduceOnly, texts } = draft;
  const order = { ...initialDraft(draft.symbol), price, quantity: texts.quantity ?? '', reduceOnly };
  return orderCost(readOrder(order, context, side));
}

const lastTick = ({ last, instrument }: AlgoContext): Ticks | undefined =>
  last === undefined ? undefined : ticksOfPrice(last, instrument.tickSize, 'nearest');

const valueOf = (instrument: Instrument, quantity: Lots, at: Ticks | undefined): Money | undefined =>
  at === undefined ? undefined : valueAtTick(instrument, quantity, at);

function scaledFacts(plan: ScaledPlan, quantity: Lots, instrument: Instrument): AlgoFact[] {
  const ladder = scaledLadder(plan, quantity);
  const value = ladder.reduce((sum, step) => addMoney(sum, valueAtTick(instrument, step.quantity, step.price)), ZERO_MONEY);
  const [first, last] = [ladder[0], ladder[ladder.length - 1]];
  return [
    { name: 'average', kind: 'price', value: priceAtValue(instrument, quantity, value, 'nearest') },
    { name: 'firstQuantity', kind: 'quantity', value: first?.quantity },
    { name: 'lastQuantity', kind: 'quantity', value: last?.quantity },
    { name: 'value', kind: 'money', value },
  ];
}

/** Profit of a grid level that buys at its lower and sells at its upper price, after both maker fees. */
function cellProfit(instrument: Instrument, quantity: Lots, lower: Ticks, upper: Ticks): Money {
  const [bought, sold] = [valueAtTick(instrument, quantity, lower), valueAtTick(instrument, quantity, upper)];
  const fees = addMoney(tradingFee(bought, instrument.makerFee), tradingFee(sold, instrument.makerFee));
  return subtractMoney(profit(instrument, 'Buy', bought, sold), fees);
}

function gridFacts(plan: GridPlan, quantity: Lots, context: AlgoContext): AlgoFact[] {
  const { instrument, last } = context;
  const levels = gridLevels(plan);
  const empty = last === undefined ? undefined : emptyLevel(levels, sourceTicks(last, instrument.tickSize).floor);
  const [first, second] = levels;
  const [before, top] = levels.slice(-2);
  const earned = (lower: Ticks | undefined, upper: Ticks | undefined): Money | undefined =>
    lower === undefined || upper === undefined ? undefined : cellProfit(instrument, quantity, lower, upper);
  return [
    { name: 'buys', kind: 'count', value: empty },
    { name: 'sells', kind: 'count', value: empty === undefined ? undefined : levels.length - 1 - empty },
    { name: 'profitLow', kind: 'money', value: earned(first, second) },
    { name: 'profitHigh', kind: 'money', value: earned(before, top) },
  ];
}

function planFacts(plan: StrategyPlan, quantity: Lots, reading: AlgoReading): AlgoFact[] {
  const { side, context } = reading;
  const { instrument } = context;
  const cost = (at: Ticks | undefined): AlgoFact => ({
    name: 'cost',
    kind: 'money',
    value: at === undefined ? undefined : costAt(reading, at),
  });
  const value = (at: Ticks | undefined): AlgoFact => ({ name: 'value', kind: 'money', value: valueOf(instrument, quantity, at) });
  switch (plan.kind) {
    case 'Iceberg':
      return [
        { name: 'parts', kind: 'count', value: Math.ceil(lotCount(quantity) / lotCount(plan.shown)) },
        value(plan.price),
        cost(plan.price),
      ];
    case 'TWAP': {
      const at = lastTick(context);
      return [
        { name: 'parts', kind: 'count', value: plan.parts },
        { name: 'each', kind: 'quantity', value: plan.parts === 0 ? undefined : lots(twapPart(lotCount(quantity), plan.parts)) },
        { name: 'lasts', kind: 'duration', value: Math.max(0, plan.parts - 1) * plan.interval },
        value(at),
        cost(at),
      ];
    }
    case 'Chase': {
      const best = side === 'Buy' ? context.bestBid : context.bestAsk;
      const from = best && ticksOfPrice(best, instrument.tickSize, 'nearest');
      const room = tickCount(plan.maxDistance);
      const worst = from === undefined || room === 0 ? undefined : tickCount(from) + (side === 'Buy' ? room : -room);
      return [
        { name: 'begins', kind: 'price', value: best },
        {
          name: 'followsTo',
          kind: 'price',
          value: worst === undefined || worst <= 0 ? undefined : priceOfTicks(ticks(worst), instrument.tickSize),
        },
        value(from),
        cost(from),
      ];
    }
    case 'Scaled':
      return scaledFacts(plan, quantity, instrument);
    case 'Grid':
      return gridFacts(plan, quantity, context);
    default: {
      const at = plan.kind === 'Webhook' && plan.orderType === 'Limit' ? plan.price : lastTick(context);
      return [{ ...value(at), name: 'signalValue' }, cost(at)];
    }
  }
}

/** P&L of the quantity, up to the position's size, at a tick, before fees. */
function earnedBy({ quantity, position, context: { instrument } }: AlgoReading, at: Ticks | undefined): Money | undefined {
  if (at === undefined || quantity === undefined || position === undefined) return undefined;
  const size = lotCount(position.size);
  const closed = Math.min(lotCount(quantity), size);
  const entryValue = moneyShare(position.entryValue, closed, size, 'nearest');
  return profit(instrument, position.side, entryValue, valueAtTick(instrument, lots(closed), at));
}

function pairFacts(reading: AlgoReading): AlgoFact[] {
  const { draft, quantity } = reading;
  const { instrument } = reading.context;
  const at = (which: 'upper' | 'lower'): Ticks | undefined => {
    const leg = reading[which];
    return leg?.orderType === 'Limit' ? leg.price : leg?.trigger;
  };
  const value = (tick: Ticks | undefined): Money | undefined => (quantity === undefined ? undefined : valueOf(instrument, quantity, tick));
  const worth: AlgoFact[] = [
    { name: 'valueAbove', kind: 'money', value: value(at('upper')) },
    { name: 'valueBelow', kind: 'money', value: value(at('lower')) },
  ];
  if (!draft.reduceOnly) return worth;
  return [
    ...worth,
    { name: 'earnedAbove', kind: 'money', value: earnedBy(reading, at('upper')) },
    { name: 'earnedBelow', kind: 'money', value: earnedBy(reading, at('lower')) },
  ];
}

function trailingFacts({ side, context, position, trailing: read }: AlgoReading): AlgoFact[] {
  const { instrument } = context;
  const held = opposite(side);
  const from = 'issue' in read ? undefined : tickCount(read.terms.activation) > 0 ? read.terms.activation : lastTick(context);
  const stop = 'issue' in read || from === undefined ? undefined : trailingStopTick(held, tickCount(from), read.terms);
  return [
    { name: 'closes', kind: 'quantity', value: position?.size },
    { name: 'stopNow', kind: 'price', value: stop === undefined ? undefined : priceOfTicks(ticks(stop), instrument.tickSize) },
  ];
}

/** Preview of one side, by the exchange's own functions. */
export function algoPreview(reading: AlgoReading): readonly AlgoFact[] {
  const { draft, context, position, quantity, plan } = reading;
  if (draft.kind === 'Oco') return pairFacts(reading);
  if (draft.kind === 'Trailing') return trailingFacts(reading);
  if (draft.kind === 'MmRateClose') {
    return [
      { name: 'closes', kind: 'quantity', value: position?.size },
      { name: 'rateNow', kind: 'percent', value: context.account?.maintenanceMarginRate },
    ];
  }
  return quantity === undefined || plan === undefined || lotCount(quantity) === 0 ? [] : planFacts(plan, quantity, reading);
}
