import { formatDecimal, priceUnits, quantityUnits, spreadQuantities, spreadSides, quantityCoin } from '@tapedeck/domain';
import { Button, NumberField, Tabs } from '@tapedeck/ui';
import { useFailureText } from '../../platform/failures.ts';
import { notify } from '../../platform/notifications.ts';
import { hasOrderDialog } from '../../platform/order-failure.ts';
import { askToLogIn, useLoginState } from '../../platform/session.tsx';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { TypedField } from '../../platform/typed-field.tsx';
import { useReadable } from '../../platform/use-readable.ts';
import { lotsText } from '../../platform/values.ts';
import styles from './spread.module.css';
import { MARKET_PART, pairOf, planOf, typedLots, type SpreadFormStore } from './spread-form-store.ts';
import { SpreadPreviewRows } from './spread-preview-rows.tsx';
import { useSpreadText } from './texts.ts';

const SIDES = ['Buy', 'Sell'] as const;
const HUNDRED = 100n;

/** What keeps the order from being sent, in words; `undefined` when nothing does. */
function useProblem({ feeds, draft, refusal }: SpreadFormStore): string | undefined {
  const text = useSpreadText();
  const failureText = useFailureText(feeds.far.instrument);
  const now = useReadable(draft);
  const refused = useReadable(refusal);
  const formats = useFormats();
  const { far } = feeds;
  if (refused === 'noBook') return text('noBook');
  if (refused !== undefined) return hasOrderDialog(refused) ? undefined : failureText(refused);
  if (now.price !== '' && planOf(feeds, now) === undefined) {
    return text('priceWrong', { step: formatDecimal(priceUnits(far.instrument.tickSize)) });
  }
  if (now.quantity === '' || typedLots(now.quantity, feeds) !== undefined) return undefined;
  const { least, most } = spreadQuantities(pairOf(feeds));
  return text('quantityWrong', {
    step: formats.decimal(formatDecimal(quantityUnits(far.instrument.lotSize))),
    least: lotsText(formats, least, far.instrument),
    most: lotsText(formats, most, far.instrument),
    coin: quantityCoin(far.instrument),
  });
}

function Legs({ feeds, side, atMarket }: Pick<SpreadFormStore, 'feeds'> & { side: 'Buy' | 'Sell'; atMarket: boolean }) {
  const text = useSpreadText();
  const common = useCommonText();
  const formats = useFormats();
  const sides = spreadSides(side);
  const word = (of: 'Buy' | 'Sell'): string => common(of === 'Buy' ? 'buy' : 'sell');
  return (
    <ul className={styles['legs']}>
      <li>{text('legFar', { side: word(sides.far), symbol: feeds.far.instrument.symbol })}</li>
      <li>{text('legNear', { side: word(sides.near), symbol: feeds.near.instrument.symbol })}</li>
      <li>{text('both')}</li>
      {atMarket && <li>{text('marketNote', { share: formats.percent(formats.count((HUNDRED * HUNDRED) / MARKET_PART, 2)) })}</li>}
    </ul>
  );
}

/** Buys or sells a spread: at a spread price, or at the best one there is. */
export function SpreadForm({ form }: { form: SpreadFormStore }) {
  const text = useSpreadText();
  const common = useCommonText();
  const { side, orderType, price, quantity } = useReadable(form.draft);
  const busy = useReadable(form.sending);
  const problem = useProblem(form);
  const login = useLoginState();
  const visitor = login === 'out';
  const { far } = form.feeds;
  const limited = orderType === 'Limit';
  const ready =
    typedLots(quantity, form.feeds) !== undefined && (!limited || planOf(form.feeds, { side, orderType, price, quantity }) !== undefined);
  const send = (): void => {
    void form.submit().then((sent) => {
      if (sent) notify({ kind: 'success', id: 'spread', title: text('sent') });
    });
  };
  return (
    <form className={styles['form']} aria-label={text('form')} noValidate onSubmit={(event) => event.preventDefault()}>
      <Tabs
        compact
        label={text('side')}
        value={side}
        items={SIDES.map((value) => ({ value, label: text(value) }))}
        onChange={(next) => form.change({ side: next })}
      />
      <Tabs
        compact
        label={text('type')}
        value={orderType}
        items={[
          { value: 'Limit', label: common('limit') },
          { value: 'Market', label: common('market') },
        ]}
        onChange={(next) => form.change({ orderType: next })}
      />
      {limited ? (
        <TypedField
          label={text('price')}
          value={price}
          precision={far.instrument.priceDigits}
          signed
          step={priceUnits(far.instrument.tickSize)}
          unit={far.instrument.quoteCoin}
          onText={(typed) => form.change({ price: typed })}
          onBlur={() => form.leavePrice()}
        />
      ) : (
        <NumberField label={text('price')} value={text('marketPrice')} disabled onText={() => undefined} />
      )}
      <TypedField
        label={text('quantity')}
        precision={far.instrument.quantityDigits}
        step={quantityUnits(far.instrument.lotSize)}
        value={quantity}
        unit={quantityCoin(far.instrument)}
        onText={(typed) => form.change({ quantity: typed })}
      />
      <SpreadPreviewRows form={form} />
      {problem !== undefined && (
        <p role="alert" data-tone="down">
          {problem}
        </p>
      )}
      {problem === undefined && !ready && !visitor && (
        <p className={styles['missing']}>{text(limited ? 'missingBoth' : 'missingQuantity')}</p>
      )}
      {visitor ? (
        <Button tone="accent" size="large" sends={false} onClick={askToLogIn}>
          {text('logIn')}
        </Button>
      ) : (
        <Button tone={side === 'Buy' ? 'up' : 'down'} size="large" busy={busy} disabled={!ready || login !== 'in'} onClick={send}>
          {text(side)}
        </Button>
      )}
      <Legs feeds={form.feeds} side={side} atMarket={!limited} />
    </form>
  );
}
