import { isPortfolioMargin } from '@tapedeck/client';
import { isOption, type Instrument, type Leverage, type MarginMode } from '@tapedeck/domain';
import { useAccountTraits } from './account-traits.ts';
import { useCommonText, useFormats } from '../platform/texts.tsx';
import { leverageText } from '../platform/values.ts';

/** Margin mode and leverage of a position or its settings. */
export interface Margined {
  readonly marginMode: MarginMode;
  readonly leverage: Leverage;
}

/** Margin terms of a position, such as `Cross 10x`; an option has no leverage, portfolio margin neither mode nor leverage. */
export function useMarginTerms(): (instrument: Instrument, margined: Margined) => string {
  const common = useCommonText();
  const formats = useFormats();
  const portfolio = isPortfolioMargin(useAccountTraits());
  return (instrument, { marginMode, leverage }) => {
    if (isOption(instrument)) return common('option');
    return portfolio ? common('portfolio') : `${common(marginMode)} ${leverageText(formats, leverage)}`;
  };
}
