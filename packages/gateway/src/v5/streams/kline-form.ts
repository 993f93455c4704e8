import { formatDecimal, isInverse, price, quantity, venueSymbol, type Instrument } from '@tapedeck/domain';
import { priceText, quantityText } from '@tapedeck/protocol';
import { bucketOf } from '../../resolutions.ts';
import type { CandleForm } from '../../streams/candle-topic.ts';
import type { BarNews } from '../../streams/forming-bar.ts';
import { RESOLUTION_OF, type Interval } from '../intervals.ts';
import type { Stamps } from './stamps.ts';

/** `kline.{interval}.{symbol}`. */
export function klineForm(instrument: Instrument, interval: Interval, stamps: Stamps): CandleForm {
  const resolution = RESOLUTION_OF[interval];
  const topic = `kline.${interval}.${venueSymbol(instrument)}`;
  const frame = ({ candle, closed }: BarNews): string => {
    const text = (units: bigint): string => priceText(price(units), instrument);
    const [base, quote] = [quantityText(quantity(candle.volume)), formatDecimal(candle.turnover)];
    const [volume, turnover] = isInverse(instrument) ? [quote, base] : [base, quote];
    const ts = stamps.marketTime(instrument.id);
    const row = {
      start: candle.start,
      end: bucketOf(resolution, candle.start).end - 1,
      interval,
      open: text(candle.open),
      close: text(candle.close),
      high: text(candle.high),
      low: text(candle.low),
      volume,
      turnover,
      confirm: closed,
      timestamp: ts,
    };
    return JSON.stringify({ topic, data: [row], ts, type: 'snapshot' });
  };
  return { name: topic, frame };
}
