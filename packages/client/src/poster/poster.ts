import {
  coinDigits,
  divNearest,
  isInverse,
  isOption,
  lotsOfQuantity,
  milliseconds,
  money,
  moneyRatio,
  moneyUnits,
  parseDecimal,
  positionSideOf,
  price,
  quantity,
  quantityOfLots,
  quantityUnits,
  SCALE_DIGITS,
  valueAtPrice,
  type Instrument,
  type Leverage,
  type MarginMode,
  type Money,
  type Price,
  type Rate,
} from '@tapedeck/domain';
import type { ClosedPnlItem, SessionResult } from '@tapedeck/protocol';
import type { PositionView } from '../calculators/position-view.ts';
import { POSTER_VIP_VALUE } from '../constants.ts';

/** Poster types (PST-01): an open position, a close, and the profit that an open position has booked so far. */
export const POSTER_KINDS = ['position-order', 'profit-order', 'pb-profit'] as const;
export type PosterKind = (typeof POSTER_KINDS)[number];

/** The figures of one poster at the time of the request. */
export interface PosterTrade {
  readonly kind: PosterKind;
  readonly instrument: Instrument;
  readonly side: 'LONG' | 'SHORT';
  /** `undefined` if the history lacks it, and for options, which have none. */
  readonly leverage: Leverage | undefined;
  readonly marginMode: MarginMode | undefined;
  readonly pnl: Money | undefined;
  /** Closings only: whether `pnl` is after fees and funding. */
  readonly net?: boolean;
  readonly return: PosterReturn | undefined;
  readonly entryPrice: Price;
  readonly markPrice: Price | undefined;
  readonly exit: PosterExit | undefined;
  readonly booked: BookedParts | undefined;
  /** Value of the position at the mark price, in its value coin. */
  readonly value: Money | undefined;
  /** Opening time of the position, ms. */
  readonly openedAt: number | undefined;
  /** End of the period that the poster covers, ms. */
  readonly until: number;
}

/** P&L as a share of the margin, or of the value if the margin is unknown. */
export interface PosterReturn {
  readonly rate: Rate;
  readonly of: 'margin' | 'value';
}

/** How a position was closed: in the market, by a settlement of its session, or by delivery and exercise. */
export interface PosterExit {
  readonly by: 'trade' | 'session' | 'delivery';
  readonly price: Price;
}

export interface BookedParts {
  readonly trades: Money;
  readonly funding: Money;
  readonly fees: Money;
}

const VALUE_DIGITS = 2;
const COIN_PNL_DIGITS_MIN = 5;
const OPTION_PNL_DIGITS = 2;

/** Decimals of a profit: two in dollars and for options, at least five in other coins. */
export function posterPnlDigits(instrument: Instrument): number {
  if (isOption(instrument)) return OPTION_PNL_DIGITS;
  return isInverse(instrument) ? Math.max(COIN_PNL_DIGITS_MIN, coinDigits(instrument.settleCoin)) : VALUE_DIGITS;
}

/** A count of 10^-digits units with a letter for thousands, millions or billions. */
export interface ShortAmount {
  readonly count: bigint;
  readonly digits: number;
  readonly letter: '' | 'K' | 'M' | 'B';
}

const LETTERS: readonly (readonly [letter: ShortAmount['letter'], power: number])[] = [
  ['B', 9],
  ['M', 6],
  ['K', 3],
];

/** An amount in short form, rounded to nearest: from 1,000 with a letter and two decimals, below with `digits`. */
export function shortAmount(value: Money, digits: number): ShortAmount {
  const units = moneyUnits(value);
  const size = units < 0n ? -units : units;
  for (const [letter, power] of LETTERS) {
    const step = 10n ** BigInt(SCALE_DIGITS + power - VALUE_DIGITS);
    // By the rounded amount: 999,999 is 1.00M, not 1,000.00K.
    const below = power === 3 ? 10n ** BigInt(SCALE_DIGITS - digits) : step / 1_000n;
    if (divNearest(size, below) * below < step * 10n ** BigInt(VALUE_DIGITS)) continue;
    return { count: divNearest(units, step), digits: VALUE_DIGITS, letter };
  }
  return { count: divNearest(units, 10n ** BigInt(SCALE_DIGITS - digits)), digits, letter: '' };
}

/** Value of the position at the mark price, in USD; decides whether there is a VIP poster. */
function markPriceValue({ instrument, record, value }: PositionView): Money | undefined {
  // Each contract of an inverse position is one dollar.
  return isInverse(instrument) ? money(quantityUnits(quantityOfLots(record.size, instrument.lotSize))) : value;
}

/** Whether the position is large enough for the VIP poster. */
export function hasVipPoster(view: PositionView): boolean {
  const value = markPriceValue(view);
  return value !== undefined && moneyUnits(value) > moneyUnits(POSTER_VIP_VALUE);
}

function tradeOf(view: PositionView, until: number) {
  const { instrument, record } = view;
  return {
    instrument,
    side: positionSideOf(record.side),
    leverage: isOption(instrument) ? undefined : record.leverage,
    marginMode: isOption(instrument) ? undefined : record.marginMode,
    entryPrice: view.entryPrice,
    markPrice: view.markPrice,
    value: view.value,
    openedAt: milliseconds(record.openedAt),
    until,
    exit: undefined,
  };
}

/** The poster of an open position. */
export function positionPoster(view: PositionView, until: number): PosterTrade {
  const earned = view.roi;
  return {
    ...tradeOf(view, until),
    kind: 'position-order',
    pnl: view.unrealisedPnl,
    return: earned === undefined ? undefined : { rate: earned, of: isOption(view.instrument) ? 'value' : 'margin' },
    booked: undefined,
  };
}

/** Poster of the P&L that an open position has booked since it was opened: closed parts, funding and fees. */
export function bookedPoster(view: PositionView, until: number): PosterTrade {
  const { realisedPnl, tradePnl, funding, fees } = view.record;
  return {
    ...tradeOf(view, until),
    kind: 'pb-profit',
    pnl: realisedPnl,
    return: undefined,
    booked: { trades: tradePnl, funding, fees },
  };
}

const units = (text: string): bigint => parseDecimal(text) ?? 0n;

function exitKind(type: ClosedPnlItem['execType']): PosterExit['by'] {
  if (type === 'SessionSettlement') return 'session';
  return type === 'Delivery' || type === 'Settle' ? 'delivery' : 'trade';
}

/** The poster of one closing, after its costs if they are known. The history has no leverage: its return is on the value at entry. */
export function closedPoster(item: ClosedPnlItem, instrument: Instrument): PosterTrade {
  const entryPrice = price(units(item.avgEntryPrice));
  const size = lotsOfQuantity(quantity(units(item.closedSize)), instrument.lotSize, 'nearest');
  const pnl = money(units(item.netPnl ?? item.closedPnl));
  const share = moneyRatio(pnl, valueAtPrice(instrument, size, entryPrice));
  return {
    kind: 'profit-order',
    instrument,
    side: item.side === 'Sell' ? 'LONG' : 'SHORT',
    leverage: undefined,
    marginMode: undefined,
    pnl,
    net: item.netPnl !== undefined,
    return: share === undefined ? undefined : { rate: share, of: 'value' },
    entryPrice,
    markPrice: undefined,
    exit: { by: exitKind(item.execType), price: price(units(item.avgExitPrice)) },
    booked: undefined,
    value: undefined,
    openedAt: undefined,
    until: item.updatedAtE3,
  };
}

/** The loyalty level of a trader on posters. */
export interface PosterLabel {
  /** 2 is VIP, 3 is PRO. */
  readonly type: 2 | 3;
  readonly level: number;
}

type User = NonNullable<SessionResult['user']>;

/** PRO ranks above VIP. */
export function posterLabel({ vipLevel, proLevel }: Pick<User, 'vipLevel' | 'proLevel'>): PosterLabel | undefined {
  if (proLevel > 0) return { type: 3, level: proLevel };
  return vipLevel > 0 ? { type: 2, level: vipLevel } : undefined;
}

/** Two letters of the part before the @, or one if it has no more; the rest is hidden, whatever its length. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at > 2 ? 2 : 1)}***${email.slice(at)}`;
}

/** Two letters for a name without a picture: from its first two parts, or from its only one. */
export function initials(username: string): string {
  const [first = '', second = ''] = username.split(/[-_.]+/).filter((part) => part !== '');
  if (second === '') return first.slice(0, 2).toUpperCase();
  // Leading zeros are ignored: trader-01 is T1.
  return `${first.slice(0, 1)}${second.replace(/^0+(?=.)/, '').slice(0, 1)}`.toUpperCase();
}

const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/;
const EMAIL_LENGTH_MAX = 254;

export const isEmail = (text: string): boolean => text.length <= EMAIL_LENGTH_MAX && EMAIL.test(text);
