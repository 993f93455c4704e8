import type { Instrument } from '../instruments/instrument.ts';
import { divFloor } from '../values/integer.ts';
import { moneyUnits } from '../values/money.ts';
import { quantityUnits } from '../values/quantities.ts';
import type { Lots, Money } from '../values/types.ts';
import { baseAmount } from './spot-fill.ts';

/** Whole lots of a buy that can be sold again, after its fee was deducted in coins. */
export function sellableLots(instrument: Pick<Instrument, 'lotSize'>, bought: Lots, fee: Money): number {
  const left = moneyUnits(baseAmount(instrument, bought)) - moneyUnits(fee);
  return left <= 0n ? 0 : Number(divFloor(left, quantityUnits(instrument.lotSize)));
}
