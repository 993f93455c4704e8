import { money, parseDecimal, type Coin, type Instrument } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import type { PastColumn } from './paged-table.tsx';
import type { Translate } from '../platform/texts.tsx';
import { inZone, type ZonedFormats } from '../platform/time-zone.ts';
import { coinDigits, moneyText, paddedText, signedMoneyText, UNKNOWN, wireNumber, wirePrice, wireText } from '../platform/values.ts';

/** Columns common to history lists. `of` reads a field of a wire row. */
type Field<Row, Value> = (row: Row) => Value;

/** Subject of a row, e.g. its contract; the first column. */
export const titleColumn = <Row>(label: string, of: Field<Row, string>): PastColumn<Row> => ({
  ...{ label, align: 'start', kind: 'title' },
  show: of,
  sort: of,
});

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

/** A quantity of the wire with the decimals of its instrument, so that a column has one precision. */
export const wireQuantity = (formats: Formats, text: string, instrument: Instrument | undefined): string =>
  text === '' ? UNKNOWN : paddedText(formats, text, instrument?.quantityDigits ?? 0);

/** A quantity with the decimals of the lots of the row's instrument. */
export const quantityColumn = <Row>(
  label: string,
  formats: Formats,
  of: Field<Row, string>,
  coins: { readonly instrument: Field<Row, Instrument | undefined>; readonly quantity: Field<Row, string | undefined> },
): PastColumn<Row> => ({
  ...numberColumn(label, formats, of),
  show: (row) => wireQuantity(formats, of(row), coins.instrument(row)),
  unit: coins.quantity,
});

const signTone = (text: string): 'up' | 'down' => (text.startsWith('-') ? 'down' : 'up');

interface MoneyColumn<Row> {
  readonly label: string;
  readonly formats: Formats;
  readonly of: Field<Row, string | undefined>;
  readonly coin: Field<Row, Coin | undefined>;
  /** Good above zero: with a sign and a tone. */
  readonly signed?: boolean;
  /** Smallest number of decimals; dollars have two by themselves. */
  readonly digits?: number;
}

/** Every unit of a coin: fees and movements of a wallet add up to its balance. */
export const EXACT_DIGITS = 8;

/** Money with the decimals of the row's coin, which is its unit. */
export function moneyColumn<Row>({ label, formats, of, coin, signed = false, digits = 0 }: MoneyColumn<Row>): PastColumn<Row> {
  const show = (row: Row): string => {
    const [units, name] = [parseDecimal(of(row) ?? ''), coin(row)];
    if (units === undefined || name === undefined) return wireText(formats, of(row) ?? '');
    return (signed ? signedMoneyText : moneyText)(formats, money(units), Math.max(coinDigits(name), digits));
  };
  return {
    label,
    show,
    // An amount that rounds to zero has no tone.
    ...(signed && { tone: (row: Row) => (/[1-9]/.test(show(row)) ? signTone(of(row) ?? '') : undefined) }),
    unit: (row) => (of(row) === undefined ? undefined : coin(row)),
    sort: (row) => wireNumber(of(row)),
  };
}

export const sideColumn = <Row>(label: string, common: Translate<'buy' | 'sell'>, of: Field<Row, 'Buy' | 'Sell'>): PastColumn<Row> => ({
  ...{ label, align: 'start', kind: 'text' },
  tone: (row) => (of(row) === 'Buy' ? 'up' : 'down'),
  show: (row) => common(of(row) === 'Buy' ? 'buy' : 'sell'),
  sort: of,
});

/** A time in milliseconds, in the chosen zone. */
export const timeColumn = <Row>(label: string, formats: ZonedFormats, of: Field<Row, number>): PastColumn<Row> => ({
  label: inZone(label, formats),
  wide: true,
  show: (row) => formats.dateTime(of(row)),
  sort: of,
});
