import {
  milliseconds,
  money,
  moneyUnits,
  price,
  priceUnits,
  quantity,
  quantityUnits,
  timestamp,
  type Timestamp,
  type TradePrinted,
} from '@tapedeck/domain';
import type { StateReader, StateWriter } from '@tapedeck/exchange';

/** Trades kept per instrument for new subscribers. */
export const TRADES_KEPT = 60;

export interface RecentTrade {
  readonly time: Timestamp;
  readonly trade: TradePrinted;
}

/** The newest trades of one instrument, oldest first. */
export class RecentTrades {
  #trades: RecentTrade[] = [];

  add(time: Timestamp, trade: TradePrinted): void {
    this.#trades.push({ time, trade });
    if (this.#trades.length > TRADES_KEPT * 2) this.#trades = this.#trades.slice(-TRADES_KEPT);
  }

  get newest(): readonly RecentTrade[] {
    return this.#trades.slice(-TRADES_KEPT);
  }

  write(writer: StateWriter): void {
    const trades = this.newest;
    writer.number(trades.length);
    for (const { time, trade } of trades) {
      writer.number(milliseconds(time));
      writer.number(trade.instrument);
      writer.number(trade.tradeId);
      writer.bigint(priceUnits(trade.price));
      writer.bigint(quantityUnits(trade.quantity));
      writer.bigint(moneyUnits(trade.value));
      writer.boolean(trade.takerSide === 'Buy');
      writer.boolean(trade.recorded);
      writer.boolean(trade.liquidation);
    }
  }

  static read(reader: StateReader): RecentTrades {
    const recent = new RecentTrades();
    for (let count = reader.number(); count > 0; count -= 1) {
      const time = timestamp(reader.number());
      const trade: TradePrinted = {
        type: 'TradePrinted',
        instrument: reader.number(),
        tradeId: reader.number(),
        price: price(reader.bigint()),
        quantity: quantity(reader.bigint()),
        value: money(reader.bigint()),
        takerSide: reader.boolean() ? 'Buy' : 'Sell',
        recorded: reader.boolean(),
        liquidation: reader.boolean(),
      };
      recent.#trades.push({ time, trade });
    }
    return recent;
  }
}
