import { formatDecimal, isInverse, price, quantity, venueSymbol, type Instrument } from '@tapedeck/domain';
import { priceText, quantityText, type Resolution } from '@tapedeck/protocol';
import { bucketOf } from '../../resolutions.ts';
import type { CandleForm } from '../../streams/candle-topic.ts';
import type { BarNews } from '../../streams/forming-bar.ts';
import type { Stamps } from './stamps.ts';

const RESOLUTIONS: Readonly<Record<string, Resolution>> = {
  '1': '1',
  '3': '3',
  '5': '5',
  '15': '15',
  '30': '30',
  '60': '60',
  '120': '120',
  '240': '240',
  '360': '360',
  '720': '720',
  D: '1D',
  W: '1W',
  M: '1M',
};

/** `undefined` for an interval that there is not. */
export const resolutionOf = (interval: string): Resolution | undefined =>
  Object.hasOwn(RESOLUTIONS, interval) ? RESOLUTIONS[interval] : undefined;

/** `kline.{interval}.{symbol}`. */
export function klineForm(instrument: Instrument, interval: string, resolution: Resolution, stamps: Stamps): CandleForm {
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
