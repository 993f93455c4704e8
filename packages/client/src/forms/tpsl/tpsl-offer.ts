import { isOption, type Instrument } from '@tapedeck/domain';
import { isPortfolioMargin, type AccountTraits } from '../account-traits.ts';
import type { TpslInputType, TpslMode, TriggerSource } from './tpsl-form.ts';

/** TP/SL features that the forms offer for an instrument and an account. */
export interface TpslOffer {
  readonly modes: readonly TpslMode[];
  readonly inputs: readonly TpslInputType[];
  readonly sources: readonly TriggerSource[];
  /** Sliders and returns are based on a margin, which neither portfolio margin nor an option has by itself. */
  readonly hasReturn: boolean;
}

const MODES: readonly TpslMode[] = ['Full', 'Partial'];
const INPUTS: readonly TpslInputType[] = ['PRICE', 'ROI', 'PNL'];
const WITHOUT_RETURN: readonly TpslInputType[] = ['PRICE', 'PNL'];
const SOURCES: readonly TriggerSource[] = ['LastPrice', 'MarkPrice', 'IndexPrice'];

/** The exchange refuses the rest: an option closes in full, at market, by its mark price. */
export function tpslOffer(instrument: Pick<Instrument, 'kind'>, account: AccountTraits): TpslOffer {
  const option = isOption(instrument);
  const hasReturn = !option && !isPortfolioMargin(account);
  return {
    modes: option ? ['Full'] : MODES,
    inputs: hasReturn ? INPUTS : WITHOUT_RETURN,
    sources: option ? ['MarkPrice'] : SOURCES,
    hasReturn,
  };
}

/** The selected choice if available, else the first available one. */
export const offered = <Choice>(wanted: Choice, choices: readonly Choice[]): Choice =>
  choices.includes(wanted) ? wanted : (choices[0] ?? wanted);
