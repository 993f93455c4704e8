import { spotOrderTerms, type CoinView } from '@tapedeck/client';
import {
  baseAmount,
  formatDecimal,
  money,
  moneyUnits,
  priceUnits,
  quantityUnits,
  ticksOfPrice,
  tradingFee,
  valueAtTick,
  type Coin,
  type Money,
} from '@tapedeck/domain';
import { Button, Checkbox, NumberField, Tabs } from '@tapedeck/ui';
import { useClient } from '../../platform/client-context.tsx';
import { useFailureText } from '../../platform/failures.ts';
import { useLoginState } from '../../platform/session.tsx';
import { textHook, useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { useReadable } from '../../platform/use-readable.ts';
import { moneyText, priceFieldText, UNKNOWN } from '../../platform/values.ts';
import type { Side, SpotFormStore } from './spot-form-store.ts';
import styles from './spot-form.module.css';
import type english from './text.en.json';

const useText = textHook<typeof english>('spot-form');
const SIDES: readonly Side[] = ['Buy', 'Sell'];
const COIN_DIGITS = 8;

interface Part {
  readonly form: SpotFormStore;
}

/** What an order of the side spends, and what of it nothing keeps. */
function useSpent({ form }: Part): { readonly coin: Coin; free: () => Money | undefined } {
  const { coins } = useClient().account;
  const side = useReadable(form.side);
  const { baseCoin, quoteCoin } = form.feed.instrument;
  const coin = side === 'Buy' ? quoteCoin : baseCoin;
  return {
    coin,
    free: () => {
      const loaded = coins.get();
      const views: readonly CoinView[] = (loaded.status === 'idle' ? undefined : loaded.data) ?? [];
      const own = views.find((view) => view.coin === coin);
      if (own === undefined) return loaded.status === 'success' ? money(0n) : undefined;
      const left = moneyUnits(own.cash) - moneyUnits(own.locked);
      return money(left > 0n ? left : 0n);
    },
  };
}

function Available({ form }: Part) {
  const text = useText();
  const formats = useFormats();
  const { coins } = useClient().account;
  const { coin, free } = useSpent({ form });
  return (
    <dl className={styles['pair']}>
      <dt>{text('available')}</dt>
      <Ticking
        as="dd"
        className={styles['number']}
        sources={[coins, form.side]}
        read={() => {
          const amount = free();
          return amount === undefined ? UNKNOWN : `${moneyText(formats, amount, COIN_DIGITS)} ${coin}`;
        }}
      />
    </dl>
  );
}

/** Value at the limit price, or of a market order at the last one, and the fee of a taker: of a buy in the coin that is bought. */
function Preview({ form }: Part) {
  const text = useText();
  const formats = useFormats();
  const { instrument, ticker } = form.feed;
  const amounts = (): { value: Money; fee: Money; coin: Coin } | undefined => {
    const side = form.side.get();
    const terms = spotOrderTerms(form.draft.get(), side, instrument);
    const last = ticker.get().ticker?.market.last;
    const at = terms?.price ?? (last && ticksOfPrice(last, instrument.tickSize, 'nearest'));
    if (terms === undefined || at === undefined) return undefined;
    const value = valueAtTick(instrument, terms.quantity, at);
    const got = side === 'Buy' ? baseAmount(instrument, terms.quantity) : value;
    return { value, fee: tradingFee(got, instrument.takerFee), coin: side === 'Buy' ? instrument.baseCoin : instrument.quoteCoin };
  };
  const sources = [form.draft, form.side, ticker];
  return (
    <>
      <dl className={styles['pair']}>
        <dt>{text('value')}</dt>
        <Ticking
          as="dd"
          className={styles['number']}
          sources={sources}
          read={() => `${moneyText(formats, amounts()?.value)} ${instrument.quoteCoin}`}
        />
      </dl>
      <dl className={styles['pair']}>
        <dt>{text('fee')}</dt>
        <Ticking
          as="dd"
          className={styles['number']}
          sources={sources}
          read={() => {
            const now = amounts();
            return now === undefined ? UNKNOWN : `${moneyText(formats, now.fee, COIN_DIGITS)} ${now.coin}`;
          }}
        />
      </dl>
    </>
  );
}

function Fields({ form }: Part) {
  const text = useText();
  const { orderType, price, quantity } = useReadable(form.draft);
  const { instrument, ticker } = form.feed;
  const { free } = useSpent({ form });
  const selling = useReadable(form.side) === 'Sell';
  const whole = (): string => {
    const lot = quantityUnits(instrument.lotSize);
    return formatDecimal((moneyUnits(free() ?? money(0n)) / lot) * lot);
  };
  const last = () => {
    const now = ticker.get().ticker?.market.last;
    if (now !== undefined) form.change({ price: priceFieldText(now, instrument) });
  };
  return (
    <>
      {orderType === 'Limit' ? (
        <NumberField
          label={text('price')}
          value={price}
          unit={instrument.quoteCoin}
          onText={(typed) => form.change({ price: typed })}
          actions={
            <Button tone="link" onClick={last}>
              {text('last')}
            </Button>
          }
        />
      ) : (
        <NumberField label={text('price')} value={text('marketPrice')} disabled onText={() => undefined} />
      )}
      <NumberField
        label={text('quantity')}
        value={quantity}
        unit={instrument.baseCoin}
        onText={(typed) => form.change({ quantity: typed })}
        actions={
          selling && (
            <Button tone="link" onClick={() => form.change({ quantity: whole() })}>
              {text('max')}
            </Button>
          )
        }
      />
    </>
  );
}

/** What keeps the order from being sent, in words; `undefined` when nothing does. */
function useProblem({ form }: Part): string | undefined {
  const text = useText();
  const failureText = useFailureText();
  const draft = useReadable(form.draft);
  const side = useReadable(form.side);
  const refusal = useReadable(form.refusal);
  const { instrument } = form.feed;
  if (side === 'Buy' ? instrument.spot?.buyClosed : instrument.spot?.sellClosed) return text('sideClosed');
  if (refusal !== undefined) return failureText(refusal);
  const terms = (part: Partial<typeof draft>) => spotOrderTerms({ ...draft, ...part }, side, instrument);
  const one = formatDecimal(quantityUnits(instrument.lotSize));
  const tick = formatDecimal(priceUnits(instrument.tickSize));
  if (draft.orderType === 'Limit' && draft.price !== '' && terms({ quantity: one }) === undefined) return text('priceOff', { step: tick });
  if (draft.quantity !== '' && terms({ price: tick }) === undefined) return text('quantityOff', { step: one });
  return undefined;
}

function Send({ form }: Part) {
  const text = useText();
  const draft = useReadable(form.draft);
  const side = useReadable(form.side);
  const busy = useReadable(form.sending);
  const problem = useProblem({ form });
  const visitor = useLoginState() !== 'in';
  const { instrument } = form.feed;
  const ready = spotOrderTerms(draft, side, instrument) !== undefined;
  return (
    <>
      {problem !== undefined && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      <Button
        tone={side === 'Buy' ? 'up' : 'down'}
        size="large"
        busy={busy}
        disabled={!ready || visitor}
        onClick={() => void form.submit()}
      >
        {visitor ? text('logIn') : text(side, { coin: instrument.baseCoin })}
      </Button>
    </>
  );
}

/** Buys and sells the coin of a pair, with own money or, where the pair lends it, with borrowed. */
export function SpotForm({ form }: Part) {
  const text = useText();
  const common = useCommonText();
  const side = useReadable(form.side);
  const { orderType, borrows } = useReadable(form.draft);
  const { instrument } = form.feed;
  return (
    <form className={styles['form']} aria-label={text('region')} noValidate onSubmit={(event) => event.preventDefault()}>
      <Tabs
        compact
        className={styles['types']}
        label={text('side')}
        value={side}
        items={SIDES.map((value) => ({ value, label: text(value, { coin: instrument.baseCoin }) }))}
        onChange={(next) => form.turn(next)}
      />
      <Tabs
        compact
        className={styles['types']}
        label={text('type')}
        value={orderType}
        items={[
          { value: 'Limit', label: common('limit') },
          { value: 'Market', label: common('market') },
        ]}
        onChange={(next) => form.change({ orderType: next })}
      />
      <Available form={form} />
      <Fields form={form} />
      <Preview form={form} />
      {instrument.spot?.loanable === true && (
        <Checkbox checked={borrows} onChange={() => form.change({ borrows: !borrows })}>
          {text('borrows')}
        </Checkbox>
      )}
      <Send form={form} />
    </form>
  );
}
