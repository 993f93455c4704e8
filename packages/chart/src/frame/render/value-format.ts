/** Values of indicators are of any size: six digits tell enough. */
export function valueFormat(locale: string): (value: number) => string {
  const plain = new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 });
  const large = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 5 });
  return (value) => (Math.abs(value) >= 1e6 ? large : plain).format(value);
}
