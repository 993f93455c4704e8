import { leverageRisk } from '@tapedeck/client';
import type { Instrument, Leverage, MarginMode } from '@tapedeck/domain';
import { useClient } from '../../../platform/client-context.tsx';
import { useFormats } from '../../../platform/texts.tsx';
import { Ticking } from '../../../platform/ticking.tsx';
import { useMarketFeed } from '../../../platform/use-market-feed.ts';
import { leverageText, percentText } from '../../../platform/values.ts';
import styles from '../dialogs.module.css';
import { useContractSettingsText } from './texts.ts';

interface LeverageWarningProps {
  readonly instrument: Instrument;
  readonly side: 'long' | 'short';
  /** A long and a short side by side. */
  readonly hedged: boolean;
  readonly leverage: Leverage;
  readonly marginMode: MarginMode;
}

/** Mark price move that would liquidate at a high leverage. */
export function LeverageWarning({ instrument, side, hedged, leverage, marginMode }: LeverageWarningProps) {
  const { positions, funds } = useClient();
  const text = useContractSettingsText();
  const formats = useFormats();
  const { ticker } = useMarketFeed(instrument.symbol);
  const position = positions.position(`${instrument.symbol}:${!hedged ? 0 : side === 'long' ? 1 : 2}`);
  const totals = funds.totalsIn(instrument.settleCoin);
  const read = (): string => {
    const mark = ticker.get().ticker?.market.mark;
    const now = totals.get();
    const own = now.status === 'success' || now.status === 'pending' ? now.data : undefined;
    const shown = { leverage: leverageText(formats, leverage) };
    if (mark === undefined) return text('leverageRisk.account', shown);
    const direction = side === 'long' ? 'Buy' : 'Sell';
    const feeTier = funds.feeTier.get();
    const risk = leverageRisk({ instrument, feeTier, side: direction, leverage, marginMode, mark, account: own, position: position.get() });
    if (risk.of === 'account') return text('leverageRisk.account', shown);
    const figures = { ...shown, percent: percentText(formats, risk.move) };
    if (risk.of !== 'new' || risk.largest === risk.move) return text(`leverageRisk.${risk.of}`, figures);
    return text('leverageRisk.newLarge', { ...figures, largest: percentText(formats, risk.largest) });
  };
  return (
    <div data-tone="accent" className={styles['warning']}>
      <Ticking as="p" sources={[ticker, totals, position, funds.feeTier]} read={read} />
    </div>
  );
}
