import {
  SCALE,
  ZERO_MONEY,
  addMoney,
  costOf,
  divFloor,
  fillHolding,
  holdingLiquidationPrice,
  lotCount,
  lots,
  lotsAtValue,
  positionLimit,
  positionMargin,
  priceUnits,
  rate,
  subtractMoney,
  tickCount,
  ticksOfPrice,
  withFeeTier,
  type FeeTier,
  type Holding,
  type Instrument,
  type Leverage,
  type Lots,
  type MarginMode,
  type Price,
  type Rate,
  type Side,
  valueAtPrice,
} from '@tapedeck/domain';
import { accountAfter } from '../../calculators/account-after.ts';
import type { AccountView } from '../../calculators/account-view.ts';
import type { PositionView } from '../../calculators/position-view.ts';
import { largest } from '../../calculators/largest.ts';
import { leveragePreview } from './leverage-preview.ts';

/** The move of the mark price against a position that liquidates it, as a share of the mark price, rounded down. */
export type LeverageRisk =
  /** The open position at that leverage. */
  | { readonly of: 'position'; readonly move: Rate }
  /** A new isolated position in the first risk tier, and the largest that the leverage allows. */
  | { readonly of: 'new'; readonly move: Rate; readonly largest: Rate }
  /** The largest new cross position that the available balance and the risk limit allow. */
  | { readonly of: 'all'; readonly move: Rate }
  /** The account decides; no figure is known. */
  | { readonly of: 'account' };

export interface LeverageRiskInput {
  readonly instrument: Instrument;
  /** Tier of the account: its fees move the liquidation price. */
  readonly feeTier: FeeTier;
  readonly side: Side;
  readonly leverage: Leverage;
  readonly marginMode: MarginMode;
  readonly mark: Price;
  readonly account: AccountView | undefined;
  /** The open position of that side, or of the contract in one-way mode. */
  readonly position: PositionView | undefined;
}

function moveTo(liquidation: Price | undefined, side: Side, mark: Price): Rate | undefined {
  if (liquidation === undefined) return undefined;
  const away = side === 'Buy' ? priceUnits(mark) - priceUnits(liquidation) : priceUnits(liquidation) - priceUnits(mark);
  return rate(away <= 0n ? 0n : divFloor(away * SCALE, priceUnits(mark)));
}

/** A position opened at the mark price, as a fill there would leave it. */
function moveOfNew(
  { instrument, side, leverage, marginMode, mark, account }: Omit<LeverageRiskInput, 'feeTier'>,
  size: Lots,
): Rate | undefined {
  if (lotCount(size) === 0) return undefined;
  const flat: Holding = { side, size: lots(0), entryValue: ZERO_MONEY, marginMode, leverage, margin: ZERO_MONEY };
  const tick = tickCount(ticksOfPrice(mark, instrument.tickSize, 'nearest'));
  const fill = { side, tick, count: lotCount(size), feeRate: instrument.takerFee, leverage };
  const { holding, reserved, fee } = fillHolding(instrument, flat, fill);
  const cash = subtractMoney(ZERO_MONEY, addMoney(reserved, fee));
  const whole = accountAfter(account, { instrument, before: undefined, after: holding, cash }, mark);
  return moveTo(
    holdingLiquidationPrice(instrument, holding, { mark, margin: positionMargin(instrument, holding, mark) }, whole),
    side,
    mark,
  );
}

/** Distance to liquidation at a leverage, by the exchange's own functions. */
export function leverageRisk(asked: LeverageRiskInput): LeverageRisk {
  const input = { ...asked, instrument: withFeeTier(asked.instrument, asked.feeTier) };
  const { instrument, side, leverage, marginMode, mark, account, position } = input;
  if (position !== undefined) {
    const move = moveTo(leveragePreview(position, account, leverage)?.liquidationAfter, position.record.side, mark);
    return move === undefined ? { of: 'account' } : { of: 'position', move };
  }
  const most = positionLimit(instrument.tiers, leverage);
  if (most === ZERO_MONEY) return { of: 'account' };
  const allowed = lotsAtValue(instrument, most, mark);
  if (marginMode === 'isolated') {
    const [first] = instrument.tiers;
    const move = moveOfNew(input, first === undefined || first.limit > most ? allowed : lotsAtValue(instrument, first.limit, mark));
    const large = moveOfNew(input, allowed);
    return move === undefined || large === undefined ? { of: 'account' } : { of: 'new', move, largest: large };
  }
  if (account === undefined || account.asPortfolio !== undefined) return { of: 'account' };
  const size = largest(lotCount(allowed), (count) => {
    return costOf(instrument, side, valueAtPrice(instrument, lots(count), mark), leverage) <= account.available;
  });
  const move = moveOfNew(input, size);
  return move === undefined ? { of: 'account' } : { of: 'all', move };
}
