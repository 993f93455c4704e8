import { isPortfolioMargin } from '@tapedeck/client';
import { isOption, type Instrument, type Leverage, type MarginMode } from '@tapedeck/domain';
import { useAccountTraits } from './account-traits.ts';
import { useCommonText, useFormats } from './texts.tsx';
import { leverageText } from './values.ts';

/** What of a position or its settings says how it is margined. */
export interface Margined {
  readonly marginMode: MarginMode;
  readonly leverage: Leverage;
}

/** How a position is margined, `Cross 10x`; an option has no leverage, one of a portfolio neither mode nor leverage of its own. */
export function useMarginTerms(): (instrument: Instrument, margined: Margined) => string {
  const common = useCommonText();
  const formats = useFormats();
  const portfolio = isPortfolioMargin(useAccountTraits());
  return (instrument, { marginMode, leverage }) => {
    if (isOption(instrument)) return common('option');
    return portfolio ? common('portfolio') : `${common(marginMode)} ${leverageText(formats, leverage)}`;
  };
}
