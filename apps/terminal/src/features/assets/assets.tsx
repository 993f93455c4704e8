import type { AccountView, CoinView, Loadable } from '@tapedeck/client';
import { moneyUnits, type Coin } from '@tapedeck/domain';
import { Button, DataTable, StateMessage, Switch, TableCell, TableRow, type Column } from '@tapedeck/ui';
import { useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { LoadableView } from '../../platform/panel-state.tsx';
import { useOffers } from '../../platform/session.tsx';
import { useFormats } from '../../platform/texts.tsx';
import { Ticking, type TickingValue } from '../../platform/ticking.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { exactMoneyText, moneyText, percentText, signedMoneyText, toneOf, totalsCoin, UNKNOWN } from '../../platform/values.ts';
import styles from './assets.module.css';
import { FundsDialog } from './funds-dialog.tsx';
import { useAssetsText } from './texts.ts';

type Names = readonly Coin[];

function mapped<A, B>(value: Loadable<A>, of: (data: A) => B): Loadable<B> {
  if (value.status === 'idle') return value;
  if (value.status === 'success') return { status: 'success', data: of(value.data) };
  const data = value.data === undefined ? {} : { data: of(value.data) };
  return value.status === 'error' ? { status: 'error', error: value.error, ...data } : { status: 'pending', ...data };
}

const worth = ({ value }: CoinView): bigint => (value === undefined ? 0n : moneyUnits(value));
const byWorth = (a: CoinView, b: CoinView): number => Number(worth(b) > worth(a)) - Number(worth(b) < worth(a));

/** The most valuable coins first. */
const namesOf = (coins: Loadable<readonly CoinView[]>): Loadable<Names> =>
  mapped(coins, (views) => views.toSorted(byWorth).map(({ coin }) => coin));

/** Rows change with the coins held; their values update themselves, and rows do not change places while prices move. */
function sameNames(a: Loadable<Names>, b: Loadable<Names>): boolean {
  if (a.status === 'idle' || b.status === 'idle') return a.status === b.status;
  return a.status === b.status && [...(a.data ?? [])].sort().join() === [...(b.data ?? [])].sort().join();
}

function Total({ label, read }: { label: string; read: (totals: AccountView) => TickingValue | string }) {
  const { totals } = useClient().funds;
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

const viewIn = (coins: Loadable<readonly CoinView[]>, coin: Coin): CoinView | undefined =>
  coins.status === 'idle' ? undefined : coins.data?.find((view) => view.coin === coin);

function CoinCell({ label, coin, read }: { label: string; coin: Coin; read: (view: CoinView) => TickingValue | string }) {
  const { coins } = useClient().funds;
  return (
    <TableCell label={label}>
      <Ticking
        as="span"
        sources={[coins]}
        read={() => {
          const now = viewIn(coins.get(), coin);
          return now === undefined ? UNKNOWN : read(now);
        }}
      />
    </TableCell>
  );
}

/** Collateral ratio of the coin, and the switch for its use as collateral. */
function CollateralCell({ coin }: { coin: Coin }) {
  const client = useClient();
  const text = useAssetsText();
  const formats = useFormats();
  const { coins } = client.funds;
  const { lending } = useOffers();
  const choice = useSelected(coins, (now) => viewIn(now, coin)?.collateralChoice === true);
  const on = useSelected(coins, (now) => viewIn(now, coin)?.isCollateral !== false);
  const [busy, setBusy] = useState(false);
  const flip = (next: boolean): void => {
    setBusy(true);
    void client.funds.setCollateral(coin, next).then((result) => {
      setBusy(false);
      if (result.ok) notify({ kind: 'success', id: `collateral-${coin}`, title: text(next ? 'collateralOn' : 'collateralOff', { coin }) });
      else reportFailure(result.failure);
    });
  };
  return (
    <TableCell label={text('collateral')}>
      <span className={styles['collateral']}>
        <Ticking
          as="span"
          sources={[coins]}
          read={() => {
            const now = viewIn(coins.get(), coin);
            return now === undefined || !now.isCollateral ? UNKNOWN : percentText(formats, now.collateralRatio, 0);
          }}
        />
        {choice && lending && <Switch label={text('collateralOf', { coin })} checked={on} busy={busy} onChange={flip} />}
      </span>
    </TableCell>
  );
}

/** One coin in all its wallets. */
function CoinRow({ coin, onMove }: { coin: Coin; onMove: (() => void) | undefined }) {
  const text = useAssetsText();
  const formats = useFormats();
  const amount = (of: (view: CoinView) => CoinView['cash']) => (view: CoinView) => exactMoneyText(formats, of(view));
  return (
    <TableRow label={coin}>
      <TableCell label={text('coin')} align="start" kind="title">
        {coin}
      </TableCell>
      <CoinCell
        label={text('cash')}
        coin={coin}
        read={({ cash }) => ({ text: exactMoneyText(formats, cash), tone: moneyUnits(cash) < 0n ? 'down' : 'none' })}
      />
      <CollateralCell coin={coin} />
      <CoinCell label={text('locked')} coin={coin} read={amount(({ locked }) => locked)} />
      <CoinCell label={text('withdrawable')} coin={coin} read={amount(({ withdrawable }) => withdrawable)} />
      <CoinCell label={text('funding')} coin={coin} read={amount(({ funding }) => funding)} />
      <CoinCell label={text('savings')} coin={coin} read={amount(({ savings }) => savings)} />
      <CoinCell label={text('borrowed')} coin={coin} read={amount(({ borrowed }) => borrowed)} />
      <CoinCell label={text('value')} coin={coin} read={({ value }) => moneyText(formats, value)} />
      <TableCell label={text('actions')} kind="actions">
        {onMove !== undefined && (
          <Button size="small" aria-label={text('moveCoin', { coin })} onClick={onMove}>
            {text('move')}
          </Button>
        )}
      </TableCell>
    </TableRow>
  );
}

/** Balances, debts and savings of the account, with their transfers. */
export function Assets() {
  const text = useAssetsText();
  const formats = useFormats();
  const { funds } = useClient();
  const { lending } = useOffers();
  const names = useSelected(funds.coins, namesOf, sameNames);
  const [moved, setMoved] = useState<CoinView | undefined>(undefined);
  const columns: Column[] = [
    { id: 'coin', label: text('coin'), align: 'start' },
    ...(['cash', 'collateral', 'locked', 'withdrawable', 'funding', 'savings', 'borrowed', 'value', 'actions'] as const).map((id) => ({
      id,
      label: text(id),
    })),
  ];
  return (
    <LoadableView value={names}>
      {(coins) =>
        coins.length === 0 ? (
          <StateMessage title={text('empty')} />
        ) : (
          <div className={styles['assets']}>
            <dl className={styles['totals']} aria-label={text('summary')}>
              <Total label={text('equity')} read={(view) => `${moneyText(formats, view.equity)} ${totalsCoin(view)}`} />
              <Total label={text('available')} read={(view) => `${moneyText(formats, view.available)} ${totalsCoin(view)}`} />
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
              {coins.map((coin) => (
                <CoinRow key={coin} coin={coin} onMove={lending ? () => setMoved(viewIn(funds.coins.get(), coin)) : undefined} />
              ))}
            </DataTable>
            {moved !== undefined && <FundsDialog view={moved} onClose={() => setMoved(undefined)} />}
          </div>
        )
      }
    </LoadableView>
  );
}
