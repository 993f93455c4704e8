import type { AccountView, Loadable } from '@tapedeck/client';
import { moneyUnits, type Coin, type Money } from '@tapedeck/domain';
import { DataTable, StateMessage, TableCell, TableRow, type Column } from '@tapedeck/ui';
import { useClient } from '../../platform/client-context.tsx';
import { LoadableView } from '../../platform/panel-state.tsx';
import { textHook, useFormats } from '../../platform/texts.tsx';
import { Ticking, type TickingValue } from '../../platform/ticking.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { moneyText, percentText, signedMoneyText, toneOf, UNKNOWN } from '../../platform/values.ts';
import styles from './assets.module.css';
import type english from './text.en.json';

const useText = textHook<typeof english>('assets');
type Cash = readonly (readonly [Coin, Money])[];

function cashOf(totals: Loadable<AccountView>): Loadable<Cash> {
  if (totals.status === 'idle') return totals;
  if (totals.status === 'success') return { status: 'success', data: totals.data.cash };
  const data = totals.data === undefined ? {} : { data: totals.data.cash };
  return totals.status === 'error' ? { status: 'error', error: totals.error, ...data } : { status: 'pending', ...data };
}

/** The rows change with the coins held and their cash, not with what ticks. */
function sameCash(a: Loadable<Cash>, b: Loadable<Cash>): boolean {
  if (a.status === 'idle' || b.status === 'idle') return a.status === b.status;
  if (a.status !== b.status) return false;
  if (a.data === undefined || b.data === undefined) return a.data === b.data;
  const other = b.data;
  return a.data.length === other.length && a.data.every(([coin, cash], row) => other[row]?.[0] === coin && other[row][1] === cash);
}

function Total({ label, read }: { label: string; read: (totals: AccountView) => TickingValue | string }) {
  const { totals } = useClient().account;
  return (
    <div>
      <dt>{label}</dt>
      <Ticking
        as="dd"
        sources={[totals]}
        read={() => {
          const value = totals.get();
          return value.status === 'idle' || value.data === undefined ? UNKNOWN : read(value.data);
        }}
      />
    </div>
  );
}

/** What the account holds. */
export function Assets() {
  const text = useText();
  const formats = useFormats();
  const { totals } = useClient().account;
  const cash = useSelected(totals, cashOf, sameCash);
  const columns: Column[] = [
    { id: 'coin', label: text('coin'), align: 'start' },
    { id: 'cash', label: text('cash') },
  ];
  return (
    <LoadableView value={cash}>
      {(coins) =>
        coins.length === 0 ? (
          <StateMessage title={text('empty')} />
        ) : (
          <div className={styles['assets']}>
            <dl className={styles['totals']} aria-label={text('summary')}>
              <Total label={text('equity')} read={(view) => moneyText(formats, view.equity)} />
              <Total label={text('available')} read={(view) => moneyText(formats, view.available)} />
              <Total
                label={text('unrealised')}
                read={(view) => ({ text: signedMoneyText(formats, view.unrealisedPnl), tone: toneOf(moneyUnits(view.unrealisedPnl)) })}
              />
              <Total
                label={text('initialMargin')}
                read={(view) => `${moneyText(formats, view.initialMargin)} (${percentText(formats, view.initialMarginRate)})`}
              />
              <Total
                label={text('maintenanceMargin')}
                read={(view) => `${moneyText(formats, view.maintenanceMargin)} (${percentText(formats, view.maintenanceMarginRate)})`}
              />
            </dl>
            <DataTable label={text('table')} columns={columns}>
              {coins.map(([coin, amount]) => (
                <TableRow key={coin} label={coin}>
                  <TableCell label={text('coin')} align="start" kind="title">
                    {coin}
                  </TableCell>
                  <TableCell label={text('cash')}>{moneyText(formats, amount, 8)}</TableCell>
                </TableRow>
              ))}
            </DataTable>
          </div>
        )
      }
    </LoadableView>
  );
}
