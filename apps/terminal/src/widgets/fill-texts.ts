import { BOOK_DEPTH, type FillSimulation } from '@tapedeck/client';
import { quantityCoin, ZERO_MONEY, type Instrument, type Lots, type Money } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import type { TickingValue } from '../platform/ticking.tsx';
import type { useCommonText } from '../platform/texts.tsx';
import { coinDigits, lotsText, moneyText, priceText, UNKNOWN } from '../platform/values.ts';

/** Immediate fills of an order, as text. */
export interface FillTexts {
  /** Filled and requested quantity; the filled one alone if complete. */
  quantity(fill: FillSimulation | undefined): TickingValue;
  average(fill: FillSimulation | undefined): string;
  worst(fill: FillSimulation | undefined): string;
  /** Shortfall of the average against the mark price. */
  slippage(fill: FillSimulation | undefined): string;
  /** The same in the settle coin. */
  slippageCost(fill: FillSimulation | undefined): string;
  /** Both, if there is room. */
  slippageInFull(fill: FillSimulation | undefined): string;
  /** Why the order fills no further; '' for a complete fill or a resting remainder. */
  end(fill: FillSimulation | undefined): string;
}

/** Requested and filled quantity, in its unit: base coin or contracts, or quote coin for orders by amount. */
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
