import { isDated, isOption, priceNumber, rateUnits, tickCount, timestamp, type Instrument, type MarketState } from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { beforeAll, describe, expect, test } from 'vitest';
import { PERPETUALS } from '../instruments/contracts.ts';
import { SimulatedMarket } from '../live/simulated-market.ts';

const BTC = PERPETUALS.filter(({ baseCoin }) => baseCoin === 'BTC').map((one, id) => ({ ...one, id }));
/** A Tuesday: options of the 25th end with a future. */
const GENESIS = Date.UTC(2026, 11, 8, 14);
const DATE = '25DEC26';
const UNITS = 1e8;
/** Share of the option's price. */
const OPTION_FEE_MAX = 0.07;

interface Quote {
  readonly bid: number;
  readonly ask: number;
  /** Fee of a taker for one coin. */
  readonly fee: number;
  readonly mark: number;
  readonly state: MarketState;
}

let exchange: Exchange;
let all: readonly Instrument[];
const bySymbol = (symbol: string): Instrument => {
  const found = all.find((one) => one.symbol === symbol);
  if (found === undefined) throw new Error(`no ${symbol}`);
  return found;
};
function quote(instrument: Instrument): Quote {
  const state = exchange.market(instrument.id);
  const tick = priceNumber(instrument.tickSize);
  const [mark, rate] = [priceNumber(state.mark), Number(rateUnits(instrument.takerFee)) / UNITS];
  const fee = isOption(instrument) ? Math.min(priceNumber(state.index) * rate, OPTION_FEE_MAX * mark) : mark * rate;
  return { bid: tickCount(state.bestBid) * tick, ask: tickCount(state.bestAsk) * tick, fee, mark, state };
}
const strikeOf = ({ option }: Instrument): number => (option === undefined ? 0 : priceNumber(option.strike));
const chain = (ending: string): { call: Instrument; put: Instrument }[] =>
  all
    .filter((one) => isOption(one) && one.symbol.startsWith(`BTC-${DATE}-`) && one.symbol.endsWith(`C${ending}`))
    .map((call) => ({ call, put: bySymbol(call.symbol.replace(/-C/, '-P')) }))
    .sort((a, b) => strikeOf(a.call) - strikeOf(b.call));

beforeAll(() => {
  exchange = new Exchange(BTC, new SimulatedMarket(11, BTC, { derivatives: true }), timestamp(GENESIS));
  exchange.apply({ type: 'AdvanceClock', time: timestamp(GENESIS) });
  all = exchange.instruments;
  const watched = all.filter((one) => one.symbol.includes(DATE) || !isOption(one)).map(({ id }) => id);
  exchange.apply({ type: 'WatchMarkets', time: timestamp(GENESIS), instruments: watched });
  for (let second = 1; second <= 180; second += 1) exchange.apply({ type: 'AdvanceClock', time: timestamp(GENESIS + second * 1_000) });
});

describe('SIM-01 the products of one coin leave nothing to be had for free', () => {
  test('the perpetual stands within a tenth of a percent of the index that all share', () => {
    const { mark, state } = quote(bySymbol('BTCUSDT'));
    const index = priceNumber(state.index);
    expect(Math.abs(mark / index - 1)).toBeLessThan(0.0012);
    for (const { call } of chain('')) expect(Math.abs(priceNumber(quote(call).state.index) / index - 1)).toBeLessThan(0.0005);
  });

  test.each(['', '-USDT'])(
    'after fees, a call bought and a put sold are no cheaper way into the future of their date, nor the other way round (%s)',
    (ending) => {
      const future = quote(
        all.find((one) => isDated(one) && !isOption(one) && one.symbol === (ending === '' ? `BTC-${DATE}` : `BTCUSDT-${DATE}`)) ??
          bySymbol('?'),
      );
      const pairs = chain(ending);
      expect(pairs.length).toBeGreaterThan(5);
      for (const { call, put } of pairs) {
        const [c, p] = [quote(call), quote(put)];
        const fees = c.fee + p.fee + future.fee;
        if (p.bid > 0) expect(strikeOf(call) + c.ask - p.bid + fees, call.symbol).toBeGreaterThan(future.bid);
        if (c.bid > 0) expect(strikeOf(call) + c.bid - p.ask - fees, call.symbol).toBeLessThan(future.ask);
      }
    },
  );

  test('calls fall and puts rise with the strike, neither by more than the strikes are apart, and butterflies cost something', () => {
    const pairs = chain('');
    for (const [i, { call, put }] of pairs.entries()) {
      const next = pairs[i + 1];
      if (next === undefined) continue;
      const gap = strikeOf(next.call) - strikeOf(call);
      const [fall, rise] = [quote(call).mark - quote(next.call).mark, quote(next.put).mark - quote(put).mark];
      for (const step of [fall, rise]) {
        expect(step).toBeGreaterThan(0);
        expect(step).toBeLessThan(gap);
      }
      const far = pairs[i + 2];
      if (far === undefined || strikeOf(far.call) - strikeOf(next.call) !== gap) continue;
      expect(quote(call).mark + quote(far.call).mark - 2 * quote(next.call).mark).toBeGreaterThan(0);
    }
  });

  test('what is later is dearer: the same strike of a later date', () => {
    const dates = new Map<number, Instrument[]>();
    for (const one of all) {
      if (!isOption(one) || one.option?.right !== 'Call' || one.symbol.endsWith('USDT')) continue;
      dates.set(strikeOf(one), [...(dates.get(strikeOf(one)) ?? []), one]);
    }
    const ladder = [...dates.values()].filter((list) => list.length > 2);
    expect(ladder.length).toBeGreaterThan(1);
    exchange.apply({ type: 'WatchMarkets', time: timestamp(GENESIS + 180_000), instruments: ladder.flat().map(({ id }) => id) });
    exchange.apply({ type: 'AdvanceClock', time: timestamp(GENESIS + 182_000) });
    for (const list of ladder) {
      const byDate = [...list].sort((a, b) => Number(a.deliveryAt) - Number(b.deliveryAt)).map((one) => quote(one).mark);
      expect(byDate).toEqual([...byDate].sort((a, b) => a - b));
    }
  });
});
