import { SCALE, divCeil, formatDecimal, rate, type OrderType, type SlippageLimit } from '@tapedeck/domain';
import { numberIn } from '../../inputs/number-input.ts';
import type { AccountTraits } from '../account-traits.ts';

/** Maximum distance from the best price at which a market order may fill: in percent, or in ticks. */
export type SlippageType = 'Percent' | 'TickSize';
/** `value` is decimal text: percent, or a whole number of ticks. */
export interface MaxSlippage {
  readonly type: SlippageType;
  readonly value: string;
}

/** Limits set by the server (`GET /public/instrument/slippage`). Percent in units of 1e-8 percent, ticks as counts times 1e8. */
export interface SlippageBounds {
  readonly percent: { readonly min: bigint; readonly max: bigint };
  readonly ticks: { readonly min: bigint; readonly max: bigint };
}

/** 0.01 to 10 percent, 1 to 10,000 ticks: the defaults until the server has answered. */
export const SLIPPAGE_BOUNDS: SlippageBounds = {
  percent: { min: SCALE / 100n, max: 10n * SCALE },
  ticks: { min: SCALE, max: 10_000n * SCALE },
};

const TIGHT_COINS: ReadonlySet<string> = new Set(['BTC', 'ETH', 'PAXG', 'XAUT']);
const PERCENT_TIGHT = ['0.01', '0.02', '0.05', '0.1'] as const;
const PERCENT_USUAL = ['0.5', '1', '1.5', '2'] as const;
const TICKS_USUAL = ['5', '10', '20', '50'] as const;
const TICKS_ETH = ['50', '100', '500', '1000'] as const;

/** The choices of the dropdown for a coin. */
export function slippagePresets(type: SlippageType, coin: string): readonly string[] {
  if (type === 'Percent') return TIGHT_COINS.has(coin) ? PERCENT_TIGHT : PERCENT_USUAL;
  return coin === 'ETH' ? TICKS_ETH : TICKS_USUAL;
}

/** Shown for market orders of a UTA2 account that is not a demo account. */
export function slippageAvailable(account: AccountTraits, orderType: OrderType): boolean {
  return account.kind === 'UTA2' && !account.isDemo && orderType === 'Market';
}

/** On: the default type with its first preset; off: neither. */
export function toggledSlippage(on: boolean, coin: string, kept: MaxSlippage | undefined): MaxSlippage | undefined {
  if (!on) return undefined;
  return kept ?? { type: 'Percent', value: slippagePresets('Percent', coin)[0] ?? '' };
}

/**
 * The custom dialog's value, clamped to the range; ticks are rounded up to a multiple of `tickStep` (whole ticks unless the symbol has a
 * coarser one). `undefined` for an empty field, which just closes the dialog.
 */
export function customSlippage(type: SlippageType, text: string, bounds: SlippageBounds, tickStep = 1n): MaxSlippage | undefined {
  const units = numberIn(text);
  if (units === undefined) return undefined;
  const { min, max } = type === 'Percent' ? bounds.percent : bounds.ticks;
  const clamped = units < min ? min : units > max ? max : units;
  if (type === 'Percent') return { type, value: formatDecimal(divCeil(clamped, SCALE / 100n) * (SCALE / 100n)) };
  const step = tickStep * SCALE;
  const rounded = divCeil(clamped, step) * step;
  return { type, value: formatDecimal(rounded > max ? (max / step) * step : rounded) };
}

/** Typed decimals of a custom value: percent has two, ticks none. */
export const slippagePrecision = (type: SlippageType): number => (type === 'Percent' ? 2 : 0);

/** The limit for an order; `undefined` if the text is not a number. */
export function slippageLimitOf({ type, value }: MaxSlippage): SlippageLimit | undefined {
  const units = numberIn(value);
  if (units === undefined) return undefined;
  return type === 'Percent' ? { type, share: rate(units / 100n) } : { type, ticks: Number(units / SCALE) };
}
