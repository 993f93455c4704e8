import { BUY } from '@tapedeck/exchange';
import { OrderBook as PeerBook, Side, type IProcessOrder } from 'nodejs-order-book';
import { CANCEL, MARKET, type OrderFlow } from './order-flow.ts';

/** Ids of so many orders as the peer takes them. */
export function peerIds(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `o${at}`);
}

export type PeerVisitor = (answer: IProcessOrder, taker: string) => void;

/** The peer by its normal API. The ids are made beforehand, prices are whole numbers: nothing here slows it down. */
export function runPeer(flow: OrderFlow, ids: readonly string[], visit?: PeerVisitor): PeerBook {
  const book = new PeerBook();
  const { kinds, sides, ticks, lots, targets } = flow;
  for (let at = 0; at < flow.length; at += 1) {
    const id = ids[at] as string;
    if (kinds[at] === CANCEL) {
      book.cancel(ids[targets[at] as number] as string);
      continue;
    }
    const side = sides[at] === BUY ? Side.BUY : Side.SELL;
    const size = lots[at] as number;
    const answer = kinds[at] === MARKET ? book.market({ side, size }) : book.limit({ id, side, size, price: ticks[at] as number });
    visit?.(answer, id);
  }
  return book;
}
