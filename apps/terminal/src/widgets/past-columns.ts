import type { Instrument } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import type { PastColumn } from './paged-table.tsx';
import type { Translate } from '../platform/texts.tsx';
import { wireNumber, wirePrice, wireText } from '../platform/values.ts';

/** Columns common to history lists. `of` reads a field of a wire row. */
type Field<Row, Value> = (row: Row) => Value;

/** Subject of a row, e.g. its contract; the first column. */
export const titleColumn = <Row>(label: string, of: Field<Row, string>): PastColumn<Row> => ({
  ...{ label, align: 'start', kind: 'title' },
  show: of,
  sort: of,
});

/** The column with the coin of its values, if the row's instrument is known. */
export const inCoin = <Row>(column: PastColumn<Row>, of: Field<Row, string | undefined>): PastColumn<Row> => ({ ...column, unit: of });

/** A number, or a dash if absent. */
export const numberColumn = <Row>(label: string, formats: Formats, of: Field<Row, string>): PastColumn<Row> => ({
  label,
  show: (row) => wireText(formats, of(row)),
  sort: (row) => wireNumber(of(row)),
});

/** A price with the decimals of the row's instrument. */
export const priceColumn = <Row>(
  label: string,
  formats: Formats,
  of: Field<Row, string>,
  instrument: Field<Row, Instrument | undefined>,
): PastColumn<Row> => ({
  ...numberColumn(label, formats, of),
  show: (row) => wirePrice(formats, of(row), instrument(row)),
});

const signTone = (text: string): 'up' | 'down' | undefined => (text.startsWith('-') ? 'down' : /[1-9]/.test(text) ? 'up' : undefined);

/** A number that is good above zero. */
export const signedColumn = <Row>(label: string, formats: Formats, of: Field<Row, string>): PastColumn<Row> => ({
  ...numberColumn(label, formats, of),
  tone: (row) => signTone(of(row)),
});

export const sideColumn = <Row>(label: string, common: Translate<'buy' | 'sell'>, of: Field<Row, 'Buy' | 'Sell'>): PastColumn<Row> => ({
  ...{ label, align: 'start', kind: 'text' },
  tone: (row) => (of(row) === 'Buy' ? 'up' : 'down'),
  show: (row) => common(of(row) === 'Buy' ? 'buy' : 'sell'),
  sort: of,
});

/** A time in milliseconds. */
export const timeColumn = <Row>(label: string, formats: Formats, of: Field<Row, number>): PastColumn<Row> => ({
  label,
  wide: true,
  show: (row) => formats.dateTime(of(row)),
  sort: of,
});
