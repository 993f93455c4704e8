import { isPortfolioMargin, type AccountView } from '@tapedeck/client';
import { moneyUnits, rateUnits } from '@tapedeck/domain';
import type { ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { Tag } from '@tapedeck/ui';
import { useAccountTraits } from '../../widgets/account-traits.ts';
import { Freshly } from '../../platform/panel-state.tsx';
import { useLoginState } from '../../platform/session.tsx';
import { textHook, useFormats } from '../../platform/texts.tsx';
import { Ticking, type TickingValue, type Tone } from '../../platform/ticking.tsx';
import { moneyText, percentText, signedMoneyText, toneOf, totalsCoin, UNKNOWN } from '../../platform/values.ts';
import styles from './account-summary.module.css';
import english from './text.en.json';

const useText = textHook('account-summary', english);

function Total({ className, read }: { className?: string | undefined; read: (totals: AccountView) => TickingValue | string }) {
  const { totals } = useClient().funds;
  return (
    <Ticking
      as="dd"
      className={className}
      sources={[totals]}
      read={() => {
        const value = totals.get();
        return value.status === 'idle' || value.data === undefined ? UNKNOWN : read(value.data);
      }}
    />
  );
}

/** Reports figures that are computed from old reports or old prices. */
export function FiguresFreshness() {
  return <Freshly of={useClient().funds.freshness} select={(freshness) => freshness} />;
}

/** Normal below half of the liquidation level, warning above it, alarm from four fifths. */
function levelTone(totals: AccountView): Tone {
  const rate = totals.maintenanceMarginRate;
  if (rate === undefined) return 'none';
  const percent = rateUnits(rate) / 1_000_000n;
  return percent >= 80n ? 'down' : percent >= 50n ? 'accent' : 'up';
}

/** Equity and margin level in the page's header. */
export function AccountLine() {
  const text = useText();
  const formats = useFormats();
  if (useLoginState() !== 'in') return null;
  return (
    <dl className={styles['line']} aria-label={text('region')}>
      <div>
        <dt>
          <span>{text('equity')}</span> <FiguresFreshness />
        </dt>
        <Total read={(totals) => `${moneyText(formats, totals.equity)} ${totalsCoin(totals)}`} />
      </div>
      <div className={styles['level']}>
        <dt>{text('marginLevel')}</dt>
        <Total
          read={(totals) => ({
            text: text('level', {
              initial: percentText(formats, totals.initialMarginRate, 1),
              maintenance: percentText(formats, totals.maintenanceMarginRate, 1),
            }),
            tone: levelTone(totals),
          })}
        />
      </div>
    </dl>
  );
}

/** Total P&L and margin of the open positions, above their cards on a phone; `children` are actions on all of them. */
export function AccountStrip({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const formats = useFormats();
  return (
    <div className={styles['strip']}>
      <dl aria-label={text('region')}>
        <div>
          <dt>
            <span>{text('unrealised')}</span> <FiguresFreshness />
          </dt>
          <Total
            read={(totals) => ({ text: signedMoneyText(formats, totals.unrealisedPnl), tone: toneOf(moneyUnits(totals.unrealisedPnl)) })}
          />
        </div>
        <div>
          <dt>{text('marginUsed')}</dt>
          <Total read={(totals) => moneyText(formats, totals.initialMargin)} />
        </div>
        <div>
          <dt>{text('marginLevel')}</dt>
          <Total
            read={(totals) => ({
              text: text('initialLevel', { initial: percentText(formats, totals.initialMarginRate, 1) }),
              tone: levelTone(totals),
            })}
          />
        </div>
      </dl>
      {children}
    </div>
  );
}

/** The account's totals below the order form. */
export function AccountBlock() {
  const text = useText();
  const formats = useFormats();
  const { kind, isDemo } = useAccountTraits();
  if (useLoginState() !== 'in') return null;
  return (
    <section className={styles['block']} aria-label={text('region')}>
      <h2 className={styles['title']}>
        <span>{text(`title.${kind}`)}</span>
        {isDemo && <Tag tone="accent">{text('demo')}</Tag>}
        <FiguresFreshness />
      </h2>
      <dl className={styles['rows']}>
        <dt>{text('equity')}</dt>
        <Total read={(totals) => `${moneyText(formats, totals.equity)} ${totalsCoin(totals)}`} />
        <dt>{text('available')}</dt>
        <Total read={(totals) => `${moneyText(formats, totals.available)} ${totalsCoin(totals)}`} />
        <dt>{text('unrealised')}</dt>
        <Total
          read={(totals) => ({
            text: `${signedMoneyText(formats, totals.unrealisedPnl)} ${totalsCoin(totals)}`,
            tone: toneOf(moneyUnits(totals.unrealisedPnl)),
          })}
        />
        <dt>{text('initialMargin')}</dt>
        <Total read={(totals) => `${moneyText(formats, totals.initialMargin)}  ${percentText(formats, totals.initialMarginRate, 1)}`} />
        <dt title={text(isPortfolioMargin({ kind, isDemo }) ? 'portfolioTip' : 'rateTip')}>{text('maintenanceMargin')}</dt>
        <Total
          read={(totals) => `${moneyText(formats, totals.maintenanceMargin)}  ${percentText(formats, totals.maintenanceMarginRate, 1)}`}
        />
      </dl>
    </section>
  );
}
