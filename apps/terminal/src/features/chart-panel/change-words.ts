import type { DragEstimate } from '@tapedeck/chart';
import type { TpslIssueCode } from '@tapedeck/client';
import { moneyUnits, type Instrument, type Money } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import type { Translate } from '../../platform/texts.tsx';
import { coinDigits, moneyText, signedMoneyText } from '../../platform/values.ts';
import type english from './text.en.json';

export interface ChangeWords {
  readonly formats: Formats;
  readonly text: Translate<Extract<keyof typeof english, `change.${string}`>>;
  readonly errorText: Translate<`error.${string}`>;
  readonly issueText: Translate<`issue.${TpslIssueCode}`>;
}

export type ChangeFact = DragEstimate['facts'][number];

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
