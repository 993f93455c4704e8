import { LIST_TAGS, singleCoin, type Coin } from '@tapedeck/domain';
import type { ContractSymbol } from '../web/market.ts';

/** Value of `symbolDisplay` for a symbol that is not offered. */
const HIDE = 'hide';
const PERCENT_OF_E4 = 100;
const E2 = 100;
const E8 = 100_000_000;

type IconTheme = 'dark' | 'light';

/** SYM-07: the icon of a coin, among the terminal's own files. */
export const coinIcon = (coin: Coin, theme: IconTheme): string => `/coins/${theme}/${singleCoin(coin)}.svg`;
/** For a coin without an icon of its own. */
export const defaultIcon = (theme: IconTheme): string => `/coins/${theme}/default.svg`;

/** The icon named by the exchange, else that of the coin. */
const iconOf = (named: string | undefined, coin: Coin, theme: IconTheme): string =>
  named === undefined || named === '' ? coinIcon(coin, theme) : named;

/** Displayed facts of a contract, as numbers; orders use the exact values of its `Instrument`. */
export interface SymbolFacts {
  readonly displayName: string;
  /** Hidden in symbol lists; positions and history still name it. */
  readonly isHidden: boolean;
  /** Addresses of the icon, by theme. */
  readonly icons: Readonly<Record<IconTheme, string>>;
  /** Sector tags of the coin, and tags that depend on trading: those that the terminal has words for, then others as they came. */
  readonly tags: readonly string[];
  /** Display decimals of the settle coin's balances. */
  readonly balanceFraction: number;
  readonly priceStep: number;
  readonly lotStep: number;
  readonly minPrice: number;
  readonly maxPrice: number;
  readonly minQty: number;
  readonly maxQty: number;
  readonly maxMarketQty: number;
  readonly maxPostOnlyQty: number;
  /** Rate of the first risk tier, in percent. */
  readonly initMargin: number;
  readonly maintainMargin: number;
  /** Increase per further tier. */
  readonly imIncrements: number;
  readonly mmIncrements: number;
  /** Largest position of the first risk tier, and the increase of the next one. */
  readonly rLBases: number;
  readonly rLIncrements: number;
  /** Limits for copied positions; undefined where copying is not possible. A margin of 0 means no limit. */
  readonly copying:
    { readonly minLeverage: number; readonly maxLeverage: number; readonly minMargin: number; readonly maxMargin: number } | undefined;
}

/** 0 for non-numeric values. */
function numberOf(value: string | number | undefined): number {
  const number = value === undefined || value === '' ? 0 : Number(value);
  return Number.isFinite(number) ? number : 0;
}

/** The market limit; the limit-order limit if there is none. */
export const marketQtyOf = ({ maxNewMarketOrderQty, maxNewOrderQty }: ContractSymbol): string =>
  numberOf(maxNewMarketOrderQty) === 0 ? maxNewOrderQty : maxNewMarketOrderQty;

/** Longer words are no tags. */
const TAG_LENGTH_MAX = 20;

function tagsOf({ symbolTags, isPopular }: ContractSymbol): readonly string[] {
  const named = [...symbolTags.split(',').map((tag) => tag.trim()), ...(isPopular ? ['Popular'] : [])];
  const known: readonly string[] = LIST_TAGS.filter((tag) => named.includes(tag));
  const others = named.filter((tag) => tag !== '' && tag.length <= TAG_LENGTH_MAX && !known.includes(tag));
  return [...known, ...new Set(others)];
}

/** The facts of a raw contract symbol, with defaults for missing fields. */
export function normaliseSymbol(raw: ContractSymbol): SymbolFacts {
  return {
    displayName: [raw.displayName, raw.symbolAlias].find((name) => name !== '') ?? raw.symbolName,
    icons: {
      dark: iconOf(raw.darkIcon, raw.baseCurrency, 'dark'),
      light: iconOf(raw.lightIcon, raw.baseCurrency, 'light'),
    },
    isHidden: raw.symbolDisplay === HIDE,
    tags: tagsOf(raw),
    balanceFraction: numberOf(raw.walletBalanceFraction),
    priceStep: numberOf(raw.tickSize),
    lotStep: numberOf(raw.lotSize),
    minPrice: numberOf(raw.minPrice),
    maxPrice: numberOf(raw.maxPrice),
    minQty: numberOf(raw.minQty),
    maxQty: numberOf(raw.maxNewOrderQty),
    maxMarketQty: numberOf(marketQtyOf(raw)),
    maxPostOnlyQty: numberOf(raw.maxPostOnlyOrderSize),
    initMargin: numberOf(raw.baseInitialMarginRateE4) / PERCENT_OF_E4,
    maintainMargin: numberOf(raw.baseMaintenanceMarginRateE4) / PERCENT_OF_E4,
    imIncrements: numberOf(raw.stepInitialMarginRateE4) / PERCENT_OF_E4,
    mmIncrements: numberOf(raw.stepMaintenanceMarginRateE4) / PERCENT_OF_E4,
    rLBases: numberOf(raw.baseMaxOrdPzValue),
    rLIncrements: numberOf(raw.stepMaxOrdPzValue),
    copying:
      raw.supportCopyTrade === true
        ? {
            minLeverage: numberOf(raw.minLeverageE2) / E2,
            maxLeverage: numberOf(raw.maxLeverageE2) / E2,
            minMargin: numberOf(raw.minDesignatedMarginE8) / E8,
            maxMargin: numberOf(raw.maxDesignatedMarginE8) / E8,
          }
        : undefined,
  };
}
