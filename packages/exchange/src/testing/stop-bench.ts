import {
  lots,
  positionExits,
  rate,
  ticks,
  type Event,
  type ExitLeg,
  type Instrument,
  type OrderRecord,
  type Outcome,
  type PlaceOrder,
  type PositionExits,
  type PositionRecord,
  type Side,
  type SetPositionExits,
  type TriggerSource,
} from '@tapedeck/domain';
import { Bench, btc } from './exchange-fixture.ts';

export const TRADER = 100;
/** Rests what the trader needs to get in and out. */
export const DEALER = 101;
/** Trade a lot with each other to print a last price. */
const PRINTERS = [102, 103] as const;

const tickOf = (at: number): number => Math.round(at * 2);
const lotsOf = (quantity: number): number => Math.round(quantity * 1_000);

/** A bench in trading words: prices in USDT of the BTC contract (tick 0.5, lot 0.001). */
export class StopBench extends Bench {
  readonly events: Event[] = [];

  constructor(instruments?: readonly Instrument[]) {
    super(instruments);
    for (const account of [TRADER, DEALER, ...PRINTERS]) this.open(account, 1_000_000n);
    this.index(btc, 50_000);
    this.print(50_000);
    this.take();
  }

  /** The events since the last call. */
  take(): Event[] {
    return this.exchange.events.splice(0);
  }

  /** Prints a last price; both orders are gone afterwards. */
  print(at: number): void {
    this.order(PRINTERS[0], 'Sell', 0.001, at);
    this.order(PRINTERS[1], 'Buy', 0.001, at);
  }

  mark(): number {
    return Number(this.exchange.market(0).mark) / 1e8;
  }

  /** Opens a position of the trader against the dealer. */
  enter(side: Side, quantity: number, at = 50_000, more: Partial<PlaceOrder> = {}): Outcome {
    this.order(DEALER, side === 'Buy' ? 'Sell' : 'Buy', quantity, at);
    return this.order(TRADER, side, quantity, at, more);
  }

  /** The dealer waits for what the trader will sell or buy. */
  liquidity(side: Side, quantity: number, at: number): void {
    this.order(DEALER, side, quantity, at);
  }

  /** A conditional order of the trader. */
  stop(
    side: Side,
    quantity: number,
    at: number | 'market',
    trigger: number,
    more: Partial<PlaceOrder> & { source?: never; by?: TriggerSource } = {},
  ): Outcome {
    const { by = 'LastPrice', options, ...rest } = more;
    const now = Number(this.exchange.market(0).last) / 1e8;
    const direction = trigger > now ? 'Rising' : 'Falling';
    return this.order(TRADER, side, quantity, at, {
      ...rest,
      options: { ...options, trigger: { price: ticks(tickOf(trigger)), direction, source: by } },
    });
  }

  exits(more: Partial<Omit<SetPositionExits, 'quantity'>> & { quantity?: number }): Outcome {
    const { quantity = 0, ...rest } = more;
    return this.apply({
      type: 'SetPositionExits',
      account: TRADER,
      instrument: 0,
      positionIndex: 0,
      mode: quantity > 0 || (rest.entry ?? 0) > 0 ? 'Partial' : 'Full',
      quantity: lots(lotsOf(quantity)),
      entry: 0,
      source: 'api',
      ...rest,
    });
  }

  get position(): PositionRecord | undefined {
    return this.exchange.account(TRADER)?.positions[0];
  }

  /** Size of the trader's position, negative when short. */
  get size(): number {
    const { position } = this;
    const size = Number(position?.size ?? 0) / 1_000;
    return position?.side === 'Sell' ? -size : size;
  }

  get orders(): readonly OrderRecord[] {
    return this.exchange.account(TRADER)?.orders ?? [];
  }

  get conditional(): PositionExits {
    return positionExits(this.orders, 0, 0);
  }

  /** Statuses and reasons that orders of the trader went through since the last call, with their ids. */
  story(): string[] {
    return this.take().flatMap((event) => {
      if (!('order' in event) || event.order.account !== TRADER) return [];
      const { orderId, status, cancelReason } = event.order;
      return [`${orderId} ${status}${cancelReason === undefined ? '' : ` ${cancelReason}`}`];
    });
  }
}

/** A market exit at a last price, unless something else is said. */
export function leg(at: number, more: Partial<ExitLeg> & { limitAt?: number } = {}): ExitLeg {
  const { limitAt, ...rest } = more;
  const limit = limitAt === undefined ? {} : { orderType: 'Limit' as const, limit: ticks(tickOf(limitAt)) };
  return { trigger: ticks(tickOf(at)), source: 'LastPrice', orderType: 'Market', limit: ticks(0), ...limit, ...rest };
}

/** A trailing distance in USDT or as a percentage, with its activation price. */
export function trail(distance: number | `${number}%`, activation = 0): NonNullable<SetPositionExits['trailing']> {
  const percent = typeof distance === 'string' ? Number(distance.slice(0, -1)) : 0;
  return {
    distance: ticks(typeof distance === 'number' ? tickOf(distance) : 0),
    share: rate(BigInt(Math.round(percent * 1_000_000))),
    activation: ticks(tickOf(activation)),
  };
}
