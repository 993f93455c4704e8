import type { PositionView } from '@tapedeck/client';
import type { ComponentProps } from 'react';
import { EmptyRow } from './empty-row.tsx';
import { PositionRow } from './position-row.tsx';

export { PositionSums } from './position-sums.tsx';

interface RowProps extends ComponentProps<typeof PositionRow> {
  /** The position, when its size is 0. */
  readonly empty: PositionView | undefined;
}

/** A row of the table, with its cells and their buttons. */
export function AnyRow({ empty, ...row }: RowProps) {
  return empty === undefined ? <PositionRow {...row} /> : <EmptyRow view={empty} columns={row.columns} onSymbol={row.onSymbol} />;
}
