import { usePath } from '../platform/navigation.tsx';
import { useOffers } from '../platform/session.tsx';
import { usePageText } from './page-text.ts';
import { API_KEYS_PATH, COPY_PATH, isPair, optionOfPath, optionPath, SPOT_SYMBOL, SPREAD_PATH, symbolOfPath, tradePath } from './paths.ts';

export interface SitePage {
  readonly to: string;
  readonly name: string;
  readonly isHere: boolean;
}

/** The pages of this exchange. */
export function useSitePages(): readonly SitePage[] {
  const text = usePageText();
  const path = usePath();
  const onOptions = optionOfPath(path) !== undefined;
  const onSpread = path.startsWith(SPREAD_PATH);
  const onCopy = path.startsWith(COPY_PATH);
  const onKeys = path.startsWith(API_KEYS_PATH);
  const onSpot = isPair(symbolOfPath(path) ?? '');
  const { copyTrading, strategies } = useOffers();
  return [
    { to: '/', name: text('derivatives'), isHere: !onOptions && !onSpot && !onSpread && !onCopy && !onKeys },
    { to: optionPath({ base: 'BTC', settle: 'USDC' }), name: text('options'), isHere: onOptions },
    { to: tradePath(SPOT_SYMBOL), name: text('spot'), isHere: onSpot },
    ...(strategies.includes('FutureSpread') ? [{ to: SPREAD_PATH, name: text('spreads'), isHere: onSpread }] : []),
    ...(copyTrading ? [{ to: COPY_PATH, name: text('copyTrading'), isHere: onCopy }] : []),
  ];
}
