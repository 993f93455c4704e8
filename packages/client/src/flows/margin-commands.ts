import { type Instrument, type Money, type PositionRecord, type Price } from '@tapedeck/domain';
import { emptyResult, encodeMarginMove, preAddMarginResult, readMoney, readPrice } from '@tapedeck/protocol';
import { ALREADY, UNKNOWN_HERE } from '../connection/failure-codes.ts';
import type { Http } from '../connection/http.ts';
import type { AccountMirror } from '../raw/account-mirror.ts';
import { failed, succeeded, type Result } from '../store/loadable.ts';
import type { Readable } from '../store/readable.ts';
import type { Guard } from './guard.ts';
import type { Once } from './once.ts';

/** A position after a margin change. */
export interface MarginAfter {
  readonly margin: Money;
  /** `undefined` if no price liquidates the position. */
  readonly liquidationPrice: Price | undefined;
}

/** The margin of an isolated position. Each changing call is one guarded operation. */
export interface MarginCommands {
  /** Whether available balance is added to the position before a liquidation. */
  setAutoAddMargin(key: string, on: boolean): Promise<Result<void>>;
  /** Adds margin, or removes it if the amount is negative. */
  addMargin(key: string, amount: Money): Promise<Result<void>>;
  /** The exchange's preview of a margin change; changes nothing. */
  previewMargin(key: string, amount: Money): Promise<Result<MarginAfter>>;
}

export interface MarginCommandsContext {
  readonly http: Http;
  readonly guard: Guard;
  readonly once: Once;
  readonly mirror: Readable<AccountMirror | undefined>;
  instrumentById(id: number): Instrument | undefined;
}

export function createMarginCommands({ http, guard, once, mirror, instrumentById }: MarginCommandsContext): MarginCommands {
  const held = (key: string): { readonly position: PositionRecord; readonly instrument: Instrument } | undefined => {
    const position = mirror.get()?.positions.get(key);
    const instrument = position && instrumentById(position.instrument);
    return position && instrument && { position, instrument };
  };
  const unknownHere = <T>(): Result<T> => failed({ code: UNKNOWN_HERE, message: '' });
  const bodyOf = ({ position, instrument }: NonNullable<ReturnType<typeof held>>) => ({
    symbol: instrument.symbol,
    positionIdx: position.positionIndex,
  });

  return {
    async setAutoAddMargin(key, on) {
      const found = held(key);
      if (found === undefined) return unknownHere();
      const body = { ...bodyOf(found), newAutoAddMargin: on };
      return guard.runAlone(`auto-margin:${key}`, () =>
        once.set({ path: '/private/position/set-auto-add-margin', body, schema: emptyResult, already: ALREADY.autoMargin }),
      );
    },
    async addMargin(key, amount) {
      const found = held(key);
      if (found === undefined) return unknownHere();
      const body = { ...bodyOf(found), ...encodeMarginMove(amount) };
      return guard.runAlone(`margin:${key}`, async () => {
        const answer = await once.post({ path: '/private/position/add-margin', body, schema: emptyResult });
        return answer.ok ? succeeded(undefined) : answer;
      });
    },
    async previewMargin(key, amount) {
      const found = held(key);
      if (found === undefined) return unknownHere();
      const body = { ...bodyOf(found), ...encodeMarginMove(amount) };
      const answer = await http.post('/private/position/pre-add-margin', body, preAddMarginResult, { reads: true });
      if (!answer.ok) return answer;
      const { positionBalance, liqPrice } = answer.value;
      return succeeded({
        margin: readMoney(positionBalance, 'positionBalance'),
        liquidationPrice: liqPrice === '' ? undefined : readPrice(liqPrice, 'liqPrice'),
      });
    },
  };
}
