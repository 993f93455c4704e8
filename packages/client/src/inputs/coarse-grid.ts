import { SCALE } from '@tapedeck/domain';

const offGrid = (units: bigint, step: bigint): boolean => step > SCALE && units % step !== 0n;

/**
 * Error of a price, in units of 1e-8, off a coarse grid. Only grids above 1 are checked: the field's decimals enforce finer ones.
 * `tickSizeFixNumTips` names the tick of the instrument, `priceErrorTickTip` the step of a field.
 */
export function coarsePriceError(
  units: bigint,
  { tick, step = tick }: { readonly tick: bigint; readonly step?: bigint },
): 'tickSizeFixNumTips' | 'priceErrorTickTip' | undefined {
  if (offGrid(units, tick)) return 'tickSizeFixNumTips';
  return offGrid(units, step) ? 'priceErrorTickTip' : undefined;
}

/** The same for a quantity and a lot above 1. */
export function coarseQuantityError(units: bigint, lot: bigint): 'qtyErrorTickTip' | undefined {
  return offGrid(units, lot) ? 'qtyErrorTickTip' : undefined;
}
