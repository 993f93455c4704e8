import { freeCoins, knownPrice, spentCoin, spotArrival, spotLots } from '@tapedeck/client';
import { baseAmount, lotCount, lots, spotFill, tradingFee, valueAtTick, type Coin, type Money } from '@tapedeck/domain';
import { useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { feeRatesText, moneyText, UNKNOWN } from '../../platform/values.ts';
import type { SpotFormStore } from './spot-form-store.ts';
import styles from './spot-form.module.css';
import { useSpotText } from './texts.ts';
import type { SpotPart } from './use-problem.ts';

const COIN_DIGITS = 8;

/** Cash of the coin that the side spends, as far as no open order keeps it. */
export function Available({ form }: SpotPart) {
  const text = useSpotText();
  const formats = useFormats();
  const read = () => {
    const coin = spentCoin(form.feed.instrument, form.draft.get().side);
    const amount = freeCoins(form.context(), coin);
    return amount === undefined ? UNKNOWN : `${moneyText(formats, amount, COIN_DIGITS)} ${coin}`;
  };
  return (
    <dl className={styles['pair']}>
      <dt>{text('available')}</dt>
      <Ticking as="dd" className={styles['number']} sources={[form.previews]} read={read} />
    </dl>
  );
}

interface Amounts {
  readonly base: Money;
  readonly value: Money;
  readonly fee: Money;
  readonly feeCoin: Coin;
}

/** What the order trades if all of it does, by the exchange's own functions; the fee is that of a taker. */
function amountsOf(form: SpotFormStore): Amounts | undefined {
  const { instrument } = form.context();
  const draft = form.draft.get();
  const arrival = spotArrival(draft, form.context());
  if (arrival !== undefined) {
    const base = baseAmount(instrument, lots(arrival.fillLots));
    const { feeCoin } = spotFill(instrument, { side: draft.side, tick: instrument.minPrice, count: lots(0), feeRate: instrument.takerFee });
    const got = draft.side === 'Buy' ? base : arrival.fillValue;
    return { base, value: arrival.fillValue, fee: tradingFee(got, instrument.takerFee), feeCoin };
  }
  const [count, at] = [spotLots(draft, instrument), knownPrice(draft, instrument)];
  if (count === undefined || at === undefined || lotCount(count) === 0) return undefined;
  const fill = spotFill(instrument, { side: draft.side, tick: at, count, feeRate: instrument.takerFee });
  return { base: fill.base, value: valueAtTick(instrument, count, at), fee: fill.fee, feeCoin: fill.feeCoin };
}

/** Quantity, value and fee of the order. */
export function Preview({ form }: SpotPart) {
  const text = useSpotText();
  const formats = useFormats();
  const { baseCoin, quoteCoin } = form.feed.instrument;
  const row = (label: string, read: (amounts: Amounts) => string) => (
    <>
      <dt>{label}</dt>
      <Ticking
        as="dd"
        className={styles['number']}
        sources={[form.previews]}
        read={() => {
          const amounts = amountsOf(form);
          return amounts === undefined ? UNKNOWN : read(amounts);
        }}
      />
    </>
  );
  const rates = (
    <>
      <dt>{text('feeRates')}</dt>
      <Ticking
        as="dd"
        className={styles['number']}
        sources={[form.previews]}
        read={() => feeRatesText(formats, form.context().instrument)}
      />
    </>
  );
  return (
    <dl className={styles['preview']} aria-label={text('preview')}>
      {row(text('base'), ({ base }) => `${moneyText(formats, base, COIN_DIGITS)} ${baseCoin}`)}
      {row(text('value'), ({ value }) => `${moneyText(formats, value)} ${quoteCoin}`)}
      {rates}
      {row(text('fee'), ({ fee, feeCoin }) => `${moneyText(formats, fee, COIN_DIGITS)} ${feeCoin}`)}
    </dl>
  );
}
