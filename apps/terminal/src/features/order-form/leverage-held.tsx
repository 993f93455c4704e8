import { leveragePreview, type LeveragePreview } from '@tapedeck/client';
import type { Instrument, Leverage, Money, Price } from '@tapedeck/domain';
import { useClient } from '../../platform/client-context.tsx';
import { useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { UNKNOWN, marginDigits, moneyText, priceText } from '../../platform/values.ts';
import styles from './dialogs.module.css';
import { useOrderFormText } from './texts.ts';

interface LeverageHeldProps {
  readonly instrument: Instrument;
  readonly side: 'long' | 'short';
  /** A long and a short beside each other. */
  readonly hedged: boolean;
  readonly leverage: Leverage;
}

type NowAndThen = (preview: LeveragePreview) => readonly [now: string, then: string];

/** What the leverage would make of the open position: its margin and where it is liquidated, now and then. */
export function LeverageHeld({ instrument, hedged, side, leverage }: LeverageHeldProps) {
  const { account } = useClient();
  const text = useOrderFormText();
  const formats = useFormats();
  const { symbol, settleCoin } = instrument;
  const position = account.position(`${symbol}:${!hedged ? 0 : side === 'long' ? 1 : 2}`);
  const totals = account.totalsIn(settleCoin);
  const open = useSelected(position, (view) => view !== undefined);
  if (!open) return null;
  const read = (show: NowAndThen): string => {
    const view = position.get();
    const now = totals.get();
    const own = now.status === 'success' || now.status === 'pending' ? now.data : undefined;
    const preview = view && leveragePreview(view, own, leverage);
    return preview === undefined ? UNKNOWN : show(preview).join(' \u2192 ');
  };
  const money = (value: Money): string => moneyText(formats, value, marginDigits(settleCoin));
  const price = (value: Price | undefined): string => priceText(formats, value, instrument);
  const row = (label: string, show: NowAndThen) => (
    <>
      <dt>{label}</dt>
      <Ticking as="dd" sources={[position, totals]} read={() => read(show)} />
    </>
  );
  return (
    <dl className={styles['held']} aria-label={text('leverageHeld')}>
      {row(text('margin'), ({ marginBefore, marginAfter }) => [money(marginBefore), money(marginAfter)])}
      {row(text('liquidation'), ({ liquidationBefore, liquidationAfter }) => [price(liquidationBefore), price(liquidationAfter)])}
    </dl>
  );
}
