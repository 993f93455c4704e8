import { fieldPrice, PRICE_STEP_PRESETS, priceStepUnits, type TriggerSource } from '@tapedeck/client';
import { price as priceOfUnits } from '@tapedeck/domain';
import { arrives, Button, NumberField, Select } from '@tapedeck/ui';
import { lazy, Suspense, useState } from 'react';
import { useCommonText } from '../../platform/texts.tsx';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import styles from './order-form.module.css';
import { useOrderFormText } from './texts.ts';
import { useFieldError, type Part } from './use-field-error.ts';

const Popover = lazy(() => arrives(() => import('@tapedeck/ui/popover')).then((module) => ({ default: module.Popover })));

/** Plus and minus of the price by a step, with a few steps to choose from. */
function StepContent({ form }: Part) {
  const text = useOrderFormText();
  const { priceStep } = useReadable(form.draft);
  const { instrument } = form.feed;
  const change = (action: Parameters<typeof form.changeStep>[0]) => form.changeStep(action);
  const move = (steps: number) => form.dispatch({ type: 'priceMoved', steps });
  const shown = fieldPrice(priceOfUnits(priceStepUnits(priceStep, instrument)), instrument);
  return (
    <div className={styles['step']}>
      <div className={styles['stepMove']}>
        <Button aria-label={text('step.minus', { step: shown })} onClick={() => move(-1)}>
          {`− ${shown}`}
        </Button>
        <Button aria-label={text('step.plus', { step: shown })} onClick={() => move(1)}>
          {`+ ${shown}`}
        </Button>
      </div>
      <NumberField
        label={text('step.field')}
        value={priceStep}
        unit={instrument.quoteCoin}
        onText={(typed) => change({ type: 'stepTyped', text: typed })}
        onStep={(ticks) => change({ type: 'stepMoved', ticks })}
        onBlur={() => change({ type: 'stepBlurred' })}
      />
      <div className={styles['stepChoices']}>
        {PRICE_STEP_PRESETS.map((ticks) => (
          <Button key={ticks} onClick={() => change({ type: 'stepPreset', ticks })}>
            {text('step.ticks', { ticks })}
          </Button>
        ))}
      </div>
      <div className={styles['stepMove']}>
        <Button onClick={() => change({ type: 'stepToMin' })}>{text('step.min')}</Button>
        <Button onClick={() => change({ type: 'stepCleared' })}>{text('step.clear')}</Button>
      </div>
    </div>
  );
}

/** What opens the steps stands at once; they are loaded when they are first asked for. */
function PriceSteps({ form }: Part) {
  const text = useOrderFormText();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const ask = () => {
    setAsked(true);
    setOpen(true);
  };
  const trigger = (onClick?: () => void) => (
    <Button tone="link" aria-label={text('step.open')} onClick={onClick}>
      ±
    </Button>
  );
  if (!asked) return trigger(ask);
  return (
    <Suspense fallback={trigger()}>
      <Popover trigger={trigger()} label={text('step.title')} align="end" open={open} onOpenChange={setOpen}>
        <StepContent form={form} />
      </Popover>
    </Suspense>
  );
}

/** The limit price, or a word for the market's. */
export function PriceField({ form }: Part) {
  const text = useOrderFormText();
  const { orderType, price } = useReadable(form.draft);
  const error = useFieldError(form, 'price');
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

const SOURCES = ['LastPrice', 'MarkPrice', 'IndexPrice'] as const satisfies readonly TriggerSource[];

/** What a conditional order waits for, and what it then becomes. */
export function TriggerFields({ form }: Part) {
  const text = useOrderFormText();
  const common = useCommonText();
  const trigger = useSelected(form.draft, (draft) => draft.trigger);
  const orderType = useSelected(form.draft, (draft) => draft.orderType);
  const error = useFieldError(form, 'trigger');
  if (trigger === undefined) return null;
  return (
    <>
      <div className={styles['pair']}>
        <span>{text('conditionalType')}</span>
        <span className={styles['plain']}>
          <Select
            bare
            label={text('conditionalType')}
            value={orderType}
            items={[
              { value: 'Market', label: common('market') },
              { value: 'Limit', label: common('limit') },
            ]}
            onChange={(value) => form.dispatch({ type: 'orderTypeChosen', orderType: value, conditional: true })}
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
          <span className={styles['inField']}>
            <Select
              bare
              label={text('triggerBy')}
              value={trigger.source}
              items={SOURCES.map((value) => ({ value, label: text(`source.${value}`) }))}
              onChange={(source) => form.dispatch({ type: 'triggerSourceChosen', source })}
            />
          </span>
        }
      />
    </>
  );
}
