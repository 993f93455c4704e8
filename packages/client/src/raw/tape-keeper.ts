import { parseDecimal, price, type Price } from '@tapedeck/domain';
import { readMessage } from '../connection/read-message.ts';
import type { FrameVerdict } from './frame-verdict.ts';

export const TAPE_LENGTH = 60;

export interface TapeTrade {
  readonly id: string;
  readonly time: number;
  readonly price: Price;
  readonly quantity: string;
  readonly side: 'Buy' | 'Sell';
  /** Whether the trade liquidated a position. */
  readonly liquidation: boolean;
}

interface Frame {
  readonly snapshot: boolean;
  /** Newest first. */
  readonly trades: readonly TapeTrade[];
}

function readTrade(row: unknown): TapeTrade | undefined {
  if (!Array.isArray(row)) return undefined;
  const [id, time, priceText, quantity, side, liquidation = false] = row as readonly unknown[];
  if (typeof id !== 'string' || typeof time !== 'number' || typeof priceText !== 'string' || typeof quantity !== 'string') return undefined;
  if ((side !== 'Buy' && side !== 'Sell') || typeof liquidation !== 'boolean') return undefined;
  const units = parseDecimal(priceText);
  if (units === undefined || parseDecimal(quantity) === undefined) return undefined;
  return { id, time, price: price(units), quantity, side, liquidation };
}

/** The shape of the protocol's `tapeFrame`, checked by hand: the painting worker has no schemas. */
function readFrame(text: string): Frame | undefined {
  const frame = readMessage(text);
  const [type, data] = [frame?.['type'], frame?.['data']];
  if ((type !== 'snapshot' && type !== 'delta') || !Array.isArray(data)) return undefined;
  const trades: TapeTrade[] = [];
  for (const row of data as readonly unknown[]) {
    const trade = readTrade(row);
    if (trade === undefined) return undefined;
    trades.push(trade);
  }
  return { snapshot: type === 'snapshot', trades: trades.reverse() };
}

/** Puts the frames of one tape together: a snapshot of the newest trades, then each new one once. */
export class TapeKeeper {
  #trades: readonly TapeTrade[] = [];
  #isSynced = false;

  /** Newest first, at most 60. Another array after each change. */
  get trades(): readonly TapeTrade[] {
    return this.#trades;
  }

  receive(text: string): FrameVerdict {
    const frame = readFrame(text);
    if (frame === undefined) {
      this.#isSynced = false;
      return 'broken';
    }
    if (frame.snapshot) {
      this.#isSynced = true;
      this.#trades = frame.trades.slice(0, TAPE_LENGTH);
      return 'right';
    }
    if (!this.#isSynced) return 'ignored';
    const known = new Set(this.#trades.map(({ id }) => id));
    const fresh = frame.trades.filter(({ id }) => !known.has(id));
    this.#trades = [...fresh, ...this.#trades].slice(0, TAPE_LENGTH);
    return 'right';
  }

  expectSnapshot(): void {
    this.#isSynced = false;
  }

  lost(): void {
    this.#isSynced = false;
  }
}
