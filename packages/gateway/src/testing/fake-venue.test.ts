import { beforeEach, describe, test } from 'vitest';
import {
  lotCount,
  refusal,
  timestamp,
  type AccountState,
  type MarginMode,
  type Outcome,
  type PositionMode,
  type TraderCommand,
  type Untimed,
} from '@tapedeck/domain';
import type { VenueCapabilities } from '@tapedeck/venue';
import { cardsOf, type VenueDesk } from '@tapedeck/venue/testing';
import { ACCOUNT, BTC, FakeVenue, START, fakeOrder, fakeSettings } from './fake-venue.ts';

/** Capabilities that the script below uses; the exchange covers the rest of the port. */
const PLAYED: VenueCapabilities = {
  name: 'fake',
  marginModes: ['cross', 'isolated'],
  positionModes: ['MergedSingle', 'BothSide'],
  strategies: [],
  copyTrading: false,
  lending: false,
  cancelOnDisconnect: false,
};

/** A script that rests orders, cancels them, and keeps the modes of the account. */
class Script {
  readonly venue = new FakeVenue();
  #orders = 100;

  constructor() {
    this.venue.capabilities = PLAYED;
    this.venue.follow(ACCOUNT, true);
    this.venue.respond = (command) => this.#answer(command);
  }

  readonly pass = (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      this.venue.changeBook(BTC.id, [639_990 + second, 5 + second], [640_010 - second, 7]);
      const { mark, index } = this.venue.market(BTC.id).state;
      this.venue.emit([{ type: 'PricesChanged', instrument: BTC.id, mark, index }]);
      this.venue.emitMarket(BTC.id);
    }
    return Promise.resolve();
  };

  get #state(): AccountState {
    const state = this.venue.accounts.get(ACCOUNT);
    if (state === undefined) throw new Error('the account of the fake is gone');
    return state;
  }

  #answer(command: Untimed<TraderCommand>): Outcome {
    switch (command.type) {
      case 'PlaceOrder':
        return this.#place(command);
      case 'CancelOrder':
        return this.#cancel(command.orderId);
      case 'SetMarginMode':
        return this.#set({ marginMode: command.marginMode });
      case 'SetPositionMode':
        return this.#set({ positionMode: command.positionMode });
      default:
        throw new Error(`the script has no answer to ${command.type}`);
    }
  }

  #place({ price, quantity }: Extract<Untimed<TraderCommand>, { type: 'PlaceOrder' }>): Outcome {
    if (lotCount(quantity) === 0) return { refusal: refusal('parameter') };
    this.#orders += 1;
    const order = fakeOrder(this.#orders, { price, quantity, createdAt: timestamp(START + this.venue.sequence) });
    this.venue.accounts.set(ACCOUNT, { ...this.#state, orders: [...this.#state.orders, order] });
    this.venue.emit([{ type: 'OrderAccepted', order }]);
    return { orderId: order.orderId };
  }

  #cancel(orderId: number): Outcome {
    const order = this.#state.orders.find((one) => one.orderId === orderId);
    if (order === undefined) return { refusal: refusal('orderUnknown') };
    this.venue.accounts.set(ACCOUNT, { ...this.#state, orders: this.#state.orders.filter((one) => one !== order) });
    this.venue.emit([{ type: 'OrderCancelled', order: { ...order, status: 'Cancelled' } }]);
    return { orderId };
  }

  #set(changes: { readonly marginMode?: MarginMode; readonly positionMode?: PositionMode }): Outcome {
    const [settings = fakeSettings(BTC.id), ...others] = this.#state.settings;
    const changed = { ...settings, ...changes };
    this.venue.accounts.set(ACCOUNT, { ...this.#state, settings: [changed, ...others] });
    this.venue.emit([{ type: 'SettingsChanged', settings: changed }]);
    return {};
  }
}

describe('the fake venue of the tests', () => {
  let desk: VenueDesk;
  beforeEach(() => {
    const { venue, pass } = new Script();
    desk = { venue, account: ACCOUNT, instrument: BTC, pass };
  });

  for (const { number, promise, run } of cardsOf(PLAYED)) test(`card ${number}: ${promise}`, () => run(desk));
});
