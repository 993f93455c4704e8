import { isOption, valueCoin } from '@tapedeck/domain';
import { Checkbox, Tabs } from '@tapedeck/ui';
import { useEffect, type ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { PriceField, TriggerFields } from '../../widgets/price-fields.tsx';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { TimeInForceSelect } from '../../widgets/time-in-force-select.tsx';
import { usePhone } from '../../platform/use-media.ts';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { coinDigits, feeRatesText, moneyText, UNKNOWN } from '../../platform/values.ts';
import { Actions, SIDES, useSides } from './actions.tsx';
import type { Side } from './order-form-store.ts';
import { MarginButtons } from './margin-buttons.tsx';
import { CalculatorButton } from './calculator-button.tsx';
import styles from './order-form.module.css';
import { More } from './more.tsx';
import { QuantityField } from './quantity-field.tsx';
import { SlippageBlock } from './slippage-block.tsx';
import { useOrderFormText } from './texts.ts';
import { TpslBlock } from './tpsl-block.tsx';
import { useFieldError, type Part } from './use-field-error.ts';
import { VolatilityRow } from './volatility-row.tsx';

const KINDS = ['Limit', 'Market', 'Conditional', 'Algo'] as const;
type Kind = (typeof KINDS)[number];

function TypeTabs({ form, hasAlgo }: Part & { hasAlgo: boolean }) {
  const text = useOrderFormText();
  const common = useCommonText();
  const algo = useReadable(form.algo);
  const kind = useSelected(form.draft, (draft): Kind => (draft.trigger === undefined ? draft.orderType : 'Conditional'));
  const labels: Record<Kind, string> = {
    Limit: common('limit'),
    Market: common('market'),
    Conditional: text('conditional'),
    Algo: text('algo'),
  };
  const choose = (chosen: Kind) => {
    form.algo.set(chosen === 'Algo');
    if (chosen === 'Conditional') form.dispatch({ type: 'conditionalChosen' });
    else if (chosen !== 'Algo') form.dispatch({ type: 'orderTypeChosen', orderType: chosen });
  };
  return (
    <Tabs
      compact
      className={styles['types']}
      label={text('type')}
      value={algo ? 'Algo' : kind}
      items={KINDS.filter((value) => hasAlgo || value !== 'Algo').map((value) => ({ value, label: labels[value] }))}
      onChange={choose}
    />
  );
}

/** On a phone, the form is for one side at a time. */
function SideTabs({ form }: Part) {
  const text = useOrderFormText();
  const side = useReadable(form.side);
  return (
    <Tabs
      compact
      className={styles['sideTabs']}
      label={text('side')}
      value={side}
      items={SIDES.map((value) => ({ value, label: text(value === 'Buy' ? 'buyLong' : 'sellShort') }))}
      onChange={(next) => form.side.set(next)}
    />
  );
}

function Available({ form }: Part) {
  const text = useOrderFormText();
  const formats = useFormats();
  const { settleCoin } = form.feed.instrument;
  const totals = useClient().funds.totalsIn(settleCoin);
  return (
    <div className={styles['available']}>
      <dl className={styles['pair']}>
        <dt>{text('available')}</dt>
        <Ticking
          as="dd"
          className={styles['number']}
          sources={[totals]}
          read={() => {
            const value = totals.get();
            return value.status === 'idle' || value.data === undefined
              ? UNKNOWN
              : `${moneyText(formats, value.data.available, coinDigits(settleCoin))} ${settleCoin}`;
          }}
        />
      </dl>
      {!isOption(form.feed.instrument) && <CalculatorButton form={form} />}
    </div>
  );
}

function Conditions({ form }: Part) {
  const text = useOrderFormText();
  const { orderType, timeInForce, postOnly, reduceOnly, trigger } = useReadable(form.draft);
  const limit = orderType === 'Limit';
  return (
    <div className={styles['conditions']}>
      {limit && (
        <Checkbox checked={postOnly} onChange={() => form.dispatch({ type: 'postOnlyToggled' })}>
          {text('postOnly')}
        </Checkbox>
      )}
      <Checkbox checked={reduceOnly} onChange={() => form.dispatch({ type: 'reduceOnlyToggled' })}>
        {text('reduceOnly')}
      </Checkbox>
      {trigger !== undefined && (
        <Checkbox checked={trigger.closeOnTrigger} onChange={() => form.dispatch({ type: 'closeOnTriggerToggled' })}>
          {text('closeOnTrigger')}
        </Checkbox>
      )}
      {limit && !postOnly && (
        <span className={styles['tif']}>
          <TimeInForceSelect value={timeInForce} onChange={(value) => form.dispatch({ type: 'timeInForceChosen', timeInForce: value })} />
        </span>
      )}
    </div>
  );
}

function Trigger({ form }: Part) {
  const error = useFieldError(form, 'trigger');
  const choose = (orderType: 'Limit' | 'Market') => form.dispatch({ type: 'orderTypeChosen', orderType, conditional: true });
  return <TriggerFields form={form} error={error} onOrderType={choose} />;
}

function Price({ form }: Part) {
  return <PriceField form={form} error={useFieldError(form, 'price')} />;
}

/** The value of the sides that can be pressed, where it differs: a market order meets other prices, and a reduce-only one another position. */
function valueText(form: Part['form'], sides: readonly Side[], formats: ReturnType<typeof useFormats>): string {
  const digits = coinDigits(valueCoin(form.feed.instrument));
  const known = sides.flatMap((side) => form.preview(side).value ?? []).map((value) => moneyText(formats, value, digits));
  return known.length === 0 ? UNKNOWN : [...new Set(known)].join(' / ');
}

function Fields({ form }: Part) {
  const text = useOrderFormText();
  const formats = useFormats();
  const coin = valueCoin(form.feed.instrument);
  const sides = useSides(form);
  return (
    <>
      <Trigger form={form} />
      <Price form={form} />
      {isOption(form.feed.instrument) && <VolatilityRow form={form} />}
      <QuantityField form={form} />
      <dl className={styles['pair']}>
        <dt>{text('value')}</dt>
        <Ticking as="dd" className={styles['number']} sources={[form.previews]} read={() => `${valueText(form, sides, formats)} ${coin}`} />
      </dl>
      <SlippageBlock form={form} />
      <TpslBlock form={form} />
      <Conditions form={form} />
      <Actions form={form} />
      <dl className={styles['pair']}>
        <dt>{text('feeRates')}</dt>
        <Ticking
          as="dd"
          className={styles['number']}
          sources={[form.previews]}
          read={() => feeRatesText(formats, form.context().instrument)}
        />
      </dl>
      <More form={form} />
    </>
  );
}

/**
 * The order form: typing re-renders only the field being edited; previews update themselves. `algo` replaces the fields on the last tab.
 */
export function OrderForm({ form, algo }: Part & { algo?: ReactNode }) {
  const text = useOrderFormText();
  const onAlgo = useReadable(form.algo);
  const phone = usePhone();
  useEffect(() => form.start(), [form]);
  return (
    <form className={styles['form']} aria-label={text('region')} noValidate onSubmit={(event) => event.preventDefault()}>
      {!isOption(form.feed.instrument) && <MarginButtons instrument={form.feed.instrument} />}
      {phone && !onAlgo && <SideTabs form={form} />}
      <TypeTabs form={form} hasAlgo={algo !== undefined} />
      <Available form={form} />
      {onAlgo && algo !== undefined ? algo : <Fields form={form} />}
    </form>
  );
}
