import { beforeEach, expect, it, vi } from 'vitest';
import { price, type Instrument } from '@tapedeck/domain';
import { Position } from '../state/position.ts';
import { Bench, btc } from '../testing/exchange-fixture.ts';
import { FLAT, call } from '../testing/option-fixture.ts';

const UNIT = 100_000_000n;
const STRIKES = 20;
const SECOND = 1_000;
/** Bisection and scenarios of one option set up the formula 12 times, its mark price and its smile 5 times. */
const FORMULAS_PER_OPTION = 20;
/** A position is valued with each price and each fill, by the engine and by the audit of the tests. */
const VALUATIONS_PER_POSITION = 10;

/** A call and a put of each strike from 20,000 to 39,000, beside the perpetual of the coin. */
const chain: readonly Instrument[] = Array.from({ length: 2 * STRIKES }, (_, at): Instrument => {
  const strike = price(BigInt(20_000 + 1_000 * Math.floor(at / 2)) * UNIT);
  const right = at % 2 === 0 ? 'Call' : 'Put';
  return { ...call, id: at + 1, symbol: `${right} ${at}`, priceLimitRate: btc.priceLimitRate, option: { strike, right } };
});

const BUYER = 100;
const WRITER = 101;
let bench: Bench;
let index: number;

function goTo(level: number) {
  index = level;
  bench.exchange.events.length = 0;
  bench.index(btc, index);
  return bench.exchange.events.filter((event) => event.type === 'PositionLiquidated');
}

/** The writer sells one contract of every option for 50 more than it pays at once. */
function writeChain(): void {
  for (const option of chain) {
    const strike = Number(option.option?.strike) / 1e8;
    const premium = Math.max(0, option.option?.right === 'Call' ? index - strike : strike - index) + 50;
    bench.order(BUYER, 'Buy', 1, premium, { on: option });
    expect(bench.order(WRITER, 'Sell', 1, premium, { on: option }).refusal).toBeUndefined();
  }
}

beforeEach(() => {
  bench = new Bench([btc, ...chain]);
  bench.market.surface = FLAT;
  bench.market.indexPath = () => BigInt(index) * UNIT;
  goTo(30_000);
  bench.open(BUYER, 10_000_000n);
});

/** Every evaluation of Black-76 at another forward, strike or time takes one square root. */
const countFormulas = () => vi.spyOn(Math, 'sqrt');

it('EXC-07 a liquidated portfolio of options evaluates the option formula once per option and price, however many it closes', () => {
  bench.open(WRITER, 70_000n, 'PM');
  writeChain();
  const formulas = countFormulas();
  const liquidated = goTo(34_500);
  expect(liquidated.length).toBeGreaterThan(5);
  expect(liquidated.every((event) => event.account === WRITER)).toBe(true);
  expect(formulas.mock.calls.length).toBeLessThanOrEqual(FORMULAS_PER_OPTION * chain.length);
  expect(formulas.mock.calls.length).toBeGreaterThan(chain.length);
});

it('EXC-07 orders between two prices evaluate the option formula for no option', () => {
  bench.open(WRITER, 1_000_000n, 'PM');
  writeChain();
  goTo(30_100);
  const formulas = countFormulas();
  for (let at = 0; at < 10; at += 1)
    expect(bench.order(WRITER, 'Sell', 0.01, 1_000 + at, { on: { ...call, id: chain.length } }).refusal).toBeUndefined();
  bench.wait(SECOND / 100);
  expect(formulas).not.toHaveBeenCalled();
});

it('EXC-07 a liquidated cross account values each position anew only when it changes', () => {
  bench.open(WRITER, 130_000n, 'UTA2');
  writeChain();
  const valued = vi.spyOn(Position.prototype, 'marginAt');
  expect(goTo(48_000)).toHaveLength(chain.length);
  expect(bench.exchange.account(WRITER)?.positions).toEqual([]);
  expect(valued.mock.calls.length).toBeLessThanOrEqual(VALUATIONS_PER_POSITION * chain.length);
});
