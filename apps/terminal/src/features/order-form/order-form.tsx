import type { OrderFormField, OrderPreview } from '@tapedeck/client';
import type { TimeInForce } from '@tapedeck/domain';
import { Button, Checkbox, NumberField, Select, Slider, Tabs } from '@tapedeck/ui';
import { useEffect } from 'react';
import { useFailureText } from '../../platform/failures.ts';
import { notify } from '../../platform/notifications.ts';
import { useLogin, useLoginState } from '../../platform/session.tsx';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { useClient } from '../../platform/client-context.tsx';
import { moneyText, priceText, UNKNOWN } from '../../platform/values.ts';
import { errorText } from './error-text.ts';
import { MarginButtons } from './margin-buttons.tsx';
import type { OrderFormStore, Side } from './order-form-store.ts';
import styles from './order-form.module.css';
import { useErrorText, useOrderFormText } from './texts.ts';

const SHARE_STEP = 5;
const SHARE_MARKS = [0, 25, 50, 75, 100];
const TIMES_IN_FORCE = ['GoodTillCancel', 'ImmediateOrCancel', 'FillOrKill'] as const satisfies readonly TimeInForce[];

interface Part {
  readonly form: OrderFormStore;
}

function useFieldError(form: OrderFormStore, field: OrderFormField): string | undefined {
  const text = useErrorText();
  const formats = useFormats();
  const error = useSelected(form.errors, (errors) => errors.find((found) => found.field === field && found.side === undefined));
  return error === undefined ? undefined : errorText(text, formats, error);
}

function TypeTabs({ form }: Part) {
  const text = useOrderFormText();
  const common = useCommonText();
  const orderType = useSelected(form.draft, (draft) => draft.orderType);
  return (
    <Tabs
      compact
      className={styles['types']}
      label={text('type')}
      value={orderType}
      items={[
        { value: 'Limit', label: common('limit') },
        { value: 'Market', label: common('market') },
      ]}
      onChange={(chosen) => form.dispatch({ type: 'orderTypeChosen', orderType: chosen })}
    />
  );
}

function Available() {
  const text = useOrderFormText();
  const formats = useFormats();
  const { totals } = useClient().account;
  return (
    <dl className={styles['pair']}>
      <dt>{text('available')}</dt>
      <Ticking
        as="dd"
        className={styles['number']}
        sources={[totals]}
        read={() => {
          const value = totals.get();
          return value.status === 'idle' || value.data === undefined ? UNKNOWN : `${moneyText(formats, value.data.available)} USDT`;
        }}
      />
    </dl>
  );
}

function PriceField({ form }: Part) {
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
        <Button tone="link" onClick={takeLast}>
          {text('last')}
        </Button>
      }
    />
  );
}

function QuantityField({ form }: Part) {
  const text = useOrderFormText();
  const quantity = useSelected(form.draft, (draft) => draft.quantity);
  const share = useReadable(form.share);
  const replaced = useSelected(form.draft, (draft) => draft.replaced);
  const error = useFieldError(form, 'quantity');
  return (
    <>
      <NumberField
        label={text('quantity')}
        value={quantity}
        unit={form.feed.instrument.baseCoin}
        error={error}
        onText={(typed) => form.dispatch({ type: 'quantityTyped', text: typed })}
        onStep={(steps) => form.dispatch({ type: 'quantityStepped', steps })}
        onBlur={() => {
          form.dispatch({ type: 'quantityBlurred' });
          if (form.draft.get().quantity !== '') form.leaveField('quantity');
        }}
      />
      {replaced !== undefined && (
        <p role="status" className={styles['note']}>
          {text(replaced)}
        </p>
      )}
      <Slider
        label={text('share')}
        value={share}
        max={100}
        step={SHARE_STEP}
        marks={SHARE_MARKS}
        valueText={(percent) => text('percent', { percent })}
        onChange={(percent) => form.dispatch({ type: 'quantityShareChosen', percent })}
      />
    </>
  );
}

function Conditions({ form }: Part) {
  const text = useOrderFormText();
  const { orderType, timeInForce, postOnly, reduceOnly } = useReadable(form.draft);
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
      {limit && !postOnly && (
        <span className={styles['tif']}>
          <Select
            bare
            label={text('timeInForce')}
            value={timeInForce}
            items={TIMES_IN_FORCE.map((value) => ({ value, label: text(`tif.${value}`) }))}
            onChange={(value) => form.dispatch({ type: 'timeInForceChosen', timeInForce: value })}
          />
        </span>
      )}
    </div>
  );
}

function PreviewRow({ form, side, label, read }: Part & { side: Side; label: string; read: (preview: OrderPreview) => string }) {
  return (
    <>
      <dt>{label}</dt>
      <Ticking as="dd" sources={[form.previews]} read={() => read(form.preview(side))} />
    </>
  );
}

function Preview({ form, side }: Part & { side: Side }) {
  const text = useOrderFormText();
  const formats = useFormats();
  const { instrument } = form.feed;
  return (
    <dl className={styles['preview']} aria-label={text(side === 'Buy' ? 'previewBuy' : 'previewSell')}>
      <PreviewRow form={form} side={side} label={text('cost')} read={(preview) => moneyText(formats, preview.cost)} />
      <PreviewRow form={form} side={side} label={text('fee')} read={(preview) => moneyText(formats, preview.openFee)} />
      <PreviewRow
        form={form}
        side={side}
        label={text('liquidation')}
        read={(preview) => priceText(formats, preview.liquidationAfter, instrument)}
      />
      <PreviewRow
        form={form}
        side={side}
        label={text('max')}
        read={(preview) => (preview.maxQuantity === undefined ? UNKNOWN : formats.decimal(preview.maxQuantity))}
      />
    </dl>
  );
}

function SideError({ form, side }: Part & { side: Side }) {
  const text = useErrorText();
  const formats = useFormats();
  const error = useSelected(form.errors, (errors) => errors.find((found) => found.side === side));
  if (error === undefined) return null;
  return (
    <p role="alert" className={styles['problem']}>
      {errorText(text, formats, error)}
    </p>
  );
}

function SideButton({ form, side }: Part & { side: Side }) {
  const text = useOrderFormText();
  const common = useCommonText();
  const busy = useSelected(form.sending, (sending) => sending.state === 'sending' && sending.side === side);
  const send = () => {
    const { quantity } = form.draft.get();
    void form.submit(side).then((sent) => {
      if (!sent) return;
      const coin = form.feed.instrument.baseCoin;
      notify({
        kind: 'success',
        id: 'order-sent',
        title: text('placed', { side: common(side === 'Buy' ? 'buy' : 'sell'), quantity, coin }),
      });
    });
  };
  return (
    <Button tone={side === 'Buy' ? 'up' : 'down'} size="large" busy={busy} onClick={send}>
      {text(side === 'Buy' ? 'buyLong' : 'sellShort')}
    </Button>
  );
}

function Problems({ form }: Part) {
  const text = useOrderFormText();
  const failureText = useFailureText();
  const refusal = useReadable(form.refusal);
  const error = useFieldError(form, 'form');
  return (
    <>
      {error !== undefined && (
        <p role="alert" className={styles['problem']}>
          {error}
        </p>
      )}
      {refusal !== undefined && (
        <p role="alert" className={styles['refusal']}>
          {text('refused', { reason: failureText(refusal) })}
        </p>
      )}
    </>
  );
}

function Actions({ form }: Part) {
  const text = useOrderFormText();
  const login = useLogin();
  if (useLoginState() === 'out') {
    return (
      <Button tone="accent" size="large" onClick={login}>
        {text('logInToTrade')}
      </Button>
    );
  }
  return (
    <div className={styles['sides']}>
      {(['Buy', 'Sell'] as const).map((side) => (
        <div key={side} className={styles['side']}>
          <SideButton form={form} side={side} />
          <SideError form={form} side={side} />
          <Preview form={form} side={side} />
        </div>
      ))}
    </div>
  );
}

/** The order form: typing re-renders the field typed into and nothing else; previews write their own text. */
export function OrderForm({ form }: Part) {
  const text = useOrderFormText();
  const formats = useFormats();
  useEffect(() => form.start(), [form]);
  return (
    <form className={styles['form']} aria-label={text('region')} noValidate onSubmit={(event) => event.preventDefault()}>
      <MarginButtons instrument={form.feed.instrument} />
      <TypeTabs form={form} />
      <Available />
      <PriceField form={form} />
      <QuantityField form={form} />
      <dl className={styles['pair']}>
        <dt>{text('value')}</dt>
        <Ticking
          as="dd"
          className={styles['number']}
          sources={[form.previews]}
          read={() => `${moneyText(formats, form.preview('Buy').value)} ${form.feed.instrument.quoteCoin}`}
        />
      </dl>
      <Conditions form={form} />
      <Problems form={form} />
      <Actions form={form} />
    </form>
  );
}
