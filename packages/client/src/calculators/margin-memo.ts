import { positionMargin, type Instrument, type PositionMargin, type PositionRecord, type Price } from '@tapedeck/domain';

const known = new WeakMap<
  PositionRecord,
  { readonly instrument: Instrument; readonly mark: Price; readonly index: Price | undefined; readonly margin: PositionMargin }
>();

/**
 * `positionMargin`, computed once per record, fees and prices: a tick of one instrument does not recompute the others.
 * Options need the index price.
 */
export function marginAt(instrument: Instrument, record: PositionRecord, mark: Price, index?: Price): PositionMargin {
  const before = known.get(record);
  if (before !== undefined && before.instrument === instrument && before.mark === mark && before.index === index) return before.margin;
  const margin = positionMargin(instrument, record, mark, index);
  known.set(record, { instrument, mark, index, margin });
  return margin;
}
