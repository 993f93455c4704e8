import { useMemo } from 'react';
import { inCoin, numberColumn, priceColumn, signedColumn } from '../../widgets/past-columns.ts';
import { useRowCoins } from '../../widgets/row-coins.ts';
import { useFormats } from '../../platform/texts.tsx';
import { useHistoryText } from './texts.ts';

interface FillRow {
  readonly symbol: string;
  readonly feeCurrency: string;
}
type Of<Row> = (row: Row) => string;

/** Trade columns, with the decimals of their instrument or their coin. `of` reads a field of a wire row. */
export function useCoinColumns() {
  const text = useHistoryText();
  const formats = useFormats();
  const coins = useRowCoins();
  return useMemo(
    () => ({
      price: <Row extends FillRow>(label: string, of: Of<Row>) => priceColumn(label, formats, of, coins.instrument),
      quantity: <Row extends FillRow>(of: Of<Row>) => inCoin(numberColumn(text('quantity'), formats, of), coins.quantity),
      value: <Row extends FillRow>(of: Of<Row>) => inCoin(numberColumn(text('value'), formats, of), coins.value),
      fee: <Row extends FillRow>(of: Of<Row>) => inCoin(numberColumn(text('fee'), formats, of), ({ feeCurrency }) => feeCurrency),
      closedPnl: <Row extends FillRow>(of: Of<Row>) => inCoin(signedColumn(text('closedPnl'), formats, of), coins.settle),
    }),
    [text, formats, coins],
  );
}
