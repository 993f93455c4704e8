import type { Side } from '@tapedeck/domain';
import { useMemo } from 'react';
import { inCoin, numberColumn, signedColumn } from '../../platform/past-columns.ts';
import { useRowCoins } from '../../platform/row-coins.ts';
import { useFormats } from '../../platform/texts.tsx';
import { useHistoryText } from './texts.ts';

interface FillRow {
  readonly symbol: string;
  readonly side: Side;
}
type Of<Row> = (row: Row) => string;

/** Columns of what was traded, each with the coin that its figures are in. `of` reads a field of a row as the wire has it. */
export function useCoinColumns() {
  const text = useHistoryText();
  const formats = useFormats();
  const coins = useRowCoins();
  return useMemo(
    () => ({
      quantity: <Row extends FillRow>(of: Of<Row>) => inCoin(numberColumn(text('quantity'), formats, of), coins.quantity),
      value: <Row extends FillRow>(of: Of<Row>) => inCoin(numberColumn(text('value'), formats, of), coins.value),
      fee: <Row extends FillRow>(of: Of<Row>) => inCoin(numberColumn(text('fee'), formats, of), coins.fee),
      closedPnl: <Row extends FillRow>(of: Of<Row>) => inCoin(signedColumn(text('closedPnl'), formats, of), coins.settle),
    }),
    [text, formats, coins],
  );
}
