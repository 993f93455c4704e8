import { Dialog } from '@tapedeck/ui/dialog';
import { textHook } from '../../platform/texts.tsx';
import styles from './symbol-list.module.css';
import { MarketRow } from './market-row.tsx';
import type { ListLook } from './symbol-list.tsx';
import { SymbolChoice, type SymbolChoiceProps } from './symbol-selector.tsx';
import english from './text.en.json';

const useText = textHook('symbol-header', english);

/** Turnover is below the name, and so is its header. */
const LOOK: ListLook = {
  ...{ className: styles['page'], Row: MarketRow, rowHeight: 56 },
  columns: ['symbol', 'turnover24h', 'last', 'change24h'],
};

/** All contracts and spot pairs on a phone, in full screen. */
export function MarketsPage({ current, onSymbol, onClose }: Pick<SymbolChoiceProps, 'current' | 'onSymbol'> & { onClose(): void }) {
  const text = useText();
  const choose = (symbol: string): void => {
    onClose();
    onSymbol(symbol);
  };
  return (
    <Dialog page open title={text('markets')} closeLabel={text('back')} onOpenChange={onClose}>
      <SymbolChoice current={current} look={LOOK} onSymbol={choose} />
    </Dialog>
  );
}
