import {
  SCALE,
  SCALE_DIGITS,
  divNearest,
  exitPriceOfProfit,
  exitPriceOfShare,
  formatDecimal,
  lotCount,
  marginDigits,
  money,
  moneyUnits,
  negateMoney,
  price,
  priceUnits,
  profit,
  rate,
  rateUnits,
  shareOfExitPrice,
  valueAtPrice,
  ZERO_MONEY,
  type ExitBasis,
  type ExitKind,
  type Lots,
  type Money,
  type Price,
  type Rate,
} from '@tapedeck/domain';
import { numberIn, roundTypedPrice } from '../../inputs/number-input.ts';
import { fieldPrice, priceBounds } from '../price-input/price-step.ts';
import type { TpslContext, TpslInputType } from './tpsl-form.ts';
import { PNL_MAX, SHARE_DIGITS, maxShare } from './tpsl-limits.ts';

const PERCENT = 100n;

const basisOf = ({ instrument, side, entry }: TpslContext): ExitBasis => ({ instrument, side, entry });

/** Percent text to a share: '12.5' is 0.125. */
const shareIn = (units: bigint): Rate => rate(divNearest(units, PERCENT));

/** Maximum of an input type, in units of 1e-8; prices are bounded by the maximum price. */
export function maxTyped(kind: ExitKind, inputType: TpslInputType, context: TpslContext): bigint {
  if (inputType === 'ROI') return maxShare(kind, 'roi');
  return inputType === 'PNL' ? PNL_MAX : priceBounds(context.instrument).max;
}

/** Decimals of an input type. */
export function typedDigits(inputType: TpslInputType, context: TpslContext): number {
  if (inputType === 'ROI') return SHARE_DIGITS;
  return inputType === 'PNL' ? marginDigits(context.instrument.settleCoin) : context.instrument.priceDigits;
}

/** A field of the form: leg, input type and quantity. */
export interface TypedExit {
  readonly kind: ExitKind;
  readonly inputType: TpslInputType;
  readonly size: Lots;
}

/** The trigger price on a tick for a typed value; `undefined` if no tradable price corresponds to it. */
export function triggerOf({ kind, inputType, size }: TypedExit, units: bigint, context: TpslContext): Price | undefined {
  const exact =
    inputType === 'PRICE'
      ? price(units)
      : inputType === 'ROI'
        ? exitPriceOfShare(basisOf(context), kind, shareIn(units), context.leverage)
        : exitPriceOfProfit(basisOf(context), kind, size, money(units));
  return tradable(exact, context);
}

/** The trigger price for a price change of `units` (1e-8 percent). */
export function triggerOfPercent(kind: ExitKind, units: bigint, context: TpslContext): Price | undefined {
  return tradable(exitPriceOfShare(basisOf(context), kind, shareIn(units)), context);
}

function tradable(exact: Price | undefined, { instrument }: TpslContext): Price | undefined {
  if (exact === undefined) return undefined;
  const onTick = roundTypedPrice(exact, instrument.tickSize);
  const { min, max } = priceBounds(instrument);
  return priceUnits(onTick) < min || priceUnits(onTick) > max ? undefined : onTick;
}

/** '' for a non-zero value too small for the digits: a zero would mean the entry price. */
function digitsOf(units: bigint, digits: number): string {
  const step = 10n ** BigInt(SCALE_DIGITS - digits);
  const rounded = divNearest(units, step) * step;
  return rounded === 0n && units !== 0n ? '' : formatDecimal(rounded);
}

/** Text of an input type's field for a trigger price; '' if the price has no meaning in it (a loss as a profit). */
export function textOfTrigger({ kind, inputType, size }: TypedExit, trigger: Price, context: TpslContext): string {
  if (inputType === 'PRICE') return fieldPrice(trigger, context.instrument);
  if (inputType === 'ROI') {
    const share = shareOfExitPrice(basisOf(context), kind, trigger, context.leverage);
    return share === undefined || rateUnits(share) < 0n ? '' : digitsOf(rateUnits(share) * PERCENT, SHARE_DIGITS);
  }
  const amount = earnedAt(trigger, context, size);
  const typed = kind === 'takeProfit' ? amount : negateMoney(amount);
  return typed < ZERO_MONEY || lotCount(size) === 0 ? '' : digitsOf(moneyUnits(typed), marginDigits(context.instrument.settleCoin));
}

/** Change of the price at the trigger in percent, units of 1e-8, positive on the leg's own side. */
export function percentOfTrigger(kind: ExitKind, trigger: Price, context: TpslContext): bigint | undefined {
  const share = shareOfExitPrice(basisOf(context), kind, trigger);
  return share && rateUnits(share) * PERCENT;
}

/** Profit before fees of closing `size` at `exit`, negative for a loss. */
export function earnedAt(exit: Price, { instrument, side, entry }: Pick<TpslContext, 'instrument' | 'side' | 'entry'>, size: Lots): Money {
  return profit(instrument, side, valueAtPrice(instrument, size, entry), valueAtPrice(instrument, size, exit));
}

/** Estimated P&L of a leg. A take-profit at a loss has none and shows dashes. */
export function estimatedProfit(
  kind: ExitKind,
  leg: { readonly trigger: string; readonly limitPrice: string },
  context: TpslContext,
  size: Lots,
): Money | undefined {
  const at = numberIn(leg.limitPrice) ?? numberIn(leg.trigger);
  if (at === undefined || at <= 0n || lotCount(size) === 0) return undefined;
  const earned = earnedAt(price(at), context, size);
  return kind === 'takeProfit' && earned < ZERO_MONEY ? undefined : earned;
}

/** Percent text for the slider from units of 1e-8 percent. */
export const percentNumber = (units: bigint): number => Number(divNearest(units * 10n, SCALE)) / 10;
