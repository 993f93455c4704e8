import {
  lotCount,
  opposite,
  ticksOfPrice,
  type Instrument,
  type Leverage,
  type Lots,
  type MarginMode,
  type Outcome,
  type PositionMode,
  type Price,
} from '@tapedeck/domain';
import { ignoredResult, leverageText } from '@tapedeck/protocol';
import { ALREADY, UNKNOWN_HERE } from '../connection/failure-codes.ts';
import type { AccountMirror } from '../raw/account-mirror.ts';
import { failed, type Failure, type Result } from '../store/loadable.ts';
import type { Readable } from '../store/readable.ts';
import type { Guard } from './guard.ts';
import type { Once } from './once.ts';
import type { OrderPlacing } from './place-order.ts';

/** Terms of a close: at market unless a limit price is given, the entire position unless a quantity is given. */
export interface PositionClose {
  readonly limit?: Price | undefined;
  readonly quantity?: Lots | undefined;
}

/** One of several positions that are closed at market, and the quantity of the close. */
export interface ClosedPosition {
  readonly key: string;
  readonly quantity: Lots;
}

export interface ClosedSeveral {
  readonly sent: number;
  /** Refusal reason of the first order that was not sent. */
  readonly failure: Failure | undefined;
}

/** Closes positions and changes their settings; each call is one guarded operation. */
export interface PositionCommands {
  /** Closes a position, or a part of it, by a reduce-only order: at market, or at a limit price. */
  close(key: string, close?: PositionClose): Promise<Result<Outcome>>;
  /** Closes positions at market; returns the number of sent orders, and the reason of the first failure. */
  closeSeveral(closes: readonly ClosedPosition[]): Promise<ClosedSeveral>;
  setLeverage(symbol: string, long: Leverage, short: Leverage): Promise<Result<void>>;
  setMarginMode(symbol: string, mode: MarginMode): Promise<Result<void>>;
  setPositionMode(symbol: string, mode: PositionMode): Promise<Result<void>>;
}

export interface PositionCommandsContext {
  readonly guard: Guard;
  readonly once: Once;
  readonly placing: OrderPlacing;
  readonly mirror: Readable<AccountMirror | undefined>;
  instrumentById(id: number): Instrument | undefined;
}

export function createPositionCommands({ guard, once, placing, mirror, instrumentById }: PositionCommandsContext): PositionCommands {
  const set = (what: 'set-leverage' | 'set-margin-mode' | 'set-position-mode', body: object, already: number): Promise<Result<void>> =>
    once.set({ path: `/contract/v5/position/${what}`, body, schema: ignoredResult, already });

  async function close(key: string, { limit, quantity }: PositionClose = {}): Promise<Result<Outcome>> {
    const position = mirror.get()?.positions.get(key);
    const instrument = position && instrumentById(position.instrument);
    if (position === undefined || instrument === undefined || lotCount(position.size) === 0)
      return failed({ code: UNKNOWN_HERE, message: '' });
    return placing.place(`close:${key}`, {
      instrument,
      side: opposite(position.side),
      orderType: limit === undefined ? 'Market' : 'Limit',
      price: limit === undefined ? undefined : ticksOfPrice(limit, instrument.tickSize, 'nearest'),
      quantity: quantity ?? position.size,
      timeInForce: limit === undefined ? 'ImmediateOrCancel' : 'GoodTillCancel',
      reduceOnly: true,
      positionIndex: position.positionIndex,
      source: 'table',
    });
  }

  return {
    close,
    async closeSeveral(closes) {
      const answers = await Promise.all(closes.map(({ key, quantity }) => close(key, { quantity })));
      const failures = answers.flatMap((answer) => (answer.ok ? [] : [answer.failure]));
      return { sent: answers.length - failures.length, failure: failures[0] };
    },
    setLeverage(symbol, long, short) {
      const body = { symbol, buyLeverage: leverageText(long), sellLeverage: leverageText(short) };
      return guard.runAlone(`leverage:${symbol}`, () => set('set-leverage', body, ALREADY.leverage));
    },
    setMarginMode(symbol, mode) {
      return guard.runAlone(`margin-mode:${symbol}`, () => set('set-margin-mode', { symbol, marginMode: mode }, ALREADY.marginMode));
    },
    setPositionMode(symbol, mode) {
      return guard.runAlone(`position-mode:${symbol}`, () => set('set-position-mode', { symbol, mode }, ALREADY.positionMode));
    },
  };
}
