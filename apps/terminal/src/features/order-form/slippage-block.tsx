import { slippageAvailable, toggledSlippage, type MaxSlippage, type SlippageType } from '@tapedeck/client';
import { arrives, Checkbox } from '@tapedeck/ui';
import { lazy, Suspense } from 'react';
import { keepChoice, readChoice } from '../../platform/storage.ts';
import { useSelected } from '../../platform/use-readable.ts';
import styles from './order-form.module.css';
import { useOrderFormText } from './texts.ts';
import type { Part } from './use-field-error.ts';

const SlippageLimit = lazy(() =>
  arrives(() => import('./order-slippage/slippage-limit.tsx')).then((module) => ({ default: module.SlippageLimit })),
);

const TYPES = ['Percent', 'TickSize'] as const satisfies readonly SlippageType[];

/** The last limit chosen for a coin on this machine, if valid. */
function keptLimit(coin: string): MaxSlippage | undefined {
  const [kind, value = ''] = (readChoice(`slippage.${coin}`) ?? '').split(':');
  const type = TYPES.find((known) => known === kind);
  return type === undefined || !/^\d+(\.\d+)?$/.test(value) ? undefined : { type, value };
}

/** The slippage limit of a market order, for accounts that have one. Its row renders at once: a late one would move the buttons. */
export function SlippageBlock({ form }: Part) {
  const text = useOrderFormText();
  const orderType = useSelected(form.draft, (draft) => draft.orderType);
  const slippage = useSelected(form.draft, (draft) => draft.slippage);
  const available = useSelected(form.followed, ({ traits }) => traits !== undefined && slippageAvailable(traits, orderType));
  if (!available) return null;
  const coin = form.feed.instrument.baseCoin;
  const choose = (next: MaxSlippage | undefined) => {
    form.dispatch({ type: 'slippageChosen', slippage: next });
    if (next !== undefined) keepChoice(`slippage.${coin}`, `${next.type}:${next.value}`);
  };
  return (
    <div className={styles['option']}>
      <Checkbox checked={slippage !== undefined} onChange={(on) => choose(toggledSlippage(on, coin, keptLimit(coin)))}>
        {text('slippage.toggle')}
      </Checkbox>
      <Suspense fallback={null}>
        <SlippageLimit coin={coin} slippage={slippage} onChoose={choose} />
      </Suspense>
    </div>
  );
}
