import { isInverse, type Instrument } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { leverageText, moneyText, percentText } from '../platform/values.ts';

/** A displayed row of a contract's risk tiers. */
export interface RiskTierTexts {
  readonly limit: string;
  readonly initial: string;
  readonly maintenance: string;
  readonly leverage: string;
}

/** The risk tiers, lowest first. */
export const riskTierTexts = (formats: Formats, instrument: Instrument): readonly RiskTierTexts[] =>
  instrument.tiers.map((tier) => ({
    limit: moneyText(formats, tier.limit, isInverse(instrument) ? 2 : 0),
    initial: percentText(formats, tier.initialRate),
    maintenance: percentText(formats, tier.maintenanceRate),
    leverage: leverageText(formats, tier.maxLeverage),
  }));
