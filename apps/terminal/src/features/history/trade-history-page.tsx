import type { HistoryFilter } from '@tapedeck/client';
import { useCallback } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { Link } from '../../platform/navigation.tsx';
import { LoadableView } from '../../platform/panel-state.tsx';
import { HISTORY_PRODUCTS, PRODUCT_NAMES, tradeHistoryPath, type HistoryProduct } from '../../platform/products.ts';
import { LoginPrompt, useLoginState } from '../../platform/session.tsx';
import { useReadable } from '../../platform/use-readable.ts';
import { TradeTable } from './history.tsx';
import styles from './history.module.css';
import { useHistoryText } from './texts.ts';

function ProductTrades({ product }: { product: HistoryProduct }) {
  const client = useClient();
  const kind = HISTORY_PRODUCTS[product];
  const fetchPage = useCallback(
    async (cursor: string, filter?: HistoryFilter) => {
      const answer = await client.histories.executions(cursor, filter);
      if (!answer.ok) return answer;
      const rows = answer.value.rows.filter(({ symbol }) => client.markets.instrument(symbol)?.kind === kind);
      return { ok: true as const, value: { ...answer.value, rows } };
    },
    [client, kind],
  );
  return <TradeTable fetchPage={fetchPage} />;
}

/** The fills of one product on a page of its own. */
export function TradeHistoryPage({ product }: { product: HistoryProduct }) {
  const text = useHistoryText();
  const state = useLoginState();
  const catalogue = useReadable(useClient().markets.catalogue);
  return (
    <main className={styles['page']}>
      <header>
        <h1>{text(`product.${HISTORY_PRODUCTS[product]}`)}</h1>
        <Link to="/">{text('toTrading')}</Link>
      </header>
      <nav aria-label={text('products')}>
        {PRODUCT_NAMES.map((name) => (
          <Link key={name} to={tradeHistoryPath(name)} aria-current={name === product ? 'page' : undefined}>
            {text(`productShort.${HISTORY_PRODUCTS[name]}`)}
          </Link>
        ))}
      </nav>
      <section aria-label={text('tradesTable')}>
        {state === 'out' ? (
          <LoginPrompt />
        ) : (
          <LoadableView value={catalogue}>{() => <ProductTrades key={product} product={product} />}</LoadableView>
        )}
      </section>
    </main>
  );
}
