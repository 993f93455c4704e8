import { leveragePreview, type LeveragePreview } from '@tapedeck/client';
import type { Instrument, Leverage, Money, Price } from '@tapedeck/domain';
import { useClient } from '../../../platform/client-context.tsx';
import { useFormats } from '../../../platform/texts.tsx';
import { Ticking } from '../../../platform/ticking.tsx';
import { useSelected } from '../../../platform/use-readable.ts';
import { UNKNOWN, marginDigits, moneyText, priceText } from '../../../platform/values.ts';
import styles from '../dialogs.module.css';
import { useContractSettingsText } from './texts.ts';

interface LeverageHeldProps {
  readonly instrument: Instrument;
  readonly side: 'long' | 'short';
  /** A long and a short side by side. */
  readonly hedged: boolean;
  readonly leverage: Leverage;
}

type NowAndThen = (preview: LeveragePreview) => readonly [now: string, then: string];

/** Margin and liquidation price of the open position, now and at the new leverage. */
export function LeverageHeld({ instrument, hedged, side, leverage }: LeverageHeldProps) {
  const { positions, funds } = useClient();
  const text = useContractSettingsText();
  const formats = useFormats();
  const { symbol, settleCoin } = instrument;
  const position = positions.position(`${symbol}:${!hedged ? 0 : side === 'long' ? 1 : 2}`);
  const totals = funds.totalsIn(settleCoin);
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
