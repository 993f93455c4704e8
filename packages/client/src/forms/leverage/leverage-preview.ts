import {
  holdingAtLeverage,
  holdingLiquidationPrice,
  positionMargin,
  subtractMoney,
  type Leverage,
  type Money,
  type Price,
} from '@tapedeck/domain';
import { accountAfter } from '../../calculators/account-after.ts';
import type { AccountView } from '../../calculators/account-view.ts';
import type { PositionView } from '../../calculators/position-view.ts';

/** A position at another leverage. */
export interface LeveragePreview {
  readonly marginBefore: Money;
  readonly marginAfter: Money;
  readonly liquidationBefore: Price | undefined;
  readonly liquidationAfter: Price | undefined;
}

/** Margin and liquidation price of an open position at another leverage, by the exchange's own functions; `undefined` without a price. */
export function leveragePreview(view: PositionView, account: AccountView | undefined, leverage: Leverage): LeveragePreview | undefined {
  const { instrument, record, markPrice: mark, initialMargin, liquidationPrice } = view;
  if (mark === undefined || initialMargin === undefined) return undefined;
  const after = holdingAtLeverage(instrument, record, leverage);
  const margin = positionMargin(instrument, after, mark);
  const cash = subtractMoney(record.margin, after.margin);
  const whole = accountAfter(account, { instrument, before: record, after, cash }, mark);
  return {
    marginBefore: initialMargin,
    marginAfter: margin.initialMargin,
    liquidationBefore: liquidationPrice,
    liquidationAfter: holdingLiquidationPrice(instrument, after, { mark, margin }, whole),
  };
}
