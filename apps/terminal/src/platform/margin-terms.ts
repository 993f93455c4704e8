import { isPortfolioMargin } from '@tapedeck/client';
import type { Leverage, MarginMode } from '@tapedeck/domain';
import { useAccountTraits } from './account-traits.ts';
import { useCommonText, useFormats } from './texts.tsx';
import { leverageText } from './values.ts';

/** How a position is margined, `Cross 10x`; one of a portfolio has neither mode nor leverage of its own. */
export function useMarginTerms(): (mode: MarginMode, leverage: Leverage) => string {
  const common = useCommonText();
  const formats = useFormats();
  const portfolio = isPortfolioMargin(useAccountTraits());
  return (mode, leverage) => (portfolio ? common('portfolio') : `${common(mode)} ${leverageText(formats, leverage)}`);
}
