import { moneyUnits, type Instrument, type Money } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { coinDigits, moneyText, signedMoneyText } from '../platform/values.ts';

/** One figure of a change that is not made yet. */
export interface ChangeFact {
  readonly name: string;
  readonly value: string;
  readonly tone: 'plain' | 'up' | 'down';
}

export const plainFact = (name: string, value: string): ChangeFact => ({ name, value, tone: 'plain' });

const toneOf = (value: Money): ChangeFact['tone'] => (moneyUnits(value) > 0n ? 'up' : moneyUnits(value) < 0n ? 'down' : 'plain');

/** A profit or loss with its sign and colour; empty while unknown. */
export function profitFact(name: string, value: Money | undefined, { settleCoin }: Instrument, formats: Formats): readonly ChangeFact[] {
  if (value === undefined) return [];
  return [{ name, value: `${signedMoneyText(formats, value, coinDigits(settleCoin))} ${settleCoin}`, tone: toneOf(value) }];
}

/** A cost; empty while unknown. */
export function costFact(name: string, value: Money | undefined, coin: string, formats: Formats): readonly ChangeFact[] {
  return value === undefined ? [] : [plainFact(name, `${moneyText(formats, value, coinDigits(coin))} ${coin}`)];
}
