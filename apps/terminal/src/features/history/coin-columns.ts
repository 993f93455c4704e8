import { useMemo } from 'react';
import { EXACT_DIGITS, moneyColumn, priceColumn, quantityColumn } from '../../widgets/past-columns.ts';
import { useRowCoins } from '../../widgets/row-coins.ts';
import { useFormats } from '../../platform/texts.tsx';
import { useHistoryText } from './texts.ts';

interface FillRow {
  readonly symbol: string;
  readonly feeCurrency: string;
}
type Of<Row> = (row: Row) => string;
type MaybeOf<Row> = (row: Row) => string | undefined;

/** Costs of a closing are small parts of the P&L beside them. */
const COST_DIGITS = 4;
const feeCoin = ({ feeCurrency }: FillRow): string => feeCurrency;

/** Trade columns, with the decimals of their instrument or their coin. `of` reads a field of a wire row. */
export function useCoinColumns() {
  const text = useHistoryText();
  const formats = useFormats();
  const coins = useRowCoins();
  return useMemo(
    () => ({
      price: <Row extends FillRow>(label: string, of: Of<Row>) => priceColumn(label, formats, of, coins.instrument),
      quantity: <Row extends FillRow>(of: Of<Row>) => quantityColumn(text('quantity'), formats, of, coins),
      value: <Row extends FillRow>(of: Of<Row>) => moneyColumn({ label: text('value'), formats, of, coin: coins.value }),
      fee: <Row extends FillRow>(of: Of<Row>) => moneyColumn({ label: text('fee'), formats, of, coin: feeCoin, digits: EXACT_DIGITS }),
      profit: <Row extends FillRow>(label: string, of: MaybeOf<Row>) =>
        moneyColumn({ label, formats, of, coin: coins.settle, signed: true }),
      cost: <Row extends FillRow>(label: string, of: MaybeOf<Row>) =>
        moneyColumn({ label, formats, of, coin: coins.settle, digits: COST_DIGITS }),
    }),
    [text, formats, coins],
  );
}
