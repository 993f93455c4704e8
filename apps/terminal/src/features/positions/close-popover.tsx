import { closePreview, orderFormContext, type ClosePreview } from '@tapedeck/client';
import {
  exactLots,
  exactTicks,
  lotCount,
  lots,
  moneyUnits,
  parseDecimal,
  price,
  priceUnits,
  quantity,
  quantityUnits,
  type Instrument,
  type Lots,
  type PositionRecord,
  type Price,
  quantityCoin,
} from '@tapedeck/domain';
import { Button, Tabs } from '@tapedeck/ui';
import { Popover } from '@tapedeck/ui/popover';
import { useMemo, useState, type FormEvent, type ReactElement } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { fillTexts } from '../../platform/fill-texts.ts';
import { reportFailure } from '../../platform/notifications.ts';
import { tellOrderFailure } from '../../platform/order-failure.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking, TickingFact, type TickingValue } from '../../platform/ticking.tsx';
import { ShareSlider } from '../../platform/share-slider.tsx';
import { TypedField } from '../../platform/typed-field.tsx';
import { tellUnreported } from '../../platform/unreported.ts';
import { useMarketFeed } from '../../platform/use-market-feed.ts';
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

/** The typed price if it is one that an order may carry. */
function readPrice(text: string, instrument: Instrument): Price | undefined {
  const units = parseDecimal(text.trim());
  if (units === undefined || units <= 0n) return undefined;
  return exactTicks(price(units), instrument.tickSize) === undefined ? undefined : price(units);
}

/** The typed quantity if it is one that closes something of the position. */
function readQuantity(text: string, { size }: PositionRecord, instrument: Instrument): Lots | undefined {
  const units = parseDecimal(text.trim());
  const count = units === undefined || units <= 0n ? undefined : exactLots(quantity(units), instrument.lotSize);
  return count !== undefined && lotCount(count) <= lotCount(size) ? count : undefined;
}

function useClosing({ positionKey, name, instrument }: ClosePopoverProps, onSent: () => void) {
  const client = useClient();
  const text = usePositionsText();
  const [busy, setBusy] = useState(false);
  const send = (limit: Price | undefined, count: Lots): void => {
    if (busy) return;
    setBusy(true);
    void client.closePosition(positionKey, { limit, quantity: count }).then((result) => {
      setBusy(false);
      if (!result.ok) return tellOrderFailure(result.failure, instrument) ? undefined : reportFailure(result.failure);
      onSent();
      return tellUnreported(client, { kind: 'info', id: `close-${positionKey}`, title: text('closeSent', { position: name }) });
    });
  };
  return { busy, send };
}

interface OutcomeProps extends Pick<ClosePopoverProps, 'positionKey' | 'instrument'> {
  readonly orderType: 'Limit' | 'Market';
  readonly limit: Price | undefined;
  readonly count: Lots | undefined;
}

/** What the close would earn and cost with the book as it is. */
function Outcome({ positionKey, instrument, orderType, limit, count }: OutcomeProps) {
  const client = useClient();
  const text = usePositionsText();
  const formats = useFormats();
  const feed = useMarketFeed(instrument.symbol);
  const context = useMemo(() => orderFormContext(client, feed), [client, feed]);
  const position = client.account.position(positionKey);
  const digits = coinDigits(instrument.settleCoin);
  const read = (): ClosePreview | undefined => {
    const record = position.get()?.record;
    if (record === undefined || count === undefined || (orderType === 'Limit' && limit === undefined)) return undefined;
    return closePreview(record, { quantity: count, limit: orderType === 'Limit' ? limit : undefined }, context.get());
  };
  const fills = fillTexts(useCommonText(), formats, instrument);
  const sources = [context, position, feed.book];
  const row = (label: string, show: (preview: ClosePreview) => TickingValue | string) => (
    <TickingFact
      name={label}
      sources={sources}
      read={() => {
        const preview = read();
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
      <Ticking as="p" className={styles['warning']} sources={sources} read={() => fills.end(read()?.fill)} />
    </>
  );
}

/** Asks how much of a position is to be closed, and at which price. */
export function ClosePopover(props: ClosePopoverProps) {
  const { trigger, positionKey, instrument, record, name } = props;
  const { account } = useClient();
  const text = usePositionsText();
  const common = useCommonText();
  const formats = useFormats();
  const [open, setOpen] = useState(true);
  const [orderType, setOrderType] = useState<'Limit' | 'Market'>('Limit');
  const [typed, setTyped] = useState(() => {
    const mark = account.position(positionKey).get()?.markPrice;
    const tick = priceUnits(instrument.tickSize);
    return mark === undefined ? '' : priceFieldText(price((priceUnits(mark) / tick) * tick), instrument);
  });
  const [amount, setAmount] = useState(() => lotsFieldText(record.size, instrument));
  const [wrong, setWrong] = useState<'none' | 'price' | 'quantity'>('none');
  const { busy, send } = useClosing(props, () => setOpen(false));
  const count = readQuantity(amount, record, instrument);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const limit = readPrice(typed, instrument);
    if (orderType === 'Limit' && limit === undefined) {
      setWrong('price');
      return;
    }
    if (count === undefined) {
      setWrong('quantity');
      return;
    }
    send(orderType === 'Limit' ? limit : undefined, count);
  };
  const whole = { quantity: lotsText(formats, record.size, instrument), coin: quantityCoin(instrument) };
  return (
    <Popover trigger={trigger} label={text('closeOf', { position: name })} open={open} onOpenChange={setOpen} align="end">
      <form className={styles['limit']} onSubmit={submit}>
        <Tabs
          compact
          label={text('closeType')}
          value={orderType}
          items={[
            { value: 'Limit', label: common('limit') },
            { value: 'Market', label: common('market') },
          ]}
          onChange={(next) => setOrderType(next)}
        />
        {orderType === 'Limit' && (
          <TypedField
            label={text('closePrice')}
            precision={instrument.priceDigits}
            step={priceUnits(instrument.tickSize)}
            value={typed}
            unit={instrument.quoteCoin}
            error={wrong === 'price' ? text('closePriceWrong', { tick: priceText(formats, instrument.tickSize, instrument) }) : undefined}
            onText={(value) => {
              setTyped(value);
              setWrong('none');
            }}
          />
        )}
        <TypedField
          label={text('closeQuantity')}
          precision={instrument.quantityDigits}
          step={quantityUnits(instrument.lotSize)}
          value={amount}
          unit={quantityCoin(instrument)}
          error={wrong === 'quantity' ? text('closeQuantityWrong', whole) : undefined}
          onText={(value) => {
            setAmount(value);
            setWrong('none');
          }}
        />
        <ShareSlider
          label={text('closeShare')}
          value={count === undefined ? 0 : Math.round((lotCount(count) / lotCount(record.size)) * 100)}
          onChange={(percent) => {
            setAmount(lotsFieldText(lots(Math.floor((lotCount(record.size) * percent) / 100)), instrument));
            setWrong('none');
          }}
        />
        <Outcome {...props} orderType={orderType} limit={readPrice(typed, instrument)} count={count} />
        <p>{text('closeNote', whole)}</p>
        <Button type="submit" tone="accent" busy={busy}>
          {text('closeConfirm')}
        </Button>
      </form>
    </Popover>
  );
}
