import type { OrderPreview } from '@tapedeck/client';
import { useAccountTraits } from '../../widgets/account-traits.ts';
import { fillTexts } from '../../widgets/fill-texts.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking, type TickingValue } from '../../platform/ticking.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { coinDigits, marginDigits, moneyText, priceText, UNKNOWN } from '../../platform/values.ts';
import type { Side } from './order-form-store.ts';
import styles from './order-form.module.css';
import { useOrderFormText } from './texts.ts';
import type { Part } from './use-field-error.ts';

function PreviewRow({
  form,
  side,
  label,
  tip,
  read,
}: Part & { side: Side; label: string; tip: string | undefined; read: (preview: OrderPreview) => TickingValue | string }) {
  return (
    <>
      <dt title={tip}>{label}</dt>
      <Ticking as="dd" sources={[form.previews]} read={() => read(form.preview(side))} />
    </>
  );
}

/** Preview of one side of the order. */
export function Preview({ form, side }: Part & { side: Side }) {
  const text = useOrderFormText();
  const formats = useFormats();
  const { instrument } = form.feed;
  const digits = coinDigits(instrument.settleCoin);
  const margin = marginDigits(instrument.settleCoin);
  const portfolio = useAccountTraits().kind === 'PM';
  const inCoins = useSelected(form.draft, (draft) => draft.unit === 'quantity');
  const quantity = (value: string | undefined) => (value === undefined ? UNKNOWN : formats.decimal(value));
  const fills = fillTexts(useCommonText(), formats, instrument);
  const row = (label: string, read: (preview: OrderPreview) => TickingValue | string, tip?: string) => (
    <PreviewRow form={form} side={side} label={label} tip={tip} read={read} />
  );
  // A side that is refused fills nothing.
  const note = () => (form.problems.get().some((found) => (found.side ?? side) === side) ? '' : fills.end(form.preview(side).fill));
  return (
    <>
      <Ticking as="p" className={styles['note']} sources={[form.previews, form.problems]} read={note} />
      <dl className={styles['preview']} aria-label={text(side === 'Buy' ? 'previewBuy' : 'previewSell')}>
        {!inCoins && row(text('previewQuantity'), (preview) => quantity(preview.quantity))}
        {row(text('cost'), (preview) => moneyText(formats, preview.cost, digits))}
        {row(text('margin'), (preview) => moneyText(formats, preview.initialMargin, margin))}
        {portfolio && row(text('marginAfter'), (preview) => moneyText(formats, preview.marginAfter, margin))}
        {row(text('fee'), (preview) => moneyText(formats, preview.openFee, digits))}
        {row(text('fills'), ({ fill }) => fills.quantity(fill))}
        {row(text('fillsAverage'), ({ fill }) => fills.average(fill))}
        {row(text('fillsWorst'), ({ fill }) => fills.worst(fill))}
        {row(text('fillsSlippage'), ({ fill }) => fills.slippage(fill), text('fillsSlippageTip'))}
        {row(text('fillsCost'), ({ fill }) => fills.slippageCost(fill))}
        {row(text('liquidation'), (preview) => priceText(formats, preview.liquidationAfter, instrument))}
        {row(text('liquidationNow'), (preview) => priceText(formats, preview.liquidationBefore, instrument))}
        {row(text('max'), (preview) => quantity(preview.maxQuantity))}
      </dl>
    </>
  );
}
