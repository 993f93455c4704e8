import {
  closePreview,
  isPortfolioMargin,
  marketFill,
  orderFormContext,
  type FillSimulation,
  type MarketFeed,
  type PositionView,
} from '@tapedeck/client';
import { isOption, lotCount, lots, moneyUnits, opposite, type SettingsRecord, type Side, quantityCoin } from '@tapedeck/domain';
import { Button, Checkbox, Tag } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useMemo } from 'react';
import { useAccountTraits } from '../../widgets/account-traits.ts';
import { useClient } from '../../platform/client-context.tsx';
import { ClosingEffects } from '../../widgets/effects/closing-effects.tsx';
import { fillTexts } from '../../widgets/fill-texts.ts';
import { useMarginTerms } from '../../widgets/margin-terms.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking, TickingFact, type TickingValue } from '../../platform/ticking.tsx';
import { useMarketFeed } from '../../platform/use-market-feed.ts';
import { StalePrices } from '../../widgets/stale-prices.tsx';
import { useReadable } from '../../platform/use-readable.ts';
import { coinDigits, leverageText, lotsText, priceText, signedMoneyText, toneOf, UNKNOWN } from '../../platform/values.ts';
import styles from './reverse-dialog.module.css';
import { positionName, usePositionsText } from './texts.ts';
import { useReverse } from './use-reverse.ts';

interface SideProps {
  readonly view: PositionView;
  readonly settings: SettingsRecord | undefined;
}

function SideTag({ side }: { side: Side }) {
  const common = useCommonText();
  return <Tag tone={side === 'Buy' ? 'up' : 'down'}>{common(side === 'Buy' ? 'long' : 'short')}</Tag>;
}

/** The current position, an arrow, and the position after the reversal. */
function Sides({ view, settings }: SideProps) {
  const text = usePositionsText();
  const formats = useFormats();
  const terms = useMarginTerms();
  const { record, instrument } = view;
  const hasNoLeverage = isPortfolioMargin(useAccountTraits()) || isOption(instrument);
  const next = opposite(record.side);
  const leverage = (next === 'Buy' ? settings?.longLeverage : settings?.shortLeverage) ?? record.leverage;
  const quantity = `${lotsText(formats, record.size, instrument)} ${quantityCoin(instrument)}`;
  return (
    <div className={styles['sides']}>
      <div className={styles['side']}>
        <span className={styles['caption']}>{text('reverseNow')}</span>
        <span>
          <SideTag side={record.side} /> <span>{hasNoLeverage ? terms(instrument, record) : leverageText(formats, record.leverage)}</span>
        </span>
        <strong>{quantity}</strong>
      </div>
      <span aria-hidden className={styles['arrow']}>
        {'\u2192'}
      </span>
      <div className={styles['side']}>
        <span className={styles['caption']}>{text('reverseThen')}</span>
        <span>
          <SideTag side={next} /> <span>{terms(instrument, { marginMode: settings?.marginMode ?? record.marginMode, leverage })}</span>
        </span>
        <strong>{quantity}</strong>
      </div>
    </div>
  );
}

/** Fills of both orders against the current book: they match the same side of it, one after the other. */
function Fills({ view, feed }: { view: PositionView; feed: MarketFeed }) {
  const client = useClient();
  const text = usePositionsText();
  const formats = useFormats();
  const { instrument, record } = view;
  const context = useMemo(() => orderFormContext(client, feed), [client, feed]);
  const fills = fillTexts(useCommonText(), formats, instrument);
  const sources = [context, feed.book];
  const read = () => marketFill(context.get(), opposite(record.side), lots(2 * lotCount(record.size)));
  const row = (label: string, show: (fill: FillSimulation | undefined) => TickingValue | string) => (
    <TickingFact name={label} sources={sources} read={() => show(read())} />
  );
  return (
    <>
      <dl className={styles['fills']} aria-label={text('reverseFill')}>
        {row(text('closeFills'), fills.quantity)}
        {row(text('closeAverage'), fills.average)}
        {row(text('closeWorst'), fills.worst)}
        {row(text('closeSlippage'), fills.slippageInFull)}
        <TickingFact
          name={text('reversePnl')}
          sources={sources}
          read={() => {
            const pnl = closePreview(record, {}, context.get())?.pnl;
            if (pnl === undefined) return UNKNOWN;
            return {
              text: `${signedMoneyText(formats, pnl, coinDigits(instrument.settleCoin))} ${instrument.settleCoin}`,
              tone: toneOf(moneyUnits(pnl)),
            };
          }}
        />
      </dl>
      <Ticking as="p" className={styles['warning']} sources={sources} read={() => fills.end(read())} />
    </>
  );
}

interface ReverseDialogProps {
  readonly view: PositionView;
  /** Copy trading always asks. */
  readonly copyTrade?: boolean;
  onClose(): void;
}

/** Confirms the reversal of a position. */
export function ReverseDialog({ view, copyTrade = false, onClose }: ReverseDialogProps) {
  const client = useClient();
  const text = usePositionsText();
  const common = useCommonText();
  const formats = useFormats();
  const settings = useReadable(client.positions.settings(view.instrument.id));
  const { busy, reverse } = useReverse();
  const hidden = useReadable(client.notices.reverseTip.hidden);
  const feed = useMarketFeed(view.instrument.symbol);
  const { ticker } = feed;
  const confirm = () => void reverse(view).then(onClose);
  const { instrument } = view;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={text('reverseTitle', { position: positionName(text, instrument, view.record) })}
      closeLabel={common('close')}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button tone="accent" busy={busy} onClick={confirm}>
            {text('reverse')}
          </Button>
        </>
      }
    >
      <dl className={styles['price']}>
        <dt>{text('reversePrice')}</dt>
        <Ticking as="dd" sources={[ticker]} read={() => priceText(formats, ticker.get().ticker?.market.last, instrument)} />
      </dl>
      <Sides view={view} settings={settings} />
      <Fills view={view} feed={feed} />
      <StalePrices feeds={[feed]} />
      <ClosingEffects views={[view]} reversed />
      <p className={styles['note']}>
        <span>{text('reverseNote')}</span>{' '}
        <a href="/help/reverse" target="_blank" rel="noreferrer">
          {text('more')}
        </a>
      </p>
      {!copyTrade && (
        <Checkbox checked={hidden} disabled={busy} onChange={(next) => client.notices.reverseTip.choose(next)}>
          {text('reverseNoPrompt')}
        </Checkbox>
      )}
    </Dialog>
  );
}
