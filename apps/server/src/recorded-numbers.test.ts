import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  fundingFee,
  money,
  moneyUnits,
  notional,
  parseDecimal,
  price,
  profit,
  quantity,
  rate,
  tradingFee,
  type Side,
} from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';

/** Answers of a real venue, in the folder that RECORDED_DATA names; none of them is part of the repository. Without them there is nothing to reproduce. */
const FILE = 'bybit/rest_v5/client_library_responses.json';
const folder = process.env['RECORDED_DATA'];
const file = folder === undefined ? undefined : path.join(folder, FILE);

type Row = Readonly<Record<string, string>>;
interface Recorded {
  readonly endpoint: string;
  readonly httpResponse: { readonly result: { readonly category?: string; readonly list?: readonly Row[] } };
}

const answers: readonly Recorded[] = file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Recorded[]) : [];
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
});
