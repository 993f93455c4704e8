import { price, quantity, type Side } from '@tapedeck/domain';
import type { TapeEntry } from '../engine-worker/replay-tape.ts';

/** A recorded trade of BTCUSDT; price and quantity in units of 1e-8. */
export const recordedTrade = (
  time: number,
  trade: { readonly side: Side; readonly price: bigint; readonly quantity: bigint } = {
    side: 'Buy',
    price: 6_000_000_000_000n,
    quantity: 100_000n,
  },
): TapeEntry => ({
  time,
  command: { type: 'ReplayTrade', instrument: 0, side: trade.side, price: price(trade.price), quantity: quantity(trade.quantity) },
});
