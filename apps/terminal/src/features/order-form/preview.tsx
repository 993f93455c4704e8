import { BOOK_DEPTH, type FillSimulation, type OrderPreview } from '@tapedeck/client';
import { quantityCoin, type Price } from '@tapedeck/domain';
import { useAccountTraits } from '../../platform/account-traits.ts';
import { useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { coinDigits, lotsText, marginDigits, moneyText, priceText, slippageText, UNKNOWN } from '../../platform/values.ts';
import type { Side } from './order-form-store.ts';
import styles from './order-form.module.css';
import { useOrderFormText } from './texts.ts';
import type { Part } from './use-field-error.ts';

function PreviewRow({ form, side, label, read }: Part & { side: Side; label: string; read: (preview: OrderPreview) => string }) {
  return (
    <>
      <dt>{label}</dt>
      <Ticking as="dd" sources={[form.previews]} read={() => read(form.preview(side))} />
    </>
  );
}

/** What a side of the order would do. */
export function Preview({ form, side }: Part & { side: Side }) {
  const text = useOrderFormText();
  const formats = useFormats();
  const { instrument } = form.feed;
  const digits = coinDigits(instrument.settleCoin);
  const margin = marginDigits(instrument.settleCoin);
  const portfolio = useAccountTraits().kind === 'PM';
  const inCoins = useSelected(form.draft, (draft) => draft.unit === 'quantity');
  const quantity = (value: string | undefined) => (value === undefined ? UNKNOWN : formats.decimal(value));
  const fillsText = ({ filled, requested }: FillSimulation) =>
    filled === requested
      ? lotsText(formats, filled, instrument)
      : [filled, requested].map((of) => lotsText(formats, of, instrument)).join(' / ');
  const price = (value: Price | undefined) => priceText(formats, value, instrument);
  const warning = (): string => {
    const { fill } = form.preview(side);
    if (fill?.end === undefined) return '';
    const [filled, requested] = [lotsText(formats, fill.filled, instrument), lotsText(formats, fill.requested, instrument)];
    const levels = formats.count(BigInt(BOOK_DEPTH), 0);
    return text(`fillEnd.${fill.end}`, { filled, requested, coin: quantityCoin(instrument), limit: price(fill.limit), levels });
  };
  const row = (label: string, read: (preview: OrderPreview) => string) => <PreviewRow form={form} side={side} label={label} read={read} />;
  return (
    <>
      <Ticking as="p" className={styles['note']} sources={[form.previews]} read={warning} />
      <dl className={styles['preview']} aria-label={text(side === 'Buy' ? 'previewBuy' : 'previewSell')}>
        {!inCoins && row(text('previewQuantity'), (preview) => quantity(preview.quantity))}
        {row(text('cost'), (preview) => moneyText(formats, preview.cost, digits))}
        {row(text('margin'), (preview) => moneyText(formats, preview.initialMargin, margin))}
        {portfolio && row(text('marginAfter'), (preview) => moneyText(formats, preview.marginAfter, margin))}
        {row(text('fee'), (preview) => moneyText(formats, preview.openFee, digits))}
        {row(text('fills'), ({ fill }) => (fill === undefined ? UNKNOWN : fillsText(fill)))}
        {row(text('fillsAverage'), ({ fill }) => price(fill?.figures?.averagePrice))}
        {row(text('fillsWorst'), ({ fill }) => price(fill?.figures?.worstPrice))}
        {row(text('fillsSlippage'), ({ fill }) => slippageText(formats, fill?.figures, instrument))}
        {row(text('liquidation'), (preview) => priceText(formats, preview.liquidationAfter, instrument))}
        {row(text('liquidationNow'), (preview) => priceText(formats, preview.liquidationBefore, instrument))}
        {row(text('max'), (preview) => quantity(preview.maxQuantity))}
      </dl>
    </>
  );
}
