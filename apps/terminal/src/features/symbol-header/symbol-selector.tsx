import { Popover } from '@tapedeck/ui/popover';
import { useMemo, useState, type ReactElement } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { Link } from '../../platform/navigation.tsx';
import { LoadableView } from '../../platform/panel-state.tsx';
import { textHook } from '../../platform/texts.tsx';
import { useReadable } from '../../platform/use-readable.ts';
import { SymbolList, type ListLook } from './symbol-list.tsx';
import styles from './symbol-selector.module.css';
import english from './text.en.json';

const useText = textHook('symbol-header', english);

/** Products with trade pages of their own. */
const PRODUCTS = [
  { key: 'toSpot', to: '/trade/spot/BTC/USDT' },
  { key: 'toSpreads', to: '/trade/spread' },
  { key: 'toOptions', to: '/trade/option/usdc/BTC' },
] as const;

export interface SymbolChoiceProps {
  readonly current: string;
  readonly look?: ListLook;
  onSymbol(symbol: string): void;
}

/** All contracts and spot pairs with last price and change, and links to options and spreads. */
export function SymbolChoice(props: SymbolChoiceProps) {
  const text = useText();
  const client = useClient();
  const catalogue = useReadable(client.markets.catalogue);
  const pairs = useReadable(client.markets.pairs);
  const spot = pairs.status === 'idle' ? undefined : pairs.data;
  const contracts = catalogue.status === 'idle' ? undefined : catalogue.data;
  const all = useMemo(() => [...(contracts ?? []), ...(spot ?? [])], [contracts, spot]);
  return (
    <>
      <LoadableView value={catalogue}>{() => <SymbolList instruments={all} {...props} />}</LoadableView>
      <nav aria-label={text('products')} className={styles['products']}>
        {PRODUCTS.map(({ key, to }) => (
          <Link key={key} to={to}>
            {text(key)}
          </Link>
        ))}
      </nav>
    </>
  );
}

interface SymbolSelectorProps extends Pick<SymbolChoiceProps, 'current' | 'onSymbol'> {
  readonly trigger: ReactElement<Record<string, unknown>>;
}

/** The selector beside the name that it changes; live while open. */
export function SymbolSelector({ trigger, current, onSymbol }: SymbolSelectorProps) {
  const text = useText();
  const [open, setOpen] = useState(true);
  const choose = (symbol: string): void => {
    setOpen(false);
    onSymbol(symbol);
  };
  return (
    <Popover trigger={trigger} label={text('choose')} open={open} onOpenChange={setOpen} className={styles['popover']}>
      <SymbolChoice current={current} onSymbol={choose} />
    </Popover>
  );
}
