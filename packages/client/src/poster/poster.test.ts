import { leverage, lots, money, price, rate, timestamp, type Instrument, type PositionRecord } from '@tapedeck/domain';
import type { ClosedPnlItem } from '@tapedeck/protocol';
import { describe, expect, it } from 'vitest';
import { positionView } from '../calculators/position-view.ts';
import { POSTER_BONUS, POSTER_VIP_VALUE } from '../constants.ts';
import { BTC } from '../testing/instruments.ts';
import {
  bookedPoster,
  closedPoster,
  hasVipPoster,
  initials,
  isEmail,
  maskedEmail,
  posterLabel,
  posterPnlDigits,
  positionPoster,
  shortAmount,
} from './poster.ts';

const UNIT = 100_000_000n;
const units = (value: number): bigint => BigInt(Math.round(value * 1e8));
const INVERSE: Instrument = {
  ...BTC,
  symbol: 'BTCUSD',
  kind: 'InversePerpetual',
  quoteCoin: 'USD',
  settleCoin: 'BTC',
  lotSize: (1n * UNIT) as never,
};

const record = (change: Partial<PositionRecord> = {}): PositionRecord => ({
  ...{ account: 100, instrument: 0, positionIndex: 0, side: 'Buy' },
  // Half a bitcoin at 63,940.
  ...{ size: lots(500), entryValue: money(31_970n * UNIT), openValue: money(31_970n * UNIT) },
  ...{ marginMode: 'isolated', leverage: leverage(2_000n), margin: money(0n), autoAddMargin: false },
  ...{ realisedPnl: money(units(-3.5)), tradePnl: money(units(20)), fees: money(units(25)), funding: money(units(1.5)) },
  ...{ totalRealisedPnl: money(0n), openedAt: timestamp(1_000), updatedAt: timestamp(2_000) },
  ...change,
});

const viewAt = (mark: number, change: Partial<PositionRecord> = {}, instrument: Instrument = BTC) =>
  positionView({ key: 'k', instrument, record: record(change), mark: price(units(mark)), account: undefined });

const closing = (change: Partial<ClosedPnlItem> = {}): ClosedPnlItem => ({
  ...{ execId: '1', orderId: '2', fillCount: 1, symbol: 'BTCUSDT', side: 'Buy', positionIdx: 0, execType: 'Trade', closedSize: '0.5' },
  ...{ avgEntryPrice: '65000', avgExitPrice: '64350', closedPnl: '325', execFee: '1', feeCurrency: 'USDT', createdAtE3: 7, updatedAtE3: 8 },
  ...change,
});

describe('poster', () => {
  it('PST-01 an open position: its figures are those of its row, and it tells since when it is open', () => {
    const view = viewAt(64_768.4);
    const poster = positionPoster(view, 9_000);
    expect(poster).toMatchObject({
      kind: 'position-order',
      side: 'LONG',
      leverage: 2_000n,
      marginMode: 'isolated',
      openedAt: 1_000,
      until: 9_000,
    });
    expect(poster.pnl).toBe(view.unrealisedPnl);
    expect(poster.pnl).toBe(units(414.2));
    expect(poster.return).toEqual({ rate: view.roi, of: 'margin' });
    expect([poster.entryPrice, poster.markPrice]).toEqual([view.entryPrice, view.markPrice]);
  });

  it('PST-01 what a position has booked: its realised P&L and what it is made of', () => {
    const poster = bookedPoster(viewAt(64_000), 9_000);
    expect(poster.kind).toBe('pb-profit');
    expect(poster.pnl).toBe(units(-3.5));
    expect(poster.return).toBeUndefined();
    expect(poster.booked).toEqual({ trades: units(20), funding: units(1.5), fees: units(25) });
  });

  it('PST-01 a closing: side of the position, return on its value at entry, and how it ended', () => {
    const poster = closedPoster(closing(), BTC);
    expect(poster).toMatchObject({
      kind: 'profit-order',
      side: 'SHORT',
      pnl: units(325),
      leverage: undefined,
      openedAt: undefined,
      until: 8,
    });
    // 325 ÷ (0.5 × 65,000) = 1 %.
    expect(poster.return).toEqual({ rate: rate(1_000_000n), of: 'value' });
    expect(poster.exit).toEqual({ by: 'trade', price: units(64_350) });
    expect(closedPoster(closing({ side: 'Sell' }), BTC).side).toBe('LONG');
    const ends = (['SessionSettlement', 'Delivery', 'Settle', 'BustTrade'] as const).map(
      (execType) => closedPoster(closing({ execType }), BTC).exit?.by,
    );
    expect(ends).toEqual(['session', 'delivery', 'delivery', 'trade']);
    expect(closedPoster(closing({ avgEntryPrice: '0' }), BTC).return).toBeUndefined();
  });

  it('PST-01 a closing is after its costs where they are known, and its return too', () => {
    const poster = closedPoster(closing({ fees: '300', funding: '-10', netPnl: '35' }), BTC);
    expect([poster.pnl, poster.net, poster.return?.rate]).toEqual([units(35), true, rate(107_692n)]);
    expect([closedPoster(closing(), BTC).pnl, closedPoster(closing(), BTC).net]).toEqual([units(325), false]);
  });

  it.each([
    [0, 2, '0|2|'],
    [999.99, 2, '99999|2|'],
    [999.994, 2, '99999|2|'],
    [999.995, 2, '100|2|K'],
    [1_000, 2, '100|2|K'],
    [-1_234.56, 2, '-123|2|K'],
    [999_994.99, 2, '99999|2|K'],
    [999_995, 2, '100|2|M'],
    [1_740_000, 2, '174|2|M'],
    [999_995_000, 2, '100|2|B'],
    [-2_500_000_000, 2, '-250|2|B'],
    [0.01234567, 5, '1235|5|'],
    [999.999996, 5, '100|2|K'],
  ])('PST-02 %d with %d decimals in short form is %s', (value, digits, expected) => {
    const { count, digits: shown, letter } = shortAmount(money(units(value)), digits);
    expect(`${count}|${shown}|${letter}`).toBe(expected);
  });

  it('PST-02 decimals of a profit: two of linear contracts, USDC and options, at least five of coins', () => {
    expect(posterPnlDigits(BTC)).toBe(2);
    expect(posterPnlDigits({ ...BTC, kind: 'UsdcPerpetual', settleCoin: 'USDC' })).toBe(2);
    expect(posterPnlDigits({ ...BTC, kind: 'UsdcFutures', settleCoin: 'USDC' })).toBe(2);
    expect(posterPnlDigits({ ...BTC, kind: 'UsdcOption', settleCoin: 'USDC' })).toBe(2);
    expect(posterPnlDigits(INVERSE)).toBe(8);
    expect(posterPnlDigits({ ...INVERSE, kind: 'InverseFutures' })).toBeGreaterThanOrEqual(5);
  });

  it('PST-02 the VIP poster is there above a value of 1,000,000 at the mark price, not at it', () => {
    expect(POSTER_VIP_VALUE).toBe(1_000_000n * UNIT);
    // 20 BTC.
    const twenty = { size: lots(20_000), entryValue: money(900_000n * UNIT), openValue: money(900_000n * UNIT) };
    expect(hasVipPoster(viewAt(50_000, twenty))).toBe(false);
    expect(hasVipPoster(viewAt(50_000.1, twenty))).toBe(true);
    expect(hasVipPoster({ ...viewAt(60_000, twenty), value: undefined })).toBe(false);
  });

  it('PST-02 an inverse position counts by its contracts, whatever its coin is worth', () => {
    const held = (size: number) => ({ ...viewAt(50_000), instrument: INVERSE, record: record({ size: lots(size) }) });
    expect(hasVipPoster(held(1_000_000))).toBe(false);
    expect(hasVipPoster(held(1_000_001))).toBe(true);
  });

  it('PST-02 the share text names a bonus of 5,000', () => {
    expect(POSTER_BONUS).toBe(5_000);
  });

  it('PST-03 label types 2 VIP and 3 PRO with their level; PRO stands above VIP', () => {
    expect(posterLabel({ vipLevel: 0, proLevel: 0 })).toBeUndefined();
    expect(posterLabel({ vipLevel: 3, proLevel: 0 })).toEqual({ type: 2, level: 3 });
    expect(posterLabel({ vipLevel: 0, proLevel: 2 })).toEqual({ type: 3, level: 2 });
    expect(posterLabel({ vipLevel: 5, proLevel: 1 })).toEqual({ type: 3, level: 1 });
  });

  it.each([
    ['trader@mail.example', 'tr***@mail.example'],
    ['abc@x.io', 'ab***@x.io'],
    ['ab@x.io', 'a***@x.io'],
    ['a@x.io', 'a***@x.io'],
    ['"odd@name"@x.io', '"o***@x.io'],
  ])('PST-03 %s is masked as %s', (email, masked) => {
    expect(maskedEmail(email)).toBe(masked);
  });

  it.each([
    ['trader-01', 'T1'],
    ['grid.fox', 'GF'],
    ['ada', 'AD'],
    ['x_00', 'X0'],
    ['one-two-three', 'OT'],
  ])('PST-03 the avatar of %s is %s', (name, letters) => {
    expect(initials(name)).toBe(letters);
  });

  it('PST-03 what is kept as an e-mail address looks like one', () => {
    for (const good of ['a@b.co', 'first.last+tag@mail.example.org']) expect(isEmail(good)).toBe(true);
    for (const bad of ['', 'a', 'a@b', '@b.co', 'a b@c.de', 'a@b..co', `a@${'b'.repeat(260)}.co`]) expect(isEmail(bad)).toBe(false);
  });
});
