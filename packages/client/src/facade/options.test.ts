import { beforeEach, describe, expect, it } from 'vitest';
import { encodeInstrument } from '@tapedeck/protocol';
import { money } from '@tapedeck/domain';
import { initialDraft } from '../forms/order/order-form-reducer.ts';
import { orderRules } from '../forms/order/order-rules.ts';
import { answerOf, FakePorts, settle } from '../testing/fake-ports.ts';
import { FakeDesk, positionItem } from '../testing/fake-desk.ts';
import { pureForm } from '../testing/forms.ts';
import { BTC_CALL } from '../testing/instruments.ts';
import { dataOf } from '../store/loadable.ts';
import { createAccount } from './account.ts';
import { createTerminalClient } from './create-terminal-client.ts';
import { orderFormContext } from './order-form-context.ts';
import type { TerminalClient } from './terminal-client.ts';

const { errors: orderFormErrors, preview: orderPreview } = pureForm(orderRules);

const UNIT = 100_000_000n;
const { symbol } = BTC_CALL;
/** The exchange's figures for the call at an index of 30,000. */
const TICKER = {
  indexPrice: '30000',
  bid1Price: '340',
  ask1Price: '360',
  option: { underlyingPrice: 30_000, markIv: 0.6, bidIv: 0.59, askIv: 0.61, delta: 0.36, gamma: 0.0002, vega: 16, theta: -70 },
};

let ports: FakePorts;
let desk: FakeDesk;
let client: TerminalClient;

beforeEach(async () => {
  ports = new FakePorts();
  desk = new FakeDesk(ports);
  client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
  client.start();
  await ports.advance(0);
});

describe('options', () => {
  it('a board is asked for, and its options are known from then on', async () => {
    desk.overrides.set('/contract/v5/product/option-symbol-list', () => answerOf({ list: [encodeInstrument(BTC_CALL)] }));
    expect(client.markets.options.board('BTC', 'USDT').get().status).toBe('idle');
    await client.markets.options.load('BTC', 'USDT');
    expect(dataOf(client.markets.options.board('BTC', 'USDT').get())).toEqual([BTC_CALL]);
    expect(client.markets.instrument(symbol)).toEqual(BTC_CALL);
    expect(dataOf(client.markets.catalogue.get())?.some((instrument) => instrument.symbol === symbol)).toBe(false);
  });

  it('POS-10 a position in an option that no list names comes with its greeks, and short ones the other way round', async () => {
    desk.overrides.set('/contract/v5/product/dynamic-symbol-item', () => answerOf({ item: encodeInstrument(BTC_CALL) }));
    desk.setPosition(positionItem({ symbol, side: 'Sell', size: '2', entryValue: '700', openValue: '700' }));
    await ports.advance(0);
    await settle();
    expect(dataOf(client.positions.keys.get())).toEqual([`${symbol}:0`]);
    expect(desk.called('/contract/v5/product/dynamic-symbol-item')).toBe(1);
    desk.tick(BTC_CALL, '300', TICKER);
    const view = client.positions.position(`${symbol}:0`).get();
    expect(view?.option).toEqual({ greeks: { delta: -0.72, gamma: -0.0004, vega: -32, theta: 140 }, volatility: 0.6 });
    expect(view?.instrument).toMatchObject({ option: BTC_CALL.option, deliveryAt: BTC_CALL.deliveryAt });
    // Reference 6.14, twice: 900 + 300 + 60; max(3,000 − 1,000, 1,500) + 350.
    expect(view).toMatchObject({
      maintenanceMargin: money(2_520n * UNIT),
      initialMargin: money(4_700n * UNIT),
      unrealisedPnl: money(100n * UNIT),
    });
    // 100 earned on a premium of 700.
    expect(view?.roi).toBe(14_285_714n);
    expect(view?.liquidationPrice).toBeUndefined();
  });

  it('CST-01 an order form of an option says what the exchange will hold: sell 1 at 350 costs 2,009, buy 1 at 300 costs 309', async () => {
    desk.overrides.set('/contract/v5/product/option-symbol-list', () => answerOf({ list: [encodeInstrument(BTC_CALL)] }));
    await client.markets.options.load('BTC', 'USDT');
    const feed = client.markets.feed(symbol);
    const followed = orderFormContext(client, feed);
    const end = followed.subscribe(() => undefined);
    await ports.advance(1_000);
    desk.tick(BTC_CALL, '300', TICKER);
    const context = { ...followed.get(), book: { bids: [340, 100], asks: [360, 100] } };
    const draft = (price: string) => ({ ...initialDraft(symbol), price, quantity: '1' });
    expect(orderPreview(draft('350'), 'Sell', context)).toMatchObject({ cost: money(2_009n * UNIT), initialMargin: money(2_350n * UNIT) });
    expect(orderPreview(draft('300'), 'Buy', context)).toMatchObject({ cost: money(309n * UNIT), initialMargin: money(0n) });
    expect(orderPreview(draft('300'), 'Buy', context).liquidationAfter).toBeUndefined();
    // 5 % of the index, not of the option's price.
    expect(orderFormErrors(draft('1800'), context)).toEqual([]);
    expect(orderFormErrors(draft('1801'), context).map(({ code }) => code)).toEqual(['priceAboveLimit']);
    end();
    feed.release();
  });
});
