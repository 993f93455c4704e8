import type {
  MarketFeed,
  PriceAction,
  PriceDraft,
  PriceStepAction,
  Readable,
  SourcePrices,
  TriggerAction,
  TriggerFieldDraft,
} from '@tapedeck/client';
import { arrives, BehindButton, Button, NumberField, Select } from '@tapedeck/ui';
import { lazy, useState } from 'react';
import styles from './price-fields.module.css';
import { useCommonText } from '../platform/texts.tsx';
import { TriggerSourceSelect } from './trigger-source-select.tsx';
import { useReadable, useSelected } from '../platform/use-readable.ts';

const StepsPopover = lazy(() =>
  arrives(() => import('./price-steps/price-steps.tsx')).then((module) => ({ default: module.StepsPopover })),
);

type OrderType = 'Limit' | 'Market';

/** The form, for its price fields. */
export interface PricedForm {
  readonly feed: Pick<MarketFeed, 'instrument'>;
  readonly draft: Readable<PriceDraft & { readonly orderType: OrderType; readonly trigger?: TriggerFieldDraft | undefined }>;
  context(): SourcePrices;
  dispatch(action: PriceAction | TriggerAction): void;
  /** Applies the price step buttons; the step is stored per symbol on this machine. */
  changeStep(action: PriceStepAction): void;
  leaveField(field: 'price' | 'trigger'): void;
}

interface FieldProps {
  readonly form: PricedForm;
  /** Error text. */
  readonly error: string | undefined;
}

/** The trigger renders at once; the price steps load when they are first opened. */
function PriceSteps({ form }: Pick<FieldProps, 'form'>) {
  const text = useCommonText();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const ask = () => {
    setAsked(true);
    setOpen(true);
  };
  const forget = () => {
    setAsked(false);
    setOpen(false);
  };
  const trigger = (onClick?: () => void) => (
    <Button tone="link" aria-label={text('step.open')} onClick={onClick}>
      ±
    </Button>
  );
  return (
    <BehindButton button={trigger(ask)} isAsked={asked} onVoid={forget}>
      <StepsPopover form={form} trigger={trigger()} open={open} onOpen={setOpen} />
    </BehindButton>
  );
}

/** The limit price, or a label for the market price. */
export function PriceField({ form, error }: FieldProps) {
  const text = useCommonText();
  const { orderType, price } = useReadable(form.draft);
  const { instrument } = form.feed;
  if (orderType === 'Market') {
    return <NumberField label={text('price')} value={text('marketPrice')} disabled onText={() => undefined} />;
  }
  const takeLast = () => {
    const { last } = form.context();
    if (last !== undefined) form.dispatch({ type: 'priceSet', price: last });
  };
  return (
    <NumberField
      label={text('price')}
      value={price}
      unit={instrument.quoteCoin}
      error={error}
      onText={(typed) => form.dispatch({ type: 'priceTyped', text: typed })}
      onStep={(steps) => form.dispatch({ type: 'priceStepped', steps })}
      onBlur={() => {
        form.dispatch({ type: 'priceBlurred' });
        if (form.draft.get().price !== '') form.leaveField('price');
      }}
      actions={
        <>
          <Button tone="link" onClick={takeLast}>
            {text('last')}
          </Button>
          <PriceSteps form={form} />
        </>
      }
    />
  );
}

/** Trigger of a conditional order, and the type of the order it places. */
export function TriggerFields({ form, error, onOrderType }: FieldProps & { onOrderType(orderType: OrderType): void }) {
  const text = useCommonText();
  const trigger = useSelected(form.draft, (draft) => draft.trigger);
  const orderType = useSelected(form.draft, (draft) => draft.orderType);
  if (trigger === undefined) return null;
  return (
    <>
      <div className={styles['pair']}>
        <span>{text('conditionalType')}</span>
        <span className={styles['end']}>
          <Select
            bare
            label={text('conditionalType')}
            value={orderType}
            items={[
              { value: 'Market', label: text('market') },
              { value: 'Limit', label: text('limit') },
            ]}
            onChange={onOrderType}
          />
        </span>
      </div>
      <NumberField
        label={text('trigger')}
        value={trigger.price}
        error={error}
        onText={(typed) => form.dispatch({ type: 'triggerTyped', text: typed })}
        onStep={(steps) => form.dispatch({ type: 'triggerStepped', steps })}
        onBlur={() => {
          form.dispatch({ type: 'triggerBlurred' });
          if (form.draft.get().trigger?.price !== '') form.leaveField('trigger');
        }}
        actions={
          <span className={styles['end']}>
            <TriggerSourceSelect
              label={text('triggerBy')}
              value={trigger.source}
              onChange={(source) => form.dispatch({ type: 'triggerSourceChosen', source })}
            />
          </span>
        }
      />
    </>
  );
}
