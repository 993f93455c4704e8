import { freeCoins, spentCoin, type FillSimulation, type SpotAmounts } from '@tapedeck/client';
import { ZERO_MONEY, type Coin, type Instrument, type Money } from '@tapedeck/domain';
import { fillTexts } from '../../platform/fill-texts.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking, type TickingValue } from '../../platform/ticking.tsx';
import { coinDigits, exactMoneyText, feeRatesText, freeMoneyText, moneyText, UNKNOWN } from '../../platform/values.ts';
import styles from './spot-form.module.css';
import { useSpotText } from './texts.ts';
import type { SpotPart } from './use-problem.ts';

/** Decimals that amounts of a coin of the pair are shown with: those of its quantities, or of the money that it is priced in. */
const pairDigits = ({ baseCoin, quantityDigits }: Instrument, coin: Coin): number =>
  coin === baseCoin ? quantityDigits : coinDigits(coin);

/** Cash of the coin that the side spends, as far as no open order keeps it. */
export function Available({ form }: SpotPart) {
  const text = useSpotText();
  const formats = useFormats();
  const read = () => {
    const { instrument } = form.feed;
    const coin = spentCoin(instrument, form.draft.get().side);
    const amount = freeCoins(form.context(), coin);
    return amount === undefined ? UNKNOWN : `${freeMoneyText(formats, amount, pairDigits(instrument, coin))} ${coin}`;
  };
  return (
    <dl className={styles['pair']}>
      <dt>{text('available')}</dt>
      <Ticking as="dd" className={styles['number']} sources={[form.previews]} read={read} />
    </dl>
  );
}

/** What the order trades, what it pays in fees and what is received. */
export function Preview({ form }: SpotPart) {
  const text = useSpotText();
  const formats = useFormats();
  const { instrument } = form.feed;
  const { baseCoin, quoteCoin } = instrument;
  // Every fill rounds its own fee up, and how many there will be is the book's secret: without a fee there is nothing to round.
  const about = (amount: Money, { fee, feeCoin }: SpotAmounts) => {
    const shown = `${exactMoneyText(formats, amount)} ${feeCoin}`;
    return fee === ZERO_MONEY ? shown : text('about', { amount: shown });
  };
  const figure = (label: string, read: () => TickingValue | string) => (
    <>
      <dt>{label}</dt>
      <Ticking as="dd" className={styles['number']} sources={[form.previews]} read={read} />
    </>
  );
  const row = (label: string, read: (amounts: SpotAmounts) => string) =>
    figure(label, () => {
      const { amounts } = form.preview();
      return amounts === undefined ? UNKNOWN : read(amounts);
    });
  const fills = fillTexts(useCommonText(), formats, instrument);
  const fillRow = (label: string, show: (now: FillSimulation | undefined) => TickingValue | string) =>
    figure(label, () => show(form.preview().fill));
  return (
    <dl className={styles['preview']} aria-label={text('preview')}>
      {row(text('base'), ({ base }) => `${moneyText(formats, base, pairDigits(instrument, baseCoin))} ${baseCoin}`)}
      {row(text('value'), ({ value }) => `${moneyText(formats, value, pairDigits(instrument, quoteCoin))} ${quoteCoin}`)}
      {figure(text('feeRates'), () => feeRatesText(formats, form.context().instrument))}
      {row(text('fee'), (amounts) => about(amounts.fee, amounts))}
      {row(text('received'), (amounts) => about(amounts.received, amounts))}
      {fillRow(text('fills'), fills.quantity)}
      {fillRow(text('fillsAverage'), fills.average)}
      {fillRow(text('fillsWorst'), fills.worst)}
      {fillRow(text('fillsSlippage'), fills.slippageInFull)}
    </dl>
  );
}

/** Why the order fills no further. It stands below the button, which must not move when it appears. */
export function FillNote({ form }: SpotPart) {
  const fills = fillTexts(useCommonText(), useFormats(), form.feed.instrument);
  const read = () => fills.end(form.preview().fill);
  return <Ticking as="p" className={styles['warning']} sources={[form.previews]} read={read} />;
}
