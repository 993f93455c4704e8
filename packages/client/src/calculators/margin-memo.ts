import { positionMargin, type Instrument, type PositionMargin, type PositionRecord, type Price } from '@tapedeck/domain';

const known = new WeakMap<PositionRecord, { readonly mark: Price; readonly margin: PositionMargin }>();

/** `positionMargin`, computed once per record and mark price: a tick of one instrument leaves the others alone. */
export function marginAt(instrument: Instrument, record: PositionRecord, mark: Price): PositionMargin {
  const before = known.get(record);
  if (before !== undefined && before.mark === mark) return before.margin;
  const margin = positionMargin(instrument, record, mark);
  known.set(record, { mark, margin });
  return margin;
}
