import {
  closeLimit,
  closeRules,
  createForm,
  createStore,
  derived,
  orderFormContext,
  type CloseDraft,
  type ClosePreview,
  type Store,
} from '@tapedeck/client';
import {
  lotCount,
  moneyUnits,
  price,
  priceUnits,
  quantityCoin,
  quantityUnits,
  type Instrument,
  type PositionRecord,
  type Side,
} from '@tapedeck/domain';
import { Button, Tabs } from '@tapedeck/ui';
import { Popover } from '@tapedeck/ui/popover';
import { useEffect, useMemo, useState, type FormEvent, type ReactElement } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { fillTexts } from '../../widgets/fill-texts.ts';
import { frames } from '../../platform/frame-scheduler.ts';
import { reportFailure } from '../../platform/notifications.ts';
import { tellOrderFailure } from '../../intents/order-failure.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking, TickingFact, type TickingValue } from '../../platform/ticking.tsx';
import { ShareSlider } from '../../widgets/share-slider.tsx';
import { TypedField } from '../../widgets/typed-field.tsx';
import { tellUnreported } from '../../intents/unreported.ts';
import { useMarketFeed } from '../../platform/use-market-feed.ts';
import { StalePrices } from '../../widgets/stale-prices.tsx';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import {
  coinDigits,
  lotsFieldText,
  lotsText,
  moneyText,
  priceFieldText,
  priceText,
  signedMoneyText,
  toneOf,
  UNKNOWN,
} from '../../platform/values.ts';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

interface ClosePopoverProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly positionKey: string;
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  readonly name: string;
}

/** The close form of one position while it is displayed; its draft is kept for the next time. */
function useCloseForm({ positionKey, instrument, record, draft }: CloseFormProps) {
  const client = useClient();
  const feed = useMarketFeed(instrument.symbol);
  const form = useMemo(() => {
    const position = client.positions.position(positionKey);
    const followed = derived([orderFormContext(client, feed), position], (market, view) => ({ market, record: view?.record ?? record }));
    return createForm(closeRules, { initial: draft.get(), followed, frames });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the position is followed
  }, [client, feed, positionKey, draft]);
  useEffect(() => form.start(), [form]);
  useEffect(() => form.draft.subscribe(() => draft.set(form.draft.get())), [form, draft]);
  return { form, feed };
}

type CloseFormOf = ReturnType<typeof useCloseForm>;

/** P&L and fee of the close against the current book. */
function Outcome({ form, feed, instrument, side }: CloseFormOf & { readonly instrument: Instrument; readonly side: Side }) {
  const text = usePositionsText();
  const formats = useFormats();
  const digits = coinDigits(instrument.settleCoin);
  const fills = fillTexts(useCommonText(), formats, instrument);
  const sources = [form.previews, feed.book];
  const row = (label: string, show: (preview: ClosePreview) => TickingValue | string) => (
    <TickingFact
      name={label}
      sources={sources}
      read={() => {
        const preview = form.preview(side);
        return preview === undefined ? UNKNOWN : show(preview);
      }}
    />
  );
  return (
    <>
      <dl className={styles['change']} aria-label={text('closeOutcome')}>
        {row(text('closePnl'), ({ pnl }) => ({
          text: `${signedMoneyText(formats, pnl, digits)} ${instrument.settleCoin}`,
          tone: toneOf(moneyUnits(pnl)),
        }))}
        {row(text('closeFills'), ({ fill }) => fills.quantity(fill))}
        {row(text('closeAverage'), ({ fill }) => fills.average(fill))}
        {row(text('closeWorst'), ({ fill }) => fills.worst(fill))}
        {row(text('closeSlippage'), ({ fill }) => fills.slippageInFull(fill))}
        {row(text('closeFee'), ({ fee }) => `${moneyText(formats, fee, digits)} ${instrument.settleCoin}`)}
      </dl>
      <Ticking as="p" className={styles['warning']} sources={sources} read={() => fills.end(form.preview(side)?.fill)} />
    </>
  );
}

interface CloseFormProps extends Omit<ClosePopoverProps, 'trigger'> {
  readonly draft: Store<CloseDraft>;
  onSent(): void;
}

function CloseForm(props: CloseFormProps) {
  const { positionKey, instrument, record, name, onSent } = props;
  const client = useClient();
  const text = usePositionsText();
  const common = useCommonText();
  const formats = useFormats();
  const { form, feed } = useCloseForm(props);
  const { orderType, price: typed, quantity: amount } = useReadable(form.draft);
  const wrong = useSelected(form.problems, ([first]) => first?.field);
  const busy = useSelected(form.sending, ({ state }) => state === 'sending');
  const { quantity: count } = form.now().of(record.side);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const result = await form.submit(record.side, (close) =>
      client.positions.close(positionKey, { limit: closeLimit(close), quantity: close.quantity ?? record.size }),
    );
    if (result === undefined) return;
    if (!result.ok) {
      if (!tellOrderFailure(result.failure, instrument)) reportFailure(result.failure);
      return;
    }
    onSent();
    tellUnreported(client, { kind: 'info', id: `close-${positionKey}`, title: text('closeSent', { position: name }) });
  };
  const whole = { quantity: lotsText(formats, record.size, instrument), coin: quantityCoin(instrument) };
  return (
    <form className={styles['limit']} onSubmit={(event) => void submit(event)}>
      <Tabs
        compact
        label={text('closeType')}
        value={orderType}
        items={[
          { value: 'Limit', label: common('limit') },
          { value: 'Market', label: common('market') },
        ]}
        onChange={(next) => form.dispatch({ type: 'orderTypeChosen', orderType: next })}
      />
      {orderType === 'Limit' && (
        <TypedField
          label={text('closePrice')}
          precision={instrument.priceDigits}
          step={priceUnits(instrument.tickSize)}
          value={typed}
          unit={instrument.quoteCoin}
          error={wrong === 'price' ? text('closePriceWrong', { tick: priceText(formats, instrument.tickSize, instrument) }) : undefined}
          onText={(value) => form.dispatch({ type: 'typed', field: 'price', text: value })}
        />
      )}
      <TypedField
        label={text('closeQuantity')}
        precision={instrument.quantityDigits}
        step={quantityUnits(instrument.lotSize)}
        value={amount}
        unit={quantityCoin(instrument)}
        error={wrong === 'quantity' ? text('closeQuantityWrong', whole) : undefined}
        onText={(value) => form.dispatch({ type: 'typed', field: 'quantity', text: value })}
      />
      <ShareSlider
        label={text('closeShare')}
        value={count === undefined ? 0 : Math.round((lotCount(count) / lotCount(record.size)) * 100)}
        onChange={(percent) => form.dispatch({ type: 'shareChosen', percent })}
      />
      <Outcome form={form} feed={feed} instrument={instrument} side={record.side} />
      <StalePrices feeds={[feed]} />
      <p>{text('closeNote', whole)}</p>
      <Button type="submit" tone="accent" busy={busy}>
        {text('closeConfirm')}
      </Button>
    </form>
  );
}

/** Asks for quantity and price of a close. */
export function ClosePopover({ trigger, ...position }: ClosePopoverProps) {
  const { positionKey, instrument, record, name } = position;
  const { positions } = useClient();
  const text = usePositionsText();
  const [open, setOpen] = useState(true);
  const [draft] = useState(() => {
    const mark = positions.position(positionKey).get()?.markPrice;
    const tick = priceUnits(instrument.tickSize);
    return createStore<CloseDraft>({
      orderType: 'Limit',
      price: mark === undefined ? '' : priceFieldText(price((priceUnits(mark) / tick) * tick), instrument),
      quantity: lotsFieldText(record.size, instrument),
    });
  });
  return (
    <Popover trigger={trigger} label={text('closeOf', { position: name })} open={open} onOpenChange={setOpen} align="end">
      <CloseForm {...position} draft={draft} onSent={() => setOpen(false)} />
    </Popover>
  );
}
