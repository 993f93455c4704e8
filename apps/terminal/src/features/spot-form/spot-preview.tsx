import { freeCoins, spentCoin, type FillSimulation, type SpotAmounts } from '@tapedeck/client';
import { ZERO_MONEY, type Coin, type Instrument, type Money } from '@tapedeck/domain';
import { FigureTable, type FigureRow } from '../../widgets/figure-table.tsx';
import { fillTexts } from '../../widgets/fill-texts.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking, type TickingValue } from '../../platform/ticking.tsx';
import { coinDigits, exactMoneyText, feeRatesText, freeMoneyText, moneyText, UNKNOWN } from '../../platform/values.ts';
import styles from './spot-form.module.css';
import { useSpotText } from './texts.ts';
import type { SpotPart } from './use-problem.ts';

/** Display decimals of a coin of the pair: those of its quantities, or of its quote coin. */
const pairDigits = ({ baseCoin, quantityDigits }: Instrument, coin: Coin): number =>
  coin === baseCoin ? quantityDigits : coinDigits(coin);

/** Spendable cash of the side's coin: the part that no open order reserves. */
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

/** Order value, fee and received amount. */
export function Preview({ form }: SpotPart) {
  const text = useSpotText();
  const formats = useFormats();
  const { instrument } = form.feed;
  const { baseCoin, quoteCoin } = instrument;
  // Every fill rounds its own fee up, and their number is unknown: only a zero fee is exact.
  const about = (amount: Money, { fee, feeCoin }: SpotAmounts) => {
    const shown = `${exactMoneyText(formats, amount)} ${feeCoin}`;
    return fee === ZERO_MONEY ? shown : text('about', { amount: shown });
  };
  const row = (name: 'base' | 'value' | 'fee' | 'received', read: (amounts: SpotAmounts) => string): FigureRow => ({
    name,
    label: text(name),
    read: [
      () => {
        const { amounts } = form.preview();
        return amounts === undefined ? UNKNOWN : read(amounts);
      },
    ],
  });
  const fills = fillTexts(useCommonText(), formats, instrument);
  const fillRow = (
    name: 'fills' | 'fillsAverage' | 'fillsWorst' | 'fillsSlippage',
    show: (now: FillSimulation | undefined) => TickingValue | string,
  ): FigureRow => ({ name, label: text(name), read: [() => show(form.preview().fill)] });
  const rows = [
    row('base', ({ base }) => `${moneyText(formats, base, pairDigits(instrument, baseCoin))} ${baseCoin}`),
    row('value', ({ value }) => `${moneyText(formats, value, pairDigits(instrument, quoteCoin))} ${quoteCoin}`),
    { name: 'feeRates', label: text('feeRates'), read: [() => feeRatesText(formats, form.context().instrument)] },
    row('fee', (amounts) => about(amounts.fee, amounts)),
    row('received', (amounts) => about(amounts.received, amounts)),
    fillRow('fills', fills.quantity),
    fillRow('fillsAverage', fills.average),
    fillRow('fillsWorst', fills.worst),
    fillRow('fillsSlippage', fills.slippageInFull),
  ];
  return <FigureTable label={text('preview')} rows={rows} sources={[form.previews]} input={() => form.draft.get()} />;
}

/** Why the order fills no further, unless it is refused. Placed below the button, which must not move when it appears. */
export function FillNote({ form }: SpotPart) {
  const fills = fillTexts(useCommonText(), useFormats(), form.feed.instrument);
  const read = () => (form.problems.get().length > 0 ? '' : fills.end(form.preview().fill));
  return <Ticking as="p" className={styles['warning']} sources={[form.previews, form.problems]} read={read} />;
}
