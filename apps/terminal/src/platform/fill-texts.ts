import { BOOK_DEPTH, type FillSimulation } from '@tapedeck/client';
import { quantityCoin, ZERO_MONEY, type Instrument, type Lots, type Money } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import type { TickingValue } from './ticking.tsx';
import type { useCommonText } from './texts.tsx';
import { coinDigits, lotsText, moneyText, priceText, UNKNOWN } from './values.ts';

/** What of an order fills at once, in words. */
export interface FillTexts {
  /** Filled and requested quantity; the filled one alone when it is all. */
  quantity(fill: FillSimulation | undefined): TickingValue;
  average(fill: FillSimulation | undefined): string;
  worst(fill: FillSimulation | undefined): string;
  /** How much worse than the mark the average is. */
  slippage(fill: FillSimulation | undefined): string;
  /** The same in the settle coin. */
  slippageCost(fill: FillSimulation | undefined): string;
  /** Both, where there is room for them. */
  slippageInFull(fill: FillSimulation | undefined): string;
  /** Why the order fills no further; '' while it fills wholly, or its rest waits. */
  end(fill: FillSimulation | undefined): string;
}

/** What is asked for and what of it fills, in its coin: base coin or contracts, or quote coin of an order by amount. */
function quantities(formats: Formats, { filled, requested, amount, figures }: FillSimulation, instrument: Instrument) {
  if (amount === undefined) {
    const inLots = (count: Lots): string => lotsText(formats, count, instrument);
    return { filled: inLots(filled), requested: inLots(requested), coin: quantityCoin(instrument) };
  }
  const inMoney = (value: Money): string => moneyText(formats, value, coinDigits(instrument.quoteCoin));
  return { filled: inMoney(figures?.value ?? ZERO_MONEY), requested: inMoney(amount), coin: instrument.quoteCoin };
}

export function fillTexts(text: ReturnType<typeof useCommonText>, formats: Formats, instrument: Instrument): FillTexts {
  const slippage = (fill: FillSimulation | undefined): string => priceText(formats, fill?.figures?.slippage, instrument);
  const slippageCost = (fill: FillSimulation | undefined): string =>
    moneyText(formats, fill?.figures?.slippageCost, coinDigits(instrument.settleCoin));
  return {
    quantity(fill) {
      if (fill === undefined) return { text: UNKNOWN };
      const { filled, requested, coin } = quantities(formats, fill, instrument);
      const isWhole = fill.amount === undefined ? fill.filled === fill.requested : fill.end === undefined;
      const shown = isWhole ? filled : `${filled} / ${requested}`;
      return { text: fill.amount === undefined ? shown : `${shown} ${coin}`, tone: fill.end === undefined ? 'none' : 'accent' };
    },
    average: (fill) => priceText(formats, fill?.figures?.averagePrice, instrument),
    worst: (fill) => priceText(formats, fill?.figures?.worstPrice, instrument),
    slippage,
    slippageCost,
    slippageInFull: (fill) => (fill?.figures === undefined ? UNKNOWN : `${slippage(fill)} \u00b7 ${slippageCost(fill)}`),
    end(fill) {
      if (fill?.end === undefined) return '';
      const values = {
        ...quantities(formats, fill, instrument),
        limit: priceText(formats, fill.limit, instrument),
        levels: formats.count(BigInt(BOOK_DEPTH), 0),
      };
      return fill.figures === undefined ? text(`fillNone.${fill.end}`, values) : text(`fillEnd.${fill.end}`, values);
    },
  };
}
