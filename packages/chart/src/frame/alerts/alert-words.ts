import type { ChartTexts } from '../../bridge/messages.ts';
import { plotText } from '../indicators/plot-names.ts';
import { valueFormat } from '../render/value-format.ts';
import { studyName } from '../view/study-name.ts';
import { NEVER, type Alert, type PlotRef } from './alert.ts';

export interface WordSource {
  readonly texts: ChartTexts;
  readonly locale: string;
}

/** Fills the placeholders of a text: `{subject} crosses {target}`. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

export function priceText(value: number, digits: number, locale: string): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** "RSI 14", "MACD 12 26 9: Signal". */
export function plotName({ study, plot }: PlotRef, studies: Alert['studies'], texts: ChartTexts): string {
  const entry = studies.find(({ id }) => id === study);
  if (entry === undefined) return '';
  const name = studyName(entry, studies, texts);
  return entry.looks.length === 1 ? name : `${name}: ${plotText(entry.indicator, plot, texts)}`;
}

/** Name of the watched value: "BTCUSDT", "BTCUSDT RSI 14". */
export function subjectWords({ ticker, subject, studies }: Alert, texts: ChartTexts): string {
  return subject.kind === 'price' ? ticker : `${ticker} ${plotName(subject, studies, texts)}`;
}

/** A formatted value of the alert: a price in the symbol's digits, any other value as short as is exact. */
export function valueText({ subject, priceDigits }: Pick<Alert, 'subject' | 'priceDigits'>, value: number, locale: string): string {
  return subject.kind === 'price' ? priceText(value, priceDigits, locale) : valueFormat(locale)(value);
}

function targetWords(alert: Alert, { texts, locale }: WordSource): string {
  const { target } = alert;
  const write = (value: number): string => valueText(alert, value, locale);
  switch (target.kind) {
    case 'value':
      return write(target.value);
    case 'channel':
      return filled(texts['alert.between'], { low: write(target.low), high: write(target.high) });
    case 'plot':
      return plotName(target, alert.studies, texts);
    case 'drawing':
      return texts[`tool.${target.tool}`];
    case 'change':
      return filled(texts['alert.change'], {
        percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(target.percent / 100),
        bars: new Intl.NumberFormat(locale).format(target.bars),
      });
  }
}

/** The condition as text: "BTCUSDT crosses 65,000.0". */
export function conditionWords(alert: Alert, source: WordSource): string {
  const subject = subjectWords(alert, source.texts);
  return filled(source.texts[`alertWords.${alert.operator}`], { subject, target: targetWords(alert, source) });
}

/** Name of an alert: the one the user gave it, or its condition. */
export const alertName = (alert: Alert, source: WordSource): string => (alert.name === '' ? conditionWords(alert, source) : alert.name);

/** How often it fires, on which bars, and until when. */
export function termsWords({ trigger, resolution, expires }: Alert, { texts }: WordSource, writeTime: (time: number) => string): string {
  const parts = [texts[`alertTrigger.${trigger}`], texts[`res.${resolution}`]];
  return (expires === NEVER ? parts : [...parts, `${texts['alert.until']} ${writeTime(expires)}`]).join(', ');
}

/** How far a value is from the newest price, with its sign: "+0.29%". */
export function distanceText(value: number, last: number, locale: string): string {
  const format = { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' } as const;
  return new Intl.NumberFormat(locale, format).format(last === 0 ? 0 : value / last - 1);
}
