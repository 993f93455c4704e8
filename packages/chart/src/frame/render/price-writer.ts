import type { ScaleMode } from '../document/chart-document.ts';
import { numberFormat } from './formats.ts';

/** Writes prices as the axis shows them. */
export class PriceWriter {
  private readonly numbers: Intl.NumberFormat;
  private readonly percents: Intl.NumberFormat;
  private readonly indexes: Intl.NumberFormat;

  constructor(locale: string, digits: number) {
    this.numbers = numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    this.percents = numberFormat(locale, {
      style: 'percent',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      signDisplay: 'exceptZero',
    });
    this.indexes = numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  }

  price(value: number): string {
    return this.numbers.format(value);
  }

  /** In the unit of the scale; `base` is the price at 0 % and at index 100. */
  onScale(value: number, mode: ScaleMode, base: number): string {
    if (mode === 'percent') return this.percents.format(base === 0 ? 0 : value / base - 1);
    if (mode === 'indexed') return this.indexes.format(base === 0 ? 0 : (100 * value) / base);
    return this.price(value);
  }
}
