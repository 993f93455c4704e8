import { formatDecimal, lotCount, lots, moneyUnits, spreadLevels, type Money } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { accountWith, at, SETTINGS } from '../../testing/form-account.ts';
import { BTC } from '../../testing/instruments.ts';
import type { OrderFormContext } from '../order/order-form.ts';
import { spreadPreview } from './spread-preview.ts';

const DEPTH = 50;
// Ticks of 0.1 and lots of 0.001.
const FAR = { bids: [500_900, 100], asks: [501_000, 50, 501_100, 100] };
const NEAR = { bids: [499_900, 80, 499_800, 100], asks: [500_000, 100] };

const context = (mark: number, book: OrderFormContext['book']): OrderFormContext => ({
  instrument: BTC,
  settings: SETTINGS,
  account: accountWith(10_000),
  last: at(mark),
  mark: at(mark),
  bestBid: at(mark),
  bestAsk: at(mark),
  loggedIn: true,
  positions: [],
  orders: [],
  ...(book !== undefined && { book }),
});
const legs = { far: context(50_110, FAR), near: context(49_990, NEAR) };
const text = (value: Money | undefined): string | undefined => value && formatDecimal(moneyUnits(value));

describe('a spread order before it is sent', () => {
  const levels = spreadLevels({ far: FAR.asks, near: NEAR.bids }, DEPTH);

  it('ORD-12 CAL-01 trades what both books carry within its distance, for the fees and the cost of both legs', () => {
    const preview = spreadPreview({ side: 'Buy', quantity: lots(100), limit: 1_200 }, levels, legs);
    // Far: 0.05 at 50,100 and 0.03 at 50,110; near: 0.08 at 49,990.
    expect(preview?.filled).toBe(lots(80));
    expect(text(preview?.fee)).toBe('4.404125');
    // Margins 400.83 and 399.92, these fees, and the fees to close 1.9841085 and 2.419516.
    expect(text(preview?.cost)).toBe('809.5577495');
  });

  it('HND-03 says the mean and the worst distance of what fills', () => {
    const distance = (quantity: number, limit: number) => {
      const preview = spreadPreview({ side: 'Buy', quantity: lots(quantity), limit }, levels, legs);
      return preview?.distance;
    };
    // In ticks: 50 lots at 1,100, 30 at 1,200.
    expect(distance(50, 1_200)).toEqual({ average: 110_000_000_000n, worst: 1_100 });
    expect(distance(80, 1_200)).toEqual({ average: 113_750_000_000n, worst: 1_200 });
    expect(distance(100, 1_099)).toBeUndefined();
  });

  it('HND-03 says why it fills no further: a worse distance than the limit, or books that carry no more', () => {
    const end = (side: 'Buy' | 'Sell', quantity: number, limit: number) => {
      const met = side === 'Buy' ? levels : spreadLevels({ far: FAR.bids, near: NEAR.asks }, DEPTH);
      return spreadPreview({ side, quantity: lots(quantity), limit }, met, legs)?.end;
    };
    expect(end('Buy', 80, 1_200)).toBeUndefined();
    expect(end('Buy', 81, 1_199)).toBe('limit');
    expect(end('Buy', 100, 1_099)).toBe('limit');
    expect(end('Buy', 1_000, 9_000)).toBe('books');
    // The best far bid less the best near ask: 900 ticks, for 100 lots.
    expect(end('Sell', 100, 900)).toBeUndefined();
    expect(end('Sell', 101, 900)).toBe('books');
    expect(end('Sell', 1, 901)).toBe('limit');
  });

  it('takes no more than was asked for, and nothing beyond the distance', () => {
    const filled = (quantity: number, limit: number) => {
      const preview = spreadPreview({ side: 'Buy', quantity: lots(quantity), limit }, levels, legs);
      return preview && lotCount(preview.filled);
    };
    expect(filled(20, 1_200)).toBe(20);
    expect(filled(100, 1_100)).toBe(50);
    expect(filled(100, 1_099)).toBe(0);
  });

  it('knows no cost of two legs where the account is margined as one portfolio', () => {
    const traits = { kind: 'PM', isDemo: false } as const;
    const portfolio = { far: { ...legs.far, traits }, near: { ...legs.near, traits } };
    expect(spreadPreview({ side: 'Buy', quantity: lots(20), limit: 1_200 }, levels, portfolio)?.cost).toBeUndefined();
  });
});
