import { freeCoins, spentCoin, spotPreview, type SpotPreview } from '@tapedeck/client';
import { useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { feeRatesText, moneyText, UNKNOWN } from '../../platform/values.ts';
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

/** What the order trades, what it pays in fees and what is received. */
export function Preview({ form }: SpotPart) {
  const text = useSpotText();
  const formats = useFormats();
  const { baseCoin, quoteCoin } = form.feed.instrument;
  const row = (label: string, read: (amounts: SpotPreview) => string) => (
    <>
      <dt>{label}</dt>
      <Ticking
        as="dd"
        className={styles['number']}
        sources={[form.previews]}
        read={() => {
          const amounts = spotPreview(form.draft.get(), form.context());
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
      {row(text('received'), ({ received, feeCoin }) => `${moneyText(formats, received, COIN_DIGITS)} ${feeCoin}`)}
    </dl>
  );
}
