import { exactTicks, parseDecimal, price, priceUnits, type Instrument, type PositionRecord, type Price } from '@tapedeck/domain';
import { Button, NumberField } from '@tapedeck/ui';
import { Popover } from '@tapedeck/ui/popover';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { useFormats } from '../../platform/texts.tsx';
import { lotsText, priceFieldText, priceText } from '../../platform/values.ts';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

interface LimitCloseProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly positionKey: string;
  readonly instrument: Instrument;
  readonly record: PositionRecord;
}

/** The typed price if it is one that an order may carry. */
function readPrice(text: string, instrument: Instrument): Price | undefined {
  const units = parseDecimal(text.trim());
  if (units === undefined || units <= 0n) return undefined;
  return exactTicks(price(units), instrument.tickSize) === undefined ? undefined : price(units);
}

/** Asks for the price at which a position is to be closed. */
export function LimitClose({ trigger, positionKey, instrument, record }: LimitCloseProps) {
  const client = useClient();
  const text = usePositionsText();
  const formats = useFormats();
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const [typed, setTyped] = useState(() => {
    const mark = client.account.position(positionKey).get()?.markPrice;
    const tick = priceUnits(instrument.tickSize);
    return mark === undefined ? '' : priceFieldText(price((priceUnits(mark) / tick) * tick), instrument);
  });
  const [wrong, setWrong] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const limit = readPrice(typed, instrument);
    setWrong(limit === undefined);
    if (limit === undefined || busy) return;
    setBusy(true);
    void client.closePosition(positionKey, limit).then((result) => {
      setBusy(false);
      if (!result.ok) return reportFailure(result.failure);
      setOpen(false);
      return notify({ kind: 'info', id: `close-${positionKey}`, title: text('closeSent', { symbol: instrument.symbol }) });
    });
  };
  return (
    <Popover trigger={trigger} label={text('closeLimitOf', { symbol: instrument.symbol })} open={open} onOpenChange={setOpen} align="end">
      <form className={styles['limit']} onSubmit={send}>
        <NumberField
          label={text('closePrice')}
          value={typed}
          unit={instrument.quoteCoin}
          error={wrong ? text('closePriceWrong', { tick: priceText(formats, instrument.tickSize, instrument) }) : undefined}
          onText={(value) => {
            setTyped(value);
            setWrong(false);
          }}
        />
        <p>{text('closeNote', { quantity: lotsText(formats, record.size, instrument), coin: instrument.baseCoin })}</p>
        <Button type="submit" tone="accent" busy={busy}>
          {text('closeConfirm')}
        </Button>
      </form>
    </Popover>
  );
}
