import {
  defaultSettings,
  leverage,
  lots,
  money,
  price,
  priceUnits,
  rate,
  subtractMoney,
  ticks,
  ticksOfPrice,
  type Instrument,
  type Money,
} from '@tapedeck/domain';
import { initialDraft, type TerminalClient, type TpslTerms } from '@tapedeck/client';
import { describe, expect, it } from 'vitest';
import { settle } from '../packages/client/src/testing/fake-ports.ts';
import { held, openDesk, openMarket, type Desk } from './support/parity-desk.ts';

const UNIT = 100_000_000n;
const SYMBOL = 'BTCUSDT';
const KEY = `${SYMBOL}:0`;

type Market = Desk & { readonly instrument: Instrument };
interface Gesture {
  readonly path: string;
  /** Needs the pairs whose coins are lent. */
  readonly lends?: boolean;
  /** Preparation before the gesture. */
  prepare?(market: Market): Promise<unknown>;
  act(market: Market): Promise<{ readonly ok: boolean }>;
  /** Effect of the gesture, as a text that changes again after a second effect. */
  effect(market: Market): unknown;
  /** After exactly one. */
  readonly once: unknown;
  /** An order for the current market is never sent again: it is looked up, and a missing order is reported. This state remains then. */
  readonly untouched?: unknown;
}

const long = ({ client }: Market) => client.orders.place({ ...initialDraft(SYMBOL), orderType: 'Market', quantity: '0.2' }, 'Buy');
const settings = ({ client, instrument }: Market) => client.positions.settings(instrument.id).get() ?? defaultSettings(100, instrument.id);
const position = ({ client }: Market) => client.positions.position(KEY).get();
const open = (client: TerminalClient) => {
  const orders = client.orders.open.get();
  return orders.status === 'success' ? orders.data.filter(({ state }) => state === 'live') : [];
};
const coin = ({ client }: Desk, wanted: string) => {
  const coins = client.funds.coins.get();
  const found = coins.status === 'success' ? coins.data.find((view) => view.coin === wanted) : undefined;
  if (found === undefined) throw new Error(`no ${wanted}`);
  return found;
};
const below = (market: Market, percent: bigint) => {
  const mark = position(market)?.markPrice;
  if (mark === undefined) throw new Error('no mark price');
  return ticksOfPrice(price((priceUnits(mark) * percent) / 100n), market.instrument.tickSize, 'nearest');
};
const size = (market: Market) => {
  const record = position(market)?.record;
  return record === undefined ? 'none' : `${record.side} ${Number(record.size)}`;
};
/** All that is open, as the dialog states it. */
const allOpen = ({ positions }: TerminalClient) =>
  [KEY, 'ETHUSDT:0'].flatMap((key) => {
    const view = positions.position(key).get();
    return view === undefined ? [] : [{ key, quantity: view.record.size }];
  });
async function isolated(market: Market): Promise<void> {
  await market.client.positions.setMarginMode(SYMBOL, 'isolated');
  await long(market);
}

let marginBefore: Money;

const GESTURES: Readonly<Record<string, Gesture>> = {
  leverage: {
    path: '/contract/v5/position/set-leverage',
    act: ({ client }) => client.positions.setLeverage(SYMBOL, leverage(1_700n), leverage(1_700n)),
    effect: (market) => settings(market).longLeverage,
    once: leverage(1_700n),
  },
  'margin mode': {
    path: '/contract/v5/position/set-margin-mode',
    act: ({ client }) => client.positions.setMarginMode(SYMBOL, 'isolated'),
    effect: (market) => settings(market).marginMode,
    once: 'isolated',
  },
  'position mode': {
    path: '/contract/v5/position/set-position-mode',
    act: ({ client }) => client.positions.setPositionMode(SYMBOL, 'BothSide'),
    effect: (market) => settings(market).positionMode,
    once: 'BothSide',
  },
  'TP/SL of the position': {
    path: '/contract/v5/position/set-tp-sl-ts',
    prepare: long,
    act: (market) => market.client.positions.setTpsl(KEY, stopLoss(market, 'Full')),
    effect: ({ client }) => open(client).length,
    once: 1,
  },
  'a partial TP/SL': {
    path: '/contract/v5/position/set-tp-sl-ts',
    prepare: long,
    act: (market) => market.client.positions.setTpsl(KEY, stopLoss(market, 'Partial')),
    effect: ({ client }) => open(client).map(({ record }) => Number(record.quantity)),
    once: [50],
  },
  'a trailing stop': {
    path: '/contract/v5/position/set-tp-sl-ts',
    prepare: long,
    act: ({ client }) => client.positions.setTrailingStop(KEY, { distance: ticks(20_000), share: rate(0n), activation: ticks(0) }),
    effect: ({ client }) => open(client).length,
    once: 1,
  },
  'an order changed in place': {
    path: '/contract/v5/order/replace',
    prepare: ({ client }) => client.orders.place({ ...initialDraft(SYMBOL), price: '20000', quantity: '0.01' }, 'Buy'),
    act: ({ client }) => {
      const [order] = open(client);
      if (order === undefined) throw new Error('no order');
      return client.orders.amend(order.record, { quantity: lots(30) });
    },
    effect: ({ client }) => open(client).map(({ record }) => Number(record.quantity)),
    once: [30],
  },
  'an order cancelled': {
    path: '/contract/v5/order/cancel',
    prepare: ({ client }) => client.orders.place({ ...initialDraft(SYMBOL), price: '20000', quantity: '0.01' }, 'Buy'),
    act: ({ client }) => {
      const [order] = open(client);
      if (order === undefined) throw new Error('no order');
      return client.orders.cancel(order.record);
    },
    effect: ({ client }) => open(client).length,
    once: 0,
  },
  'margin added': {
    path: '/private/position/add-margin',
    prepare: async (market) => {
      await isolated(market);
      await market.run(300);
      marginBefore = position(market)?.record.margin ?? money(0n);
    },
    act: ({ client }) => client.positions.addMargin(KEY, money(25n * UNIT)),
    effect: (market) => subtractMoney(position(market)?.record.margin ?? money(0n), marginBefore),
    once: money(25n * UNIT),
  },
  'auto margin': {
    path: '/private/position/set-auto-add-margin',
    prepare: isolated,
    act: ({ client }) => client.positions.setAutoAddMargin(KEY, true),
    effect: (market) => position(market)?.record.autoAddMargin,
    once: true,
  },
  'part of a position closed': {
    path: '/contract/v5/order/create',
    prepare: long,
    act: ({ client }) => client.positions.close(KEY, { quantity: lots(50) }),
    effect: size,
    once: 'Buy 150',
    untouched: 'Buy 200',
  },
  'all positions closed': {
    path: '/contract/v5/order/create',
    prepare: async (market) => {
      await long(market);
      await market.client.orders.place({ ...initialDraft('ETHUSDT'), orderType: 'Market', quantity: '1' }, 'Sell');
    },
    act: async ({ client }) => ({ ok: (await client.positions.closeSeveral(allOpen(client))).failure === undefined }),
    effect: ({ client }) => held(client),
    once: [],
    untouched: [KEY],
  },
  'a position reversed': {
    path: '/contract/v5/order/create',
    prepare: long,
    act: async ({ client }) => ({ ok: (await client.positions.reversal.reverse(KEY, undefined)).name === 'reversed' }),
    effect: size,
    once: 'Sell 200',
    untouched: 'Buy 200',
  },
  'a transfer': {
    path: '/contract/v5/asset/transfer',
    act: ({ client }) => client.funds.move('toFunding', 'USDT', money(250n * UNIT)),
    effect: (market) => coin(market, 'USDT').funding,
    once: money(250n * UNIT),
  },
  'a loan': {
    path: '/contract/v5/asset/borrow',
    lends: true,
    act: ({ client }) => client.funds.move('borrow', 'BTC', money(UNIT / 10n)),
    effect: (market) => coin(market, 'BTC').loan,
    once: money(UNIT / 10n),
  },
  'a strategy': {
    path: '/contract/v5/strategy/create',
    act: ({ client, instrument }) =>
      client.strategies.create({
        instrument,
        side: 'Buy',
        positionIndex: 0,
        reduceOnly: false,
        quantity: lots(20),
        plan: { kind: 'Iceberg', price: ticks(200_000), shown: lots(5), postOnly: false },
      }),
    effect: ({ client }) => {
      const strategies = client.strategies.list.get();
      return strategies.status === 'success' ? strategies.data.length : undefined;
    },
    once: 1,
  },
};

function stopLoss(market: Market, mode: TpslTerms['mode']): TpslTerms {
  return {
    mode,
    takeProfit: undefined,
    stopLoss: {
      trigger: below(market, 90n),
      triggerBy: 'LastPrice',
      orderType: 'Market',
      limitPrice: undefined,
      quantity: mode === 'Partial' ? lots(50) : undefined,
      inputType: 'PRICE',
      orderId: undefined,
    },
  };
}

async function openLinear(): Promise<Market> {
  const desk = openDesk(77, { pooled: true, tier: 'VIP0' });
  await desk.run(1_000);
  desk.client.start();
  await desk.run(2_000);
  const instrument = desk.client.markets.instrument(SYMBOL);
  if (instrument === undefined) throw new Error(`${SYMBOL} is not listed`);
  return { ...desk, instrument };
}

describe('an answer that is lost on its way', () => {
  it.each(Object.entries(GESTURES).flatMap(([name, gesture]) => [[name, 'call', gesture] as const, [name, 'answer', gesture] as const]))(
    'N2 %s, the %s lost: it has one effect at most, and what became of it is told',
    async (_, what, gesture) => {
      const market = gesture.lends === true ? await openMarket(77, 'LinearPerpetual') : await openLinear();
      await gesture.prepare?.(market);
      await market.run(500);
      market.lose(gesture.path, what);
      const done = gesture.act(market);
      await market.run(3_000);
      const failed = what === 'call' && gesture.untouched !== undefined;
      expect((await done).ok).toBe(!failed);
      await settle();
      expect(gesture.effect(market)).toEqual(failed ? gesture.untouched : gesture.once);
    },
  );
});
