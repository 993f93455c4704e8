import { leverage, lots, money, price, quantity, rate, ticks, timestamp, type Coin, type Instrument } from '@tapedeck/domain';
import { ExchangeState } from '../state/exchange-state.ts';
import { ByteStateReader } from '../codec/state-bytes.ts';
import { readState } from '../snapshot/state-image.ts';
import { Bench, btc } from './exchange-fixture.ts';

const UNIT = 100_000_000n;

/** BTC against USDT in the tests: tick 0.5, lot 0.00001, fee 0.1 %, price limit 3 %, at least 5 USDT. The perpetual is instrument 0. */
export const btcSpot: Instrument = {
  ...btc,
  id: 1,
  symbol: 'BTC/USDT',
  kind: 'Spot',
  lotSize: quantity(UNIT / 100_000n),
  quantityDigits: 5,
  tickLotValue: money(UNIT / 200_000n),
  minOrder: lots(1),
  maxLimitOrder: lots(100_000_000),
  maxMarketOrder: lots(10_000_000),
  maxPostOnlyOrder: lots(100_000_000),
  makerFee: rate(100_000n),
  takerFee: rate(100_000n),
  tiers: [],
  leverageSections: [leverage(100n)],
  priceLimitRate: rate(3_000_000n),
  spot: {
    amountStep: money(1_000_000n),
    maxAmount: money(5_000_000n * UNIT),
    marketPriceLimitRate: rate(3_000_000n),
    buyClosed: false,
    sellClosed: false,
    shown: true,
    loanable: true,
  },
};

/** ETH against BTC: tick 0.00001 BTC, lot 0.001 ETH, at least 0.0001 BTC. */
export const ethBtc: Instrument = {
  ...btcSpot,
  id: 2,
  symbol: 'ETH/BTC',
  baseCoin: 'ETH',
  quoteCoin: 'BTC',
  settleCoin: 'BTC',
  tickSize: price(UNIT / 100_000n),
  priceDigits: 5,
  lotSize: quantity(UNIT / 1_000n),
  quantityDigits: 3,
  tickLotValue: money(1n),
  minPrice: ticks(1),
  minNotional: money(UNIT / 10_000n),
};

/** Units of 1e-8 from decimal text. */
export function decimal(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

const textOf = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(9, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '');
};

/** A perpetual and spot pairs with BTC at 50,000, and accounts whose coins are read as decimals. */
export class SpotBench extends Bench {
  constructor(instruments: readonly Instrument[] = [btc, btcSpot, ethBtc]) {
    super(instruments);
    this.market.index.set(0, 50_000n * UNIT);
    this.market.index.set(1, 50_000n * UNIT);
    this.market.index.set(2, UNIT / 20n);
    this.wait(1_000);
  }

  /** State read back from bytes: its accounts and pools as the engine sees them. */
  get state(): ExchangeState {
    const state = new ExchangeState(this.instruments, timestamp(0));
    readState(state, new ByteStateReader(this.exchange.write()));
    return state;
  }

  credit(account: number, coin: Coin, text: string): void {
    this.apply({ type: 'CreditAccount', account, coin, amount: money(decimal(text)) });
  }

  cash(account: number, coin: Coin): string {
    const found = this.exchange.account(account)?.cash.find(([name]) => name === coin);
    return found === undefined ? '0' : textOf(found[1] as unknown as bigint);
  }

  spot(account: number, side: 'Buy' | 'Sell', base: number, at: number | 'market', more: Record<string, unknown> = {}) {
    return this.order(account, side, base, at, { on: btcSpot, ...more });
  }
}
