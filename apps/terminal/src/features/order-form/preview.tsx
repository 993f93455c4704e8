import type { OrderPreview } from '@tapedeck/client';
import { arrives, Button } from '@tapedeck/ui';
import { useCallback, useState, type ReactNode } from 'react';
import { useAccountTraits } from '../../widgets/account-traits.ts';
import { FigureTable } from '../../widgets/figure-table.tsx';
import { fillTexts } from '../../widgets/fill-texts.ts';
import { keepChoice, readChoice } from '../../platform/storage.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import type { TickingValue } from '../../platform/ticking.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { useSoon } from '../../platform/use-soon.ts';
import { coinDigits, marginDigits, moneyText, priceText, UNKNOWN } from '../../platform/values.ts';
import type { Side } from './order-form-store.ts';
import { useOrderFormText } from './texts.ts';
import type { Part } from './use-field-error.ts';

/** A figure of the preview. */
export type Figure =
  | 'quantity'
  | 'cost'
  | 'fee'
  | 'fillsAverage'
  | 'liquidationNow'
  | 'liquidation'
  | 'marginAfter'
  | 'max'
  | 'margin'
  | 'fills'
  | 'fillsWorst'
  | 'fillsSlippage'
  | 'fillsCost';

/** At most six figures at rest, of each kind of account and unit; a trader may ask for the others (decision 0086). */
function figuresFor(inCoins: boolean, portfolio: boolean): { readonly first: readonly Figure[]; readonly others: readonly Figure[] } {
  const fills = ['fills', 'fillsWorst', 'fillsSlippage', 'fillsCost'] as const;
  if (portfolio)
    return {
      first: [...(inCoins ? [] : (['quantity'] as const)), 'cost', 'fee', 'fillsAverage', 'marginAfter', 'max'],
      others: ['margin', ...fills],
    };
  return inCoins
    ? { first: ['cost', 'fee', 'fillsAverage', 'liquidationNow', 'liquidation', 'max'], others: ['margin', ...fills] }
    : { first: ['quantity', 'cost', 'fee', 'fillsAverage', 'liquidation', 'max'], others: ['liquidationNow', 'margin', ...fills] };
}

/** How each figure is read from a preview. */
function useFigures({ form }: Part): Record<Figure, (preview: OrderPreview) => TickingValue | string> {
  const formats = useFormats();
  const { instrument } = form.feed;
  const digits = coinDigits(instrument.settleCoin);
  const marginPlaces = marginDigits(instrument.settleCoin);
  const quantity = (value: string | undefined) => (value === undefined ? UNKNOWN : formats.decimal(value));
  const fills = fillTexts(useCommonText(), formats, instrument);
  return {
    quantity: (preview) => quantity(preview.quantity),
    cost: ({ cost }) => moneyText(formats, cost, digits),
    fee: ({ openFee }) => moneyText(formats, openFee, digits),
    fillsAverage: ({ fill }) => fills.average(fill),
    liquidationNow: ({ liquidationBefore }) => priceText(formats, liquidationBefore, instrument),
    liquidation: (preview) => priceText(formats, preview.liquidationAfter, instrument),
    marginAfter: ({ marginAfter }) => moneyText(formats, marginAfter, marginPlaces),
    max: ({ maxQuantity }) => quantity(maxQuantity),
    margin: ({ initialMargin }) => moneyText(formats, initialMargin, marginPlaces),
    fills: ({ fill }) => fills.quantity(fill),
    fillsWorst: ({ fill }) => fills.worst(fill),
    fillsSlippage: ({ fill }) => fills.slippage(fill),
    fillsCost: ({ fill }) => fills.slippageCost(fill),
  };
}

const KEPT = 'order.figures';

type Explained = (props: Part & { readonly figure: Figure; readonly name: string }) => ReactNode;

/** The explanations behind the labels; their script arrives after the first view. */
function useExplained(): Explained | undefined {
  const [explained, setExplained] = useState<{ readonly label: Explained }>();
  const load = useCallback(async () => {
    const { Explained: label } = await arrives(() => import('./order-figures/explained.tsx'));
    setExplained({ label });
  }, []);
  useSoon(load);
  return explained?.label;
}

/** Preview of the sides that can be pressed, side by side. */
export function Preview({ form, sides }: Part & { readonly sides: readonly Side[] }) {
  const text = useOrderFormText();
  const common = useCommonText();
  const portfolio = useAccountTraits().kind === 'PM';
  const inCoins = useSelected(form.draft, (draft) => draft.unit === 'quantity');
  const [all, setAll] = useState(() => readChoice(KEPT) === 'all');
  const figures = useFigures({ form });
  const Explained = useExplained();
  const { first, others } = figuresFor(inCoins, portfolio);
  const toggle = () => {
    setAll(!all);
    keepChoice(KEPT, all ? 'first' : 'all');
  };
  const label = (name: Figure) => (Explained === undefined ? text(name) : <Explained form={form} figure={name} name={text(name)} />);
  const rows = [...first, ...(all ? others : [])].map((name) => ({
    name,
    label: label(name),
    read: sides.map((side) => () => figures[name](form.preview(side))),
  }));
  return (
    <div>
      <FigureTable
        label={text('preview')}
        {...(sides.length > 1 && { columns: sides.map((side) => common(side === 'Buy' ? 'buy' : 'sell')) })}
        rows={rows}
        sources={[form.previews]}
        input={() => form.draft.get()}
      />
      <Button tone="link" size="small" aria-expanded={all} onClick={toggle}>
        {text(all ? 'fewerFigures' : 'moreFigures')}
      </Button>
    </div>
  );
}
