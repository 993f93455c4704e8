import {
  milliseconds,
  opposite,
  productTypeOf,
  type FutureSpreadPlan,
  type Instrument,
  type OrderId,
  type Side,
  type StrategyRecord,
} from '@tapedeck/domain';
import { Button, DataTable, StateMessage, TableCell, TableRow, TabPanel, Tabs, type Column } from '@tapedeck/ui';
import { useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { reportFailure } from '../../platform/notifications.ts';
import { LoadableView } from '../../platform/panel-state.tsx';
import { LoginPrompt, useLoginState } from '../../platform/session.tsx';
import { useCommonText } from '../../platform/texts.tsx';
import { inZone, useZonedFormats } from '../../platform/time-zone.ts';
import { useReadable } from '../../platform/use-readable.ts';
import { lotsText } from '../../platform/values.ts';
import styles from './spread.module.css';
import { distanceText } from './spread-values.ts';
import { useSpreadText } from './texts.ts';

const TABS = ['open', 'history'] as const;
type SpreadRecord = StrategyRecord & { readonly plan: FutureSpreadPlan };

const isSpread = (strategy: StrategyRecord): strategy is SpreadRecord => strategy.plan.kind === 'FutureSpread';

interface LegProps {
  readonly label: string;
  readonly instrument: Instrument;
  readonly side: Side;
  /** 0 before the leg traded. */
  readonly order: OrderId | undefined;
}

/** A leg with its side, symbol, product type, symbol id and order id. */
function LegCell({ label, instrument, side, order }: LegProps) {
  const text = useSpreadText();
  const common = useCommonText();
  const product = productTypeOf(instrument);
  return (
    <TableCell label={label} align="start" kind="text" wide>
      <span className={styles['leg']}>
        <span data-tone={side === 'Buy' ? 'up' : 'down'}>
          {text('legSide', { side: common(side === 'Buy' ? 'buy' : 'sell'), symbol: instrument.symbol })}
        </span>
        <small>
          <span>
            {text('legFacts', { product: product === undefined ? instrument.kind : text(`product.${product}`), id: instrument.id })}
          </span>
          <span>{order !== undefined && order !== 0 && ` · ${text('legOrder', { order })}`}</span>
        </small>
      </span>
    </TableCell>
  );
}

function SpreadRow({ strategy, near, far }: { strategy: SpreadRecord; near: Instrument; far: Instrument }) {
  const client = useClient();
  const text = useSpreadText();
  const common = useCommonText();
  const formats = useZonedFormats();
  const [busy, setBusy] = useState(false);
  const { side, plan, quantity, filled, ended, legs, strategyId, createdAt } = strategy;
  const cancel = (): void => {
    setBusy(true);
    void client.strategies.stop(strategy).then((result) => {
      setBusy(false);
      if (!result.ok) reportFailure(result.failure);
    });
  };
  return (
    <TableRow label={`${far.symbol} / ${near.symbol}`}>
      <TableCell label={text('spread')} align="start" kind="title" tone={side === 'Buy' ? 'up' : 'down'}>
        {text(side)}
      </TableCell>
      <TableCell label={text('limit')}>{plan.immediate === true ? text('market') : distanceText(formats, plan.limit, near)}</TableCell>
      <TableCell label={text('quantity')}>{lotsText(formats, quantity, near)}</TableCell>
      <TableCell label={text('filled')}>{lotsText(formats, filled, near)}</TableCell>
      <LegCell label={text('leg1')} instrument={far} side={side} order={legs?.[0]} />
      <LegCell label={text('leg2')} instrument={near} side={opposite(side)} order={legs?.[1]} />
      <TableCell label={text('status')} align="start" kind="text">
        {ended === undefined ? text('working') : text(`end.${ended}`)}
      </TableCell>
      <TableCell label={inZone(text('time'), formats)}>{formats.dateTime(milliseconds(createdAt))}</TableCell>
      <TableCell label={text('action')} kind="actions">
        {ended === undefined && (
          <Button size="small" busy={busy} aria-label={text('cancelOf', { id: strategyId })} onClick={cancel}>
            {common('cancel')}
          </Button>
        )}
      </TableCell>
    </TableRow>
  );
}

function SpreadTable({ rows, label }: { rows: readonly SpreadRecord[]; label: string }) {
  const text = useSpreadText();
  const formats = useZonedFormats();
  const catalogue = useReadable(useClient().markets.catalogue);
  const instruments = catalogue.status === 'idle' ? [] : (catalogue.data ?? []);
  const find = (id: number): Instrument | undefined => instruments.find((instrument) => instrument.id === id);
  const columns: Column[] = [
    { id: 'spread', label: text('spread'), align: 'start' },
    ...(['limit', 'quantity', 'filled'] as const).map((id): Column => ({ id, label: text(id) })),
    ...(['leg1', 'leg2', 'status'] as const).map((id): Column => ({ id, label: text(id), align: 'start' })),
    { id: 'time', label: inZone(text('time'), formats) },
    { id: 'action', label: text('action'), kind: 'actions' },
  ];
  return (
    <DataTable label={label} columns={columns}>
      {rows.map((strategy) => {
        const [near, far] = [find(strategy.instrument), find(strategy.plan.far)];
        return near && far && <SpreadRow key={strategy.strategyId} strategy={strategy} near={near} far={far} />;
      })}
    </DataTable>
  );
}

/** Running spread orders, or recently ended ones, each with its two legs. */
export function SpreadOrderTable({ of }: { of: (typeof TABS)[number] }) {
  const text = useSpreadText();
  const strategies = useReadable(useClient().strategies.list);
  return (
    <LoadableView value={strategies}>
      {(all) => {
        const rows = all.filter(isSpread).filter(({ ended }) => (ended === undefined) === (of === 'open'));
        if (rows.length > 0) return <SpreadTable rows={rows} label={text(of)} />;
        return of === 'open' ? (
          <StateMessage title={text('noOpen')} detail={text('noOpenDetail')} />
        ) : (
          <StateMessage title={text('noHistory')} />
        );
      }}
    </LoadableView>
  );
}

/** Both lists as tabs. */
export function SpreadOrders() {
  const text = useSpreadText();
  const [tab, setTab] = useState<(typeof TABS)[number]>('open');
  const state = useLoginState();
  if (state === 'out') return <LoginPrompt />;
  return (
    <Tabs label={text('orders')} items={TABS.map((value) => ({ value, label: text(value) }))} value={tab} onChange={(next) => setTab(next)}>
      {TABS.map((value) => (
        <TabPanel key={value} value={value}>
          <SpreadOrderTable of={value} />
        </TabPanel>
      ))}
    </Tabs>
  );
}
