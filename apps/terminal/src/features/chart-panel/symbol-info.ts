import type { ChartSymbol, ChartSymbolInfo, SymbolKind } from '@tapedeck/chart';
import { isDated, isInverse, isSpot, milliseconds, priceUnits, quantityCoin, valueCoin, type Instrument } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import type { Translate } from '../../platform/texts.tsx';
import { feeRatesText, lotsText, priceText } from '../../platform/values.ts';
import { figuresOf } from './market-figures.ts';
import type english from './text.en.json';

export interface InfoWriter {
  readonly formats: Formats;
  readonly text: Translate<keyof typeof english>;
}

export const chartSymbol = (instrument: Instrument): ChartSymbol => ({
  ticker: instrument.symbol,
  priceDigits: instrument.priceDigits,
  quantityDigits: instrument.quantityDigits,
  priceStep: Number(priceUnits(instrument.tickSize)) / 1e8,
  hasMark: !isSpot(instrument),
  figures: figuresOf(instrument),
});

export function symbolKind(instrument: Instrument): SymbolKind {
  if (isSpot(instrument)) return 'spot';
  return isDated(instrument) ? 'expiry' : 'perpetual';
}

/** A symbol in the chart's dialogs: its kind, steps, largest orders, and times of funding or expiry. */
export function symbolInfo(instrument: Instrument, { formats, text }: InfoWriter): ChartSymbolInfo {
  const kind = symbolKind(instrument);
  const { baseCoin, quoteCoin, settleCoin, deliveryAt, fundingIntervalHours } = instrument;
  const coin = quantityCoin(instrument);
  const details = [
    { label: text('info.kind'), value: isInverse(instrument) ? text('info.inverse') : text(`symbolKind.${kind}`) },
    { label: text('info.coins'), value: `${baseCoin} / ${quoteCoin}` },
    ...(kind === 'spot' ? [] : [{ label: text('info.settle'), value: settleCoin }]),
    { label: text('info.tick'), value: `${priceText(formats, instrument.tickSize, instrument)} ${quoteCoin}` },
    { label: text('info.minOrder'), value: `${lotsText(formats, instrument.minOrder, instrument)} ${coin}` },
    { label: text('info.maxLimit'), value: `${lotsText(formats, instrument.maxLimitOrder, instrument)} ${coin}` },
    { label: text('info.maxMarket'), value: `${lotsText(formats, instrument.maxMarketOrder, instrument)} ${coin}` },
    { label: text('info.value'), value: valueCoin(instrument) },
    { label: text('info.fees'), value: feeRatesText(formats, instrument) },
    ...(kind === 'perpetual' ? [{ label: text('info.funding'), value: text('info.fundingHours', { hours: fundingIntervalHours }) }] : []),
    ...(deliveryAt === undefined ? [] : [{ label: text('info.delivery'), value: formats.dateTime(milliseconds(deliveryAt)) }]),
  ];
  return { ...chartSymbol(instrument), name: `${baseCoin}/${quoteCoin}`, kind, details };
}
