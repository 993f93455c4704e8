import {
  ZERO_MONEY,
  accountMargins,
  defaultSettings,
  isOption,
  isSpot,
  lots,
  moneyUnits,
  priceOfTicks,
  priceSourceOf,
  ticks,
  timestamp,
  type AccountMargins,
  type AccountState,
  type Coin,
  type Instrument,
} from '@tapedeck/domain';
import { initialDraft, orderReadings, orderRules, type OrderFormContext } from '@tapedeck/client';
import { lotsText, priceText } from '@tapedeck/protocol';
import { expect, it } from 'vitest';
import { accountView } from '../packages/client/src/calculators/account-view.ts';
import { accountPool } from '../packages/exchange/src/margin/pool.ts';
import { ExchangeState } from '../packages/exchange/src/state/exchange-state.ts';
import { ByteStateReader } from '../packages/exchange/src/codec/state-bytes.ts';
import { readState } from '../packages/exchange/src/snapshot/state-image.ts';
import { Bench } from '../packages/exchange/src/testing/exchange-fixture.ts';
import { SCENARIO_INSTRUMENTS } from '../packages/exchange/src/testing/index.ts';
import { FLAT } from '../packages/exchange/src/testing/option-fixture.ts';
import { Random } from '../packages/exchange/src/testing/random-commands.ts';

/** Compares the terminal's figures for a portfolio-margin account and its next order with the exchange's results. */

const UNIT = 100_000_000n;
const ACCOUNTS = [100, 101, 102];
const STEPS = 260;
/** In ticks of each instrument, around which orders lie. */
const PRICES: Readonly<Record<string, number>> = { ETH: 2_500, BTC: 50_000 };

function openBench(): Bench {
  const bench = new Bench(SCENARIO_INSTRUMENTS);
  bench.market.surface = FLAT;
  for (const { id, baseCoin } of SCENARIO_INSTRUMENTS) bench.market.index.set(id, BigInt(PRICES[baseCoin] ?? 0) * UNIT);
  for (const account of ACCOUNTS) {
    bench.open(account, 30_000n, 'PM');
    bench.fund(account, 'BTC', UNIT / 2n);
    bench.fund(account, 'USDC', 4_000n * UNIT);
  }
  bench.apply({ type: 'WatchMarkets', instruments: SCENARIO_INSTRUMENTS.map(({ id }) => id) });
  bench.wait(1_000);
  return bench;
}

/** The account as the terminal computes it from the exchange's data. */
function marginsOf(bench: Bench, state: AccountState): AccountMargins {
  const { exchange } = bench;
  const held = new Set([...state.positions, ...state.orders].map(({ instrument }) => instrument));
  const margins = accountMargins({
    kind: 'PM',
    cash: new Map(state.cash),
    wallets: state.wallets,
    holdings: [...held].map((id) => ({
      instrument: SCENARIO_INSTRUMENTS[id] as Instrument,
      settings: state.settings.find(({ instrument }) => instrument === id) ?? defaultSettings(state.account, id),
      positions: state.positions.filter(({ instrument }) => instrument === id),
      orders: state.orders.filter(({ instrument }) => instrument === id),
    })),
    mark: (id) => exchange.market(id).mark,
    option: (id) => (isOption(SCENARIO_INSTRUMENTS[id] as Instrument) ? exchange.market(id) : undefined),
    now: exchange.now,
    coinIndex(coin: Coin) {
      const source = priceSourceOf(coin, SCENARIO_INSTRUMENTS);
      return source && exchange.market(source.id).index;
    },
  });
  if (margins === undefined) throw new Error('a price is missing');
  return margins;
}

function contextOf(bench: Bench, state: AccountState, instrument: Instrument): OrderFormContext {
  const { exchange } = bench;
  const market = exchange.market(instrument.id);
  const margins = marginsOf(bench, state);
  return {
    instrument,
    settings: defaultSettings(state.account, instrument.id),
    account: accountView(new Map(state.cash), margins, instrument.settleCoin),
    last: market.last,
    mark: market.mark,
    index: market.index,
    premium: market.premium,
    bestBid: priceOfTicks(market.bestBid, instrument.tickSize),
    bestAsk: priceOfTicks(market.bestAsk, instrument.tickSize),
    positions: state.positions.filter((own) => own.instrument === instrument.id),
    orders: state.orders.filter((own) => own.instrument === instrument.id),
    book: exchange.book(instrument.id, 200),
    loggedIn: true,
    traits: { kind: 'PM', isDemo: false },
    time: exchange.now,
  };
}

function engineState(bench: Bench): ExchangeState {
  const state = new ExchangeState(SCENARIO_INSTRUMENTS, timestamp(0));
  readState(state, new ByteStateReader(bench.exchange.write()));
  return state;
}

const TRADED = SCENARIO_INSTRUMENTS.filter((instrument) => !isSpot(instrument));

it.each([1, 2])('CST-01 EXC-02 under portfolio margin the terminal says what the exchange does, to the last digit, seed %i', (seed) => {
  const random = new Random(seed);
  const bench = openBench();
  const seen = { carried: 0, refused: 0, raising: 0, rested: 0, pools: 0, largest: 0 };
  for (let step = 0; step < STEPS; step += 1) {
    if (random.chance(15)) {
      for (const { id, baseCoin } of SCENARIO_INSTRUMENTS) {
        const at = BigInt(PRICES[baseCoin] ?? 0) * UNIT;
        bench.market.index.set(id, at + (at * BigInt(random.below(40) - 20)) / 1_000n);
      }
      bench.wait(1_000);
    }
    if (random.chance(8)) bench.apply({ type: 'CancelAllOrders', account: random.pick(ACCOUNTS), instrument: -1 });
    const account = random.pick(ACCOUNTS);
    const instrument = random.pick(TRADED);
    const state = bench.exchange.account(account);
    if (state === undefined) throw new Error('the account is there');
    if (step % 5 === 0) {
      const engine = engineState(bench);
      const { asPortfolio } = marginsOf(bench, state);
      expect(asPortfolio?.pool).toEqual(accountPool(engine, engine.account(account)));
      seen.pools += 1;
    }
    const market = bench.exchange.market(instrument.id);
    const side = random.pick(['Buy', 'Sell'] as const);
    const isMarket = random.chance(30);
    const centre = Number(market.mark) / Number(instrument.tickSize);
    const at = Math.max(1, Math.round(centre * (1 + (random.below(20) - 10) / 1_000)));
    const value = 1 + random.below(random.chance(30) ? 200_000 : 20_000);
    const lotValue = isOption(instrument) ? 500 : Math.max(1e-9, (Number(instrument.tickLotValue) * centre) / 1e8);
    const count = Math.max(1, Math.round(instrument.kind.startsWith('Inverse') ? value : value / lotValue));
    const draft = {
      ...initialDraft(instrument.symbol),
      orderType: isMarket ? ('Market' as const) : ('Limit' as const),
      price: isMarket ? '' : priceText(priceOfTicks(ticks(at), instrument.tickSize), instrument),
      quantity: lotsText(lots(count), instrument),
    };
    const context = contextOf(bench, state, instrument);
    const preview = orderRules.preview(orderRules.read(draft, context, side));
    const errors = orderRules.errors(orderReadings(draft, context)).filter((error) => error.side === undefined || error.side === side);
    const outcome = bench.apply({
      type: 'PlaceOrder',
      account,
      instrument: instrument.id,
      side,
      orderType: draft.orderType,
      price: ticks(isMarket ? 0 : at),
      quantity: lots(count),
      timeInForce: isMarket ? 'ImmediateOrCancel' : 'GoodTillCancel',
      reduceOnly: false,
      positionIndex: 0,
      clientOrderId: '',
      source: 'api',
    });
    // The order itself prices an option without holders, so the earlier preview used another price.
    const now = bench.exchange.market(instrument.id);
    if (now.mark !== market.mark || now.index !== market.index) continue;
    const reason = outcome.refusal?.reason;
    if (!isMarket && (reason === undefined || reason === 'insufficientBalance')) {
      expect(Number(draft.quantity) <= Number(preview.maxQuantity)).toBe(reason === undefined);
      seen.largest += 1;
    }
    if (reason === 'insufficientBalance') {
      expect(errors).toMatchObject([{ code: 'insufficientBalance', values: { ...outcome.refusal?.details, coin: 'USD' } }]);
      seen.refused += 1;
    } else if (reason === undefined) {
      expect(errors).toEqual([]);
      seen.carried += 1;
      if (moneyUnits(preview.initialMargin ?? ZERO_MONEY) > 0n) seen.raising += 1;
      // An order that rests whole, and meets none of its owner's, leaves the account with the margin that the preview said.
      const after = bench.exchange.account(account);
      const whole = after?.orders.some(({ orderId, filled }) => orderId === outcome.orderId && filled === lots(0)) === true;
      const rests = whole && after.orders.length === state.orders.length + 1;
      if (rests && instrument.settleCoin.startsWith('USD')) {
        seen.rested += 1;
        expect(marginsOf(bench, after).asPortfolio?.pool.initialMargin).toBe(preview.marginAfter);
      }
    }
  }
  expect(seen.carried).toBeGreaterThan(60);
  expect(seen.refused).toBeGreaterThan(4);
  expect(seen.raising).toBeGreaterThan(25);
  expect(seen.rested).toBeGreaterThan(20);
  expect(seen.pools).toBeGreaterThan(40);
  expect(seen.largest).toBeGreaterThan(60);
});
