import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  exercisePayoff,
  feeToClose,
  fundingFee,
  initialMarginOf,
  leverage,
  money,
  moneyUnits,
  notional,
  optionGreeks,
  optionPrice,
  parseDecimal,
  price,
  pricePerUnit,
  priceUnits,
  profit,
  quantity,
  rate,
  tradingFee,
  yearsBetween,
  type Side,
} from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';

/** Answers of a real venue, in the folder that RECORDED_DATA names; none of them is part of the repository. Without them there is nothing to reproduce. */
const folder = process.env['RECORDED_DATA'];

/** The content of a recorded file, or an empty list without one. */
function recorded(name: string): readonly unknown[] {
  const file = folder === undefined ? undefined : path.join(folder, 'bybit/rest_v5', name);
  return file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown[]) : [];
}

type Row = Readonly<Record<string, string>>;
interface Recorded {
  readonly endpoint: string;
  readonly httpResponse: {
    readonly time?: string | number;
    readonly result: { readonly category?: string; readonly list?: readonly Row[] };
  };
}

interface Example {
  readonly path: string;
  readonly response: { readonly result: Row & { readonly list?: readonly Row[] } };
}

const answers = recorded('client_library_responses.json') as readonly Recorded[];
const examples = recorded('endpoint_examples.json') as readonly Example[];
const exampleRows = (endpoint: string): readonly Row[] =>
  examples.filter((example) => example.path === endpoint).flatMap(({ response }) => response.result.list ?? []);
const rows = (endpoint: string, category: string): readonly Row[] =>
  answers
    .filter((answer) => answer.endpoint === endpoint && answer.httpResponse.result.category === category)
    .flatMap(({ httpResponse }) => httpResponse.result.list ?? []);
const units = (text: string | undefined): bigint => parseDecimal(text ?? '') ?? 0n;
const valueOf = (row: Row, at: string, size: string): bigint =>
  moneyUnits(notional(price(units(row[at])), quantity(units(row[size])), 'nearest'));
const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

describe('numbers that a real venue answered', () => {
  it('value of fills: price times quantity', () => {
    for (const category of ['linear', 'spot']) {
      for (const row of rows('/v5/execution/list', category)) expect(valueOf(row, 'execPrice', 'execQty')).toBe(units(row['execValue']));
    }
  });

  it('funding: value at the mark price times the rate, whose text has six decimals', () => {
    for (const row of rows('/v5/execution/list', 'linear').filter(({ execType }) => execType === 'Funding')) {
      const value = units(row['execValue']);
      const fee = moneyUnits(fundingFee(row['side'] as Side, money(value), rate(units(row['feeRate']))));
      const cut = row['feeRate'] === '0.0001' ? 0n : value / 1_000_000n;
      expect(magnitude(units(row['execFee']) - fee) <= cut).toBe(true);
    }
  });

  it('fees: a taker of a linear contract pays 0.055 % of the value', () => {
    for (const row of rows('/v5/order/realtime', 'linear').concat(rows('/v5/order/history', 'linear'))) {
      if (units(row['cumExecQty']) === 0n) continue;
      expect(moneyUnits(tradingFee(money(units(row['cumExecValue'])), rate(55_000n)))).toBe(units(row['cumExecFee']));
    }
  });

  it('fees: a buyer of a spot pair pays 0.1 % of the coin, to the next 1e-8', () => {
    for (const row of rows('/v5/execution/list', 'spot')) {
      const exact = parseDecimal(row['execFee'] ?? '', 10) ?? 0n;
      const fee = moneyUnits(tradingFee(money(units(row['execQty'])), rate(units(row['feeRate'])))) * 100n;
      expect(fee >= exact && fee - exact < 100n).toBe(true);
    }
  });

  it('unrealised profit: value at the mark price less the value of the entry', () => {
    for (const row of rows('/v5/position/list', 'linear')) {
      const value = money(valueOf(row, 'markPrice', 'size'));
      const earned = profit({ kind: 'LinearPerpetual' }, row['side'] as Side, money(units(row['positionValue'])), value);
      expect(moneyUnits(earned)).toBe(units(row['unrealisedPnl']));
    }
  });

  it('margin of a position: value by rates of eight decimals, all rounded up; exact rates ask for less by at most that', () => {
    const up = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;
    for (const row of rows('/v5/position/list', 'linear')) {
      const value = units(row['positionValue']);
      const hundredths = units(row['leverage']) / 1_000_000n;
      const side = row['side'] as Side;
      const closing = up(55_000n * (side === 'Buy' ? hundredths - 100n : hundredths + 100n), hundredths);
      const margin = (share: bigint): bigint => up(value * (share + closing), 100_000_000n);
      expect(margin(up(10_000_000_000n, hundredths))).toBe(units(row['positionIM']));
      // 1 % in the lowest tier of then.
      expect(margin(1_000_000n)).toBe(units(row['positionMM']));
      const terms = { kind: 'LinearPerpetual', takerFee: rate(55_000n) } as const;
      const [initial, fee] = [
        initialMarginOf(money(value), leverage(hundredths)),
        feeToClose(terms, side, money(value), leverage(hundredths)),
      ];
      const less = units(row['positionIM']) - moneyUnits(initial) - moneyUnits(fee);
      expect(less >= 0n && less <= up(2n * value, 100_000_000n)).toBe(true);
    }
  });

  it('inverse contracts: value is quantity by price in coin, and a short gains what a long loses', () => {
    const examined = examples.filter(({ path: at }) => at === '/v5/position/add-margin').map(({ response }) => response.result);
    const held = exampleRows('/v5/position/list').filter(({ symbol }) => symbol?.endsWith('USD') === true);
    for (const row of [...examined, ...held]) {
      const value = (at: string): bigint => (units(row['size']) * 100_000_000n) / units(row[at]);
      expect(value('avgPrice')).toBe(units(row['positionValue']));
      const side = (row['side'] ?? 'Buy') as Side;
      const earned = profit({ kind: 'InversePerpetual' }, side, money(units(row['positionValue'])), money(value('markPrice')));
      expect(moneyUnits(earned)).toBe(units(row['unrealisedPnl']));
    }
  });

  it('orders: the average price is value by quantity', () => {
    for (const row of [...rows('/v5/order/realtime', 'linear'), ...rows('/v5/order/history', 'linear')]) {
      if (units(row['cumExecQty']) === 0n) continue;
      const average = pricePerUnit(money(units(row['cumExecValue'])), quantity(units(row['cumExecQty'])), 'nearest');
      expect(priceUnits(average)).toBe(units(row['avgPrice']));
    }
  });

  it('options: mark price and greeks are those of Black-76 at the mark volatility, as far as its four decimals say', () => {
    for (const { endpoint, httpResponse } of answers) {
      if (endpoint !== '/v5/market/tickers' || httpResponse.result.category !== 'option') continue;
      for (const row of httpResponse.result.list ?? []) {
        const [, day = '', strike = '', right] = row['symbol']?.split('-') ?? [];
        expect(day).toBe('30MAY25');
        const years = yearsBetween(Number(httpResponse.time), Date.UTC(2025, 4, 30, 8));
        const terms = {
          right: right === 'C' ? 'Call' : 'Put',
          forward: Number(row['underlyingPrice']),
          strike: Number(strike),
          years,
        } as const;
        const at = { ...terms, volatility: Number(row['markIv']) };
        const greeks = optionGreeks(at);
        // A unit of the last decimal of the volatility moves the price by a hundredth of vega.
        const room = greeks.vega / 100;
        expect(Math.abs(optionPrice(at) - Number(row['markPrice']))).toBeLessThan(room);
        expect(greeks.delta).toBeCloseTo(Number(row['delta']), 3);
        expect(greeks.gamma).toBeCloseTo(Number(row['gamma']), 7);
        expect(Math.abs(greeks.vega / Number(row['vega']) - 1)).toBeLessThan(1e-3);
        expect(Math.abs(greeks.theta / Number(row['theta']) - 1)).toBeLessThan(1e-3);
      }
    }
  });

  it('closed profit: what was earned less both fees, of then 0.06 % each; averages are values by quantity', () => {
    for (const row of exampleRows('/v5/position/closed-pnl')) {
      const [entry, exit] = [money(units(row['cumEntryValue'])), money(units(row['cumExitValue']))];
      // The side is that of the order that closed.
      const held: Side = row['side'] === 'Sell' ? 'Buy' : 'Sell';
      const fees = [entry, exit].reduce((sum, value) => sum + moneyUnits(tradingFee(value, rate(60_000n))), 0n);
      expect(moneyUnits(profit({ kind: 'UsdcPerpetual' }, held, entry, exit)) - fees).toBe(units(row['closedPnl']));
      const size = quantity(units(row['closedSize']));
      expect(priceUnits(pricePerUnit(entry, size, 'nearest'))).toBe(units(row['avgEntryPrice']));
      expect(priceUnits(pricePerUnit(exit, size, 'nearest'))).toBe(units(row['avgExitPrice']));
    }
  });

  it('wallet: a line changes the balance by cash flow and funding less the fee', () => {
    for (const row of answers
      .filter(({ endpoint }) => endpoint === '/v5/account/transaction-log')
      .flatMap(({ httpResponse }) => httpResponse.result.list ?? [])) {
      expect(units(row['cashFlow']) + units(row['funding']) - units(row['fee'])).toBe(units(row['change']));
      const value = money(valueOf(row, 'tradePrice', 'size'));
      const funding = moneyUnits(fundingFee(row['side'] as Side, value, rate(units(row['feeRate']))));
      expect(-funding).toBe(units(row['funding']));
    }
  });

  it('delivery: a put above its strike pays nothing and costs nothing', () => {
    for (const row of exampleRows('/v5/asset/delivery-record')) {
      const option = { strike: price(units(row['strike'])), right: row['symbol']?.endsWith('-P') === true ? 'Put' : 'Call' } as const;
      expect(priceUnits(exercisePayoff({ option }, price(units(row['deliveryPrice']))))).toBe(0n);
      expect(units(row['fee'])).toBe(0n);
    }
  });

  it('are all read where the folder is named', () => {
    const named = folder !== undefined;
    expect([answers.length > 10, exampleRows('/v5/position/closed-pnl').length, exampleRows('/v5/asset/delivery-record').length]).toEqual([
      named,
      Number(named),
      Number(named),
    ]);
  });
});
