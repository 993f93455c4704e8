import type { Instrument } from '../instruments/instrument.ts';
import { isolatedNeed } from '../positions/fill-holding.ts';
import { addMoney, subtractMoney } from '../values/money.ts';
import type { Leverage } from '../values/types.ts';
import type { Holding } from './position-margin.ts';

/**
 * A position after a leverage change. Isolated, its margin becomes the requirement of the new leverage plus the margin added by hand:
 * margin + (entry value ÷ new leverage + new fee to close) − (entry value ÷ old leverage + old fee to close). Cross margin needs no change.
 */
export function holdingAtLeverage(instrument: Instrument, holding: Holding, leverage: Leverage): Holding {
  const { side, entryValue, marginMode, margin } = holding;
  if (marginMode !== 'isolated') return { ...holding, leverage };
  const more = subtractMoney(
    isolatedNeed(instrument, side, entryValue, leverage),
    isolatedNeed(instrument, side, entryValue, holding.leverage),
  );
  return { ...holding, leverage, margin: addMoney(margin, more) };
}
