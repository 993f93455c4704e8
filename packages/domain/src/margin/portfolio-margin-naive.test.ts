import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Instrument } from '../instruments/instrument.ts';
import { optionPrice, yearsBetween } from '../options/black-76.ts';
import { impliedVolatility } from '../options/implied-volatility.ts';
import { priceNumber, priceOfNumber } from '../options/option-value.ts';
import { at, BTC, coins, usdt } from '../testing/linear-instrument.ts';
import { divCeil, divFloor, divNearest } from '../values/integer.ts';
import { money, moneyUnits, ZERO_MONEY } from '../values/money.ts';
import { lotCount, lots, price, priceUnits, quantityUnits, timestamp } from '../values/quantities.ts';
import type { Price } from '../values/types.ts';
import { ClosingPortfolio } from './closing-portfolio.ts';
import { portfolioMargin } from './portfolio-margin.ts';
import { optionScenarios, type Portfolio, type PortfolioHolding } from './portfolio-stress.ts';

const UNIT = 100_000_000n;
const HOUR = 3_600_000;
const DELIVERY_HOURS = 100;
const STEPS = [-5n, -4n, -3n, -2n, -1n, 0n, 1n, 2n, 3n, 4n, 5n];
const FACTORS = [0.75, 1, 1.25];

const optionOf = (right: 'Call' | 'Put', base: string): Instrument => ({
  ...BTC,
  symbol: `${base}-31JAN26-55000-${right[0] ?? ''}-USDT`,
  kind: 'UsdtOption',
  baseCoin: base,
  deliveryAt: timestamp(DELIVERY_HOURS * HOUR),
  option: { right, strike: at('55000') },
});
const SOL: Instrument = { ...BTC, symbol: 'SOLUSDT', baseCoin: 'SOL' };
const INSTRUMENTS = [BTC, SOL, optionOf('Call', 'BTC'), optionOf('Put', 'BTC'), optionOf('Call', 'SOL')];

const rangeOf = (coin: string): bigint => (coin === 'BTC' ? 100n : 200n);
const moved = (value: bigint, step: bigint, coin: string): bigint => divFloor(value * step * rangeOf(coin), 5_000n);

interface Stress {
  readonly gains: readonly bigint[];
  readonly kept: bigint;
}

function unitGains(instrument: Instrument, index: bigint, mark: bigint, hours: number): bigint[] {
  const { option } = instrument;
  if (option === undefined) throw new Error('no option');
  const terms = { right: option.right, strike: priceNumber(option.strike), years: yearsBetween(0, hours * HOUR) };
  const volatility = impliedVolatility({ ...terms, forward: priceNumber(price(index)) }, priceNumber(price(mark))) ?? 0;
  return STEPS.flatMap((step) =>
    FACTORS.map((factor) => {
      if (step === 0n && factor === 1) return 0n;
      const forward = priceNumber(price(index + moved(index, step, instrument.baseCoin)));
      return priceUnits(priceOfNumber(optionPrice({ ...terms, forward, volatility: volatility * factor }))) - mark;
    }),
  );
}

/** One holding at a time, written down as the table of the rules says. */
function stressOf({ instrument, side, size, value, prices }: PortfolioHolding, dollars: bigint, hours: number): Stress {
  const sign = side === 'Buy' ? 1n : -1n;
  const inDollars = (amount: bigint): bigint => divFloor(amount * dollars, UNIT);
  if (instrument.option === undefined) {
    const worth = inDollars(moneyUnits(value));
    const gains = STEPS.flatMap((step) => FACTORS.map(() => moved(sign * worth, step, instrument.baseCoin)));
    return { gains, kept: divCeil(worth * 5n, 1_000n) };
  }
  if (prices === undefined) return { gains: STEPS.flatMap(() => FACTORS.map(() => 0n)), kept: 0n };
  const units = BigInt(lotCount(size)) * quantityUnits(instrument.lotSize);
  const gains = unitGains(instrument, priceUnits(prices.index), priceUnits(prices.mark), hours).map((gain) =>
    inDollars(divFloor(gain * sign * units, UNIT)),
  );
  const notional = inDollars(divCeil(priceUnits(prices.index) * units, UNIT));
  return { gains, kept: side === 'Buy' ? 0n : divCeil(notional * 10n, 1_000n) };
}

function marginOf(parts: readonly Stress[], coin: string, heldDollars: bigint): bigint {
  const gainAt = (index: number): bigint => parts.reduce((sum, { gains }) => sum + (gains[index] ?? 0n), 0n);
  const short = -divNearest((gainAt(6 * 3 + 1) - gainAt(4 * 3 + 1)) * 5_000n, 2n * rangeOf(coin));
  const covered = short < heldDollars ? short : heldDollars;
  const losses = STEPS.flatMap((step, row) =>
    FACTORS.map((_, column) => -(gainAt(row * 3 + column) + (covered > 0n ? moved(covered, step, coin) : 0n))),
  );
  const worst = losses.reduce((most, loss) => (loss > most ? loss : most), 0n);
  return worst + parts.reduce((sum, { kept }) => sum + kept, 0n);
}

function naive({ positions, orders, coinPrice, held }: Portfolio, hours: number) {
  let [maintenance, trial] = [0n, 0n];
  for (const coin of new Set([...positions, ...orders].map(({ instrument }) => instrument.baseCoin))) {
    const of = (some: readonly PortfolioHolding[]): Stress[] =>
      some
        .filter(({ instrument }) => instrument.baseCoin === coin)
        .map((holding) => stressOf(holding, priceUnits(coinPrice(holding.instrument.settleCoin)), hours));
    const rises = ({ side, instrument }: PortfolioHolding): boolean =>
      instrument.option?.right === 'Put' ? side === 'Sell' : side === 'Buy';
    const heldDollars = divFloor(moneyUnits(held(coin)) * priceUnits(coinPrice(coin)), UNIT);
    const base = of(positions);
    const own = marginOf(base, coin, heldDollars);
    const others = [orders.filter(rises), orders.filter((order) => !rises(order))].map((some) =>
      marginOf([...base, ...of(some)], coin, heldDollars),
    );
    maintenance += own;
    trial += others.reduce((most, one) => (one > most ? one : most), own);
  }
  return { maintenanceMargin: money(maintenance), trialMargin: money(trial), initialMargin: money(divCeil(trial * 12n, 10n)) };
}

const holding = fc
  .record({
    instrument: fc.constantFrom(...INSTRUMENTS),
    side: fc.constantFrom('Buy' as const, 'Sell' as const),
    lots: fc.integer({ min: 1, max: 3_000 }),
    value: fc.bigInt({ min: 1n, max: 20_000_000_000_000n }),
    index: fc.bigInt({ min: 3_000_000_000_000n, max: 8_000_000_000_000n }),
    premium: fc.bigInt({ min: 5_000_000_000n, max: 900_000_000_000n }),
    isPriced: fc.boolean(),
  })
  .map(({ instrument, side, lots, value, index, premium, isPriced }): PortfolioHolding => {
    const size = coins((lots / 1_000).toFixed(3));
    const strike = priceUnits(at('55000'));
    const intrinsic = instrument.option?.right === 'Put' ? strike - index : index - strike;
    const mark = price((intrinsic > 0n ? intrinsic : 0n) + premium);
    if (instrument.option === undefined) return { instrument, side, size, value: money(value) };
    return { instrument, side, size, value: ZERO_MONEY, ...(isPriced && { prices: { index: price(index), mark } }) };
  });

test('EXC-02 portfolio margin is what the table says, to the last unit, for any positions, orders and cash', () => {
  fc.assert(
    fc.property(
      fc.array(holding, { maxLength: 4 }),
      fc.array(holding, { maxLength: 3 }),
      fc.bigInt({ min: -300_000_000n, max: 300_000_000n }),
      fc.constantFrom('1', '0.99987654'),
      fc.integer({ min: 1, max: DELIVERY_HOURS }),
      (positions, orders, cash, dollar, hours) => {
        const portfolio: Portfolio = {
          // A begun hour counts as a whole one.
          now: timestamp((DELIVERY_HOURS - hours) * HOUR + 1),
          positions,
          orders,
          coinPrice: (coin) => at(coin === 'BTC' ? '50000' : coin === 'SOL' ? '150' : dollar),
          held: () => money(cash),
        };
        expect(portfolioMargin(portfolio)).toEqual(naive(portfolio, hours));
      },
    ),
    { numRuns: 300 },
  );
});

test('EXC-02 positions closed one by one leave the margin of the others, to the last unit, and the costliest one is found first', () => {
  fc.assert(
    fc.property(
      fc.array(holding, { minLength: 1, maxLength: 6 }),
      fc.bigInt({ min: -300_000_000n, max: 300_000_000n }),
      fc.integer({ min: 0, max: 2 }),
      (positions, cash, halves) => {
        const prices = {
          now: timestamp(0),
          coinPrice: (coin: string) => at(coin === 'BTC' ? '50000' : coin === 'SOL' ? '150' : '0.99987654'),
          held: () => money(cash),
        };
        const open = new Map(positions.map((position, key) => [key, position]));
        const needOf = (some: ReadonlyMap<number, PortfolioHolding>): bigint =>
          moneyUnits(naive({ ...prices, positions: [...some.values()], orders: [] }, DELIVERY_HOURS).maintenanceMargin);
        const closing = new ClosingPortfolio<number>(prices);
        for (const [key, position] of open) closing.set(key, position);
        // Some positions are halved before they are closed.
        for (let left = halves; open.size > 0; left -= 1) {
          expect(moneyUnits(closing.maintenanceMargin)).toBe(needOf(open));
          const rests = [...open.keys()].map((key) => ({ key, rest: needOf(new Map([...open].filter(([other]) => other !== key))) }));
          const least = rests.reduce((best, one) => (one.rest < best.rest ? one : best));
          expect(closing.mostCostly(() => true)).toEqual({ position: least.key, rest: money(least.rest) });
          const found = open.get(least.key) as PortfolioHolding;
          const half = { ...found, size: lots(Math.ceil(lotCount(found.size) / 2)), value: money(moneyUnits(found.value) / 2n) };
          if (left > 0) open.set(least.key, half);
          else open.delete(least.key);
          closing.set(least.key, open.get(least.key));
        }
        expect(closing.maintenanceMargin).toBe(ZERO_MONEY);
        expect(closing.mostCostly(() => true)).toBeUndefined();
      },
    ),
    { numRuns: 100 },
  );
});

test('only positions that count are closed', () => {
  const closing = new ClosingPortfolio<string>({ now: timestamp(0), coinPrice: () => at('1'), held: () => ZERO_MONEY });
  closing.set('large', { instrument: BTC, side: 'Buy', size: coins('1'), value: usdt('50000') });
  closing.set('small', { instrument: SOL, side: 'Buy', size: coins('1'), value: usdt('100') });
  expect(closing.mostCostly((position) => position !== 'large')).toEqual({ position: 'small', rest: usdt('5250') });
});

test('EXC-07 positions are valued once, however many of them are closed', () => {
  let valued = 0;
  const closing = new ClosingPortfolio<number>({
    now: timestamp(0),
    coinPrice(coin) {
      // The settle coin values a position, the base coin the cash beside it.
      if (coin === 'USDT') valued += 1;
      return at('1');
    },
    held: () => ZERO_MONEY,
  });
  for (let key = 0; key < 50; key += 1) closing.set(key, { instrument: SOL, side: 'Sell', size: coins('1'), value: usdt(String(key + 1)) });
  for (let key = 49; key >= 0; key -= 1) {
    expect(closing.mostCostly(() => true)?.position).toBe(key);
    closing.set(key, undefined);
  }
  expect(valued).toBe(50);
});

test('the gains of an option follow its prices, its time and its coin, however often they were asked before', () => {
  const call = optionOf('Call', 'BTC');
  const prices = { index: at('56000'), mark: at('1500') };
  const asked: readonly (readonly [instrument: Instrument, prices: { index: Price; mark: Price }, now: number])[] = [
    [call, prices, 0],
    [call, { ...prices, mark: at('1600') }, 0],
    [call, { ...prices, index: at('56100') }, 0],
    [call, prices, DELIVERY_HOURS * HOUR],
    [{ ...call, baseCoin: 'SOL' }, prices, 0],
  ];
  const found = asked.map(([instrument, own, now]) => {
    optionScenarios(call, prices, timestamp(0));
    return optionScenarios(instrument, own, timestamp(now));
  });
  expect(new Set(found.map((gains) => gains.join(' '))).size).toBe(asked.length);
  // The same terms in an object of their own are computed again.
  const again = asked.map(([{ option, ...rest }, own, now]) =>
    optionScenarios({ ...rest, ...(option !== undefined && { option: { ...option } }) }, own, timestamp(now)),
  );
  expect(found).toEqual(again);
});

test('what is no option, or never ends, gains nothing by itself', () => {
  const prices = { index: at('50000'), mark: at('900') };
  const [call] = [optionOf('Call', 'BTC')];
  const { deliveryAt: _, ...endless } = call as Instrument & { deliveryAt: unknown };
  const dated: Instrument = { ...BTC, deliveryAt: timestamp(HOUR) };
  for (const instrument of [BTC, dated, endless as Instrument]) {
    expect(optionScenarios(instrument, prices, timestamp(0))).toEqual(new Array(33).fill(0n));
  }
});

test('an option that has ended is worth what it pays', () => {
  const gains = optionScenarios(
    optionOf('Call', 'BTC'),
    { index: at('56000'), mark: at('1000') },
    timestamp(DELIVERY_HOURS * HOUR + 5 * HOUR),
  );
  expect(gains[32]).toBe(priceUnits(at('5600')));
  expect(gains[0]).toBe(-priceUnits(at('1000')));
});

test('the time of an option that has ended does not begin again', () => {
  const prices = { index: at('56000'), mark: at('1500') };
  const gains = optionScenarios(optionOf('Call', 'BTC'), prices, timestamp(DELIVERY_HOURS * HOUR));
  expect(gains.slice(15, 18)).toEqual([-priceUnits(at('500')), 0n, -priceUnits(at('500'))]);
});

test('EXC-02 coin covers a short to the last unit', () => {
  for (let units = 1n; units <= 600n; units += 1n) {
    const short: PortfolioHolding = { instrument: SOL, side: 'Sell', size: coins('0.001'), value: money(units) };
    const portfolio: Portfolio = {
      now: timestamp(0),
      positions: [short],
      orders: [],
      coinPrice: () => at('1'),
      held: () => money(100_000_000n),
    };
    expect(portfolioMargin(portfolio)).toEqual(naive(portfolio, DELIVERY_HOURS));
  }
});

test('coin that there is counts at its own price', () => {
  const position: PortfolioHolding = { instrument: BTC, side: 'Sell', size: coins('0.5'), value: usdt('25000') };
  const margin = (held: string) =>
    portfolioMargin({
      now: timestamp(0),
      positions: [position],
      orders: [],
      coinPrice: (coin) => at(coin === 'BTC' ? '50000' : '1'),
      held: () => usdt(held),
    }).maintenanceMargin;
  expect([margin('-1'), margin('0'), margin('0.5')]).toEqual([usdt('2625'), usdt('2625'), usdt('125')]);
});
