import { milliseconds, type Instrument, type PositionLiquidated, type Timestamp } from '@tapedeck/domain';
import { lotsText, priceText } from '@tapedeck/protocol';
import type { LiquidationForm } from '../../streams/liquidation-topic.ts';

/** `liquidation.{symbol}` sends each liquidation separately; `allLiquidation.{symbol}`, its successor, all of a moment at once. */
export function liquidationForm(kind: 'allLiquidation' | 'liquidation', instrument: Instrument): LiquidationForm {
  const topic = `${kind}.${instrument.symbol}`;
  return {
    name: topic,
    frames(events, time) {
      const rows = events.map((event) =>
        kind === 'allLiquidation' ? shortRow(event, time, instrument) : longRow(event, time, instrument),
      );
      const frames = kind === 'allLiquidation' ? [rows] : rows;
      return frames.map((data) => JSON.stringify({ topic, type: 'snapshot', ts: milliseconds(time), data }));
    },
  };
}

// Public part of a liquidation, without its account. The side is that of the position, the price is the bankruptcy price.

const shortRow = ({ side, size, bankruptcyPrice }: PositionLiquidated, time: Timestamp, instrument: Instrument): object => ({
  T: milliseconds(time),
  s: instrument.symbol,
  S: side,
  v: lotsText(size, instrument),
  p: priceText(bankruptcyPrice, instrument),
});

const longRow = ({ side, size, bankruptcyPrice }: PositionLiquidated, time: Timestamp, instrument: Instrument): object => ({
  price: priceText(bankruptcyPrice, instrument),
  side,
  size: lotsText(size, instrument),
  symbol: instrument.symbol,
  updatedTime: milliseconds(time),
});
