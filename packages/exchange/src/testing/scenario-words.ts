import {
  invariant,
  isSpot,
  lots,
  money,
  parseDecimal,
  priceUnits,
  quantityUnits,
  rate,
  ticks,
  type AttachedExits,
  type ExitLeg,
  type FundsMove,
  type Instrument,
  type Lots,
  type OrderOptions,
  type OrderTab,
  type PairLeg,
  type PositionIndex,
  type SelfMatch,
  type Side,
  type SlippageLimit,
  type StrategyPlan,
  type Ticks,
  type TrailingTerms,
  type Trigger,
  type TriggerSource,
} from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';

export type Untimed<C> = C extends Command ? Omit<C, 'time'> : never;

const SECOND = 1_000;
const SMP: Readonly<Record<string, SelfMatch>> = { maker: 'CancelMaker', taker: 'CancelTaker', both: 'CancelBoth', none: 'None' };
const SOURCES: Readonly<Record<string, TriggerSource>> = { last: 'LastPrice', mark: 'MarkPrice', index: 'IndexPrice' };

export function units(text: string, digits = 8): bigint {
  const value = parseDecimal(text.replaceAll(',', ''), digits);
  invariant(value !== undefined, `"${text}" is a decimal`);
  return value;
}

export const tickOf = ({ tickSize }: Instrument, text: string): Ticks => ticks(Number(units(text) / priceUnits(tickSize)));
export const lotsOf = ({ lotSize }: Instrument, text: string): Lots => lots(Number(units(text) / quantityUnits(lotSize)));

/** Speaker and subject of a sentence. */
export interface Speaker {
  readonly account: number;
  readonly market: Instrument;
  readonly positionIndex: PositionIndex;
  /** The most recent order or strategy. */
  readonly last: number;
  /** Number of another trader. */
  trader(name: string): number;
  instrument(symbol: string): Instrument;
}

/** The word after the given one, if present. */
const after = (words: readonly string[], word: string): string | undefined =>
  words.includes(word) ? words[words.indexOf(word) + 1] : undefined;

const share = (text: string) => rate(units(text.replace('%', '')) / 100n);

function leg(market: Instrument, words: readonly string[], word: 'tp' | 'sl'): ExitLeg | undefined {
  const trigger = after(words, word);
  if (trigger === undefined) return undefined;
  const limit = after(words, `${word}-limit`);
  return {
    trigger: tickOf(market, trigger),
    source: SOURCES[after(words, 'by') ?? 'last'] ?? 'LastPrice',
    orderType: limit === undefined ? 'Market' : 'Limit',
    limit: limit === undefined ? ticks(0) : tickOf(market, limit),
  };
}

/** `tp 51000 sl 49000 [tp-limit 51100] [by mark]`. */
function legs(market: Instrument, words: readonly string[]): Pick<AttachedExits, 'takeProfit' | 'stopLoss'> {
  const [takeProfit, stopLoss] = [leg(market, words, 'tp'), leg(market, words, 'sl')];
  return { ...(takeProfit === undefined ? {} : { takeProfit }), ...(stopLoss === undefined ? {} : { stopLoss }) };
}

/** `when mark above 51000`, or `above 51000` of the last price. */
function triggerOf(market: Instrument, words: readonly string[]): Trigger | undefined {
  const above = after(words, 'above');
  const at = above ?? after(words, 'below');
  if (at === undefined) return undefined;
  return {
    price: tickOf(market, at),
    direction: above === undefined ? 'Falling' : 'Rising',
    source: SOURCES[after(words, 'when') ?? 'last'] ?? 'LastPrice',
  };
}

/** `slips 10` ticks, or `slips 0.5%`. */
function slippageOf(words: readonly string[]): SlippageLimit | undefined {
  const text = after(words, 'slips');
  if (text === undefined) return undefined;
  return text.endsWith('%') ? { type: 'Percent', share: share(text) } : { type: 'TickSize', ticks: Number(text) };
}

/** Optional fields of an order. */
export function optionsOf(market: Instrument, words: readonly string[]): OrderOptions | undefined {
  const rule = after(words, 'smp');
  const [trigger, slippage, exits] = [triggerOf(market, words), slippageOf(words), legs(market, words)];
  const options: OrderOptions = {
    ...(rule === undefined ? {} : { selfMatch: SMP[rule] ?? 'CancelMaker' }),
    ...(trigger === undefined ? {} : { trigger }),
    ...(words.includes('close-on-trigger') ? { closeOnTrigger: true } : {}),
    ...(slippage === undefined ? {} : { slippage }),
    ...(Object.keys(exits).length === 0
      ? {}
      : { exits: { mode: isSpot(market) || words.includes('partial') ? 'Partial' : 'Full', ...exits } }),
  };
  return Object.keys(options).length === 0 ? undefined : options;
}

/** `trails 500 [from 51000]`, `trails 1%`. */
function trailing(market: Instrument, words: readonly string[]): TrailingTerms {
  const [distance = ''] = words;
  const byShare = distance.endsWith('%');
  const from = after(words, 'from');
  return {
    distance: byShare ? ticks(0) : tickOf(market, distance),
    share: byShare ? share(distance) : rate(0n),
    activation: from === undefined ? ticks(0) : tickOf(market, from),
  };
}

const sideOf = (word: string | undefined): Side => (word === 'sells' ? 'Sell' : 'Buy');

/** `KIND buys 1 ...`: the plan of a strategy by its words. */
function planOf({ market, instrument }: Speaker, kind: string, words: readonly string[]): StrategyPlan {
  const price = (word: string): Ticks => tickOf(market, after(words, word) ?? '0');
  const number = (word: string): number => Number(after(words, word) ?? 0);
  const at = after(words, 'at') ?? 'market';
  switch (kind) {
    case 'iceberg':
      return {
        kind: 'Iceberg',
        price: price('at'),
        shown: lotsOf(market, after(words, 'shows') ?? '0'),
        postOnly: words.includes('post-only'),
      };
    case 'twap':
      return { kind: 'TWAP', interval: number('every') * SECOND, parts: number('parts'), limit: price('limit') };
    case 'chase':
      return { kind: 'Chase', maxDistance: price('within') };
    case 'scaled':
      return { kind: 'Scaled', from: price('from'), to: price('to'), orders: number('orders'), skew: number('skew') || 100 };
    case 'grid':
      return {
        kind: 'Grid',
        lower: price('from'),
        upper: price('to'),
        cells: number('cells'),
        takeProfit: price('tp'),
        stopLoss: price('sl'),
      };
    case 'webhook': {
      const type =
        at === 'market' ? ({ orderType: 'Market', price: ticks(0) } as const) : ({ orderType: 'Limit', price: price('at') } as const);
      return { kind: 'Webhook', ...type, secret: after(words, 'secret') ?? '' };
    }
    default:
      return {
        kind: 'FutureSpread',
        far: instrument(after(words, 'of') ?? '').id,
        limit: Number(price('at')),
        immediate: words.includes('ioc'),
      };
  }
}

/** `leaves 0.1 above 51000 or below 49000`, and the same of `enters`, which buys above and sells below. */
function pairOf(speaker: Speaker, words: readonly string[], leaves: boolean): Untimed<Command> {
  const { market, account, positionIndex } = speaker;
  const closing: Side = words.includes('buying') ? 'Buy' : 'Sell';
  const one = (side: Side, at: string): PairLeg => ({
    side,
    trigger: tickOf(market, after(words, at) ?? ''),
    source: 'LastPrice',
    orderType: 'Market',
    price: ticks(0),
  });
  return {
    type: 'PlaceOrderPair',
    account,
    instrument: market.id,
    kind: leaves ? 'TakeProfitStopLossOCO' : 'BidirectionalTpSl',
    positionIndex,
    quantity: lotsOf(market, words[0] ?? ''),
    upper: one(leaves ? closing : 'Buy', 'above'),
    lower: one(leaves ? closing : 'Sell', 'below'),
    reduceOnly: leaves,
    source: 'api',
  };
}

const MOVES: Readonly<Record<string, FundsMove>> = {
  withdraws: 'toFunding',
  returns: 'toTrading',
  borrows: 'borrow',
  repays: 'repay',
  saves: 'subscribe',
  redeems: 'redeem',
};
const STRATEGIES = ['iceberg', 'twap', 'chase', 'scaled', 'grid', 'webhook', 'spread'];

/** A trader's actions on the exits of a position. */
function exitsOf({ market, account, positionIndex }: Speaker, verb: string, words: readonly string[]): Untimed<Command> {
  const part = after(words, 'part');
  return {
    type: 'SetPositionExits',
    account,
    instrument: market.id,
    positionIndex,
    mode: part === undefined ? 'Full' : 'Partial',
    ...(verb === 'trails' ? { trailing: trailing(market, words) } : legs(market, words)),
    quantity: part === undefined ? lots(0) : lotsOf(market, part),
    entry: 0,
    source: 'api',
  };
}

/** A trader's actions on existing strategies, copies and orders. */
function later(speaker: Speaker, verb: string, words: readonly string[]): Untimed<Command> | undefined {
  const { account, last, market } = speaker;
  const [first = ''] = words;
  switch (verb) {
    case 'signals':
      return { type: 'SignalStrategy', account, strategyId: last, secret: first };
    case 'stops':
      return { type: 'CancelStrategy', account, strategyId: last };
    case 'cancels':
      return { type: 'CancelOrder', account, orderId: last };
    case 'cancels-all': {
      const keeps = words.includes('keeping-exits') ? ({ keepsProtective: true } as const) : {};
      const tab = first === 'keeping-exits' ? ('every' as const) : (first as OrderTab);
      const only = first === '' ? {} : { only: { tab, ...keeps } };
      return { type: 'CancelAllOrders', account, instrument: market.id, ...only };
    }
    case 'leads':
      return { type: 'SetLeading', account, leading: first !== 'no', name: first === 'no' ? '' : 'Anna' };
    case 'follows': {
      const maxAmount = money(units(after(words, 'most') ?? '1000000'));
      return {
        type: 'FollowLeader',
        account,
        leader: speaker.trader(first),
        ratio: share(after(words, 'by') ?? ''),
        maxAmount,
        name: 'Bert',
      };
    }
    case 'unfollows':
      return { type: 'StopFollowing', account, close: first === 'closing' };
    default:
      return undefined;
  }
}

/** The command of a sentence; none for sentences of another kind. */
export function wordedCommand(speaker: Speaker, verb: string, words: readonly string[]): Untimed<Command> | undefined {
  const { account, market, positionIndex } = speaker;
  const [first = '', second = ''] = words;
  const instrument = market.id;
  const move = MOVES[verb];
  if (move !== undefined) return { type: 'MoveFunds', account, coin: second, move, amount: money(units(first)), requestId: '' };
  if (STRATEGIES.includes(verb)) {
    const quantity = lotsOf(market, second);
    const reduceOnly = words.includes('reduce-only');
    const plan = planOf(speaker, verb, words);
    return { type: 'CreateStrategy', account, instrument, side: sideOf(first), positionIndex, reduceOnly, quantity, plan, source: 'api' };
  }
  switch (verb) {
    case 'protects':
    case 'trails':
      return exitsOf(speaker, verb, words);
    case 'leaves':
    case 'enters':
      return pairOf(speaker, words, verb === 'leaves');
    case 'closes-at-rate':
      return { type: 'PlaceMarginRateClose', account, instrument, positionIndex, rate: share(first), source: 'api' };
    case 'collateral':
      return { type: 'SetCollateral', account, coin: first, on: second === 'on' };
    default:
      return later(speaker, verb, words);
  }
}
