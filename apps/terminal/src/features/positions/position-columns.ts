import type { PositionView } from '@tapedeck/client';
import { lotCount, moneyUnits, priceUnits, rateUnits, settlesSessions } from '@tapedeck/domain';
import type { SortValue, TableColumns } from '../../widgets/table-layout.ts';

export type PositionColumn =
  | 'contract'
  | 'quantity'
  | 'entry'
  | 'sessionPrice'
  | 'mark'
  | 'liquidation'
  | 'breakEven'
  | 'value'
  | 'initialMargin'
  | 'maintenanceMargin'
  | 'unrealised'
  | 'realised'
  | 'exits'
  | 'trailing'
  | 'autoMargin'
  | 'deleverage'
  | 'close';

export const POSITION_LAYOUT: TableColumns<PositionColumn> = {
  name: 'positions',
  all: [
    // The most important columns come first; the last ones may be out of view beside the order form.
    ...(['contract', 'quantity', 'unrealised', 'entry', 'sessionPrice', 'mark', 'liquidation', 'exits', 'breakEven'] as const),
    ...(['value', 'initialMargin', 'maintenanceMargin', 'realised', 'trailing', 'autoMargin', 'deleverage', 'close'] as const),
  ],
  fixed: ['contract', 'close'],
};

export const NOT_SORTED: ReadonlySet<PositionColumn> = new Set(['sessionPrice', 'exits', 'trailing', 'autoMargin', 'close']);

/** Sort key of a column; `undefined` while unknown. */
export function sortValue({ instrument, record, ...view }: PositionView, by: PositionColumn): SortValue | undefined {
  switch (by) {
    case 'contract':
      return instrument.symbol;
    case 'quantity':
      return record.side === 'Buy' ? lotCount(record.size) : -lotCount(record.size);
    case 'entry':
      return priceUnits(view.entryPrice);
    case 'mark':
      return view.markPrice && priceUnits(view.markPrice);
    case 'liquidation':
      return view.liquidationPrice && priceUnits(view.liquidationPrice);
    case 'breakEven':
      return view.breakEvenPrice && priceUnits(view.breakEvenPrice);
    case 'value':
    case 'initialMargin':
    case 'maintenanceMargin':
      return view[by] && moneyUnits(view[by]);
    case 'unrealised':
      return view.roi && rateUnits(view.roi);
    case 'realised':
      return moneyUnits(record.realisedPnl);
    case 'deleverage':
      return record.deleverageRank;
    default:
      return undefined;
  }
}

/** Columns of a collapsed card on a phone, in order. */
export const CARD_COLUMNS: readonly PositionColumn[] = [
  ...(['contract', 'unrealised', 'quantity', 'entry', 'mark', 'initialMargin', 'breakEven', 'liquidation'] as const),
  ...(['exits', 'close'] as const),
];

/** Column order of a card: the visible ones, then the others. */
export const cardOrder = (ids: readonly PositionColumn[]): readonly PositionColumn[] => [
  ...CARD_COLUMNS.filter((id) => ids.includes(id)),
  ...ids.filter((id) => !CARD_COLUMNS.includes(id)),
];

/** Only USDC perpetuals settle by sessions: without one the column would be empty. */
export const columnsFor = (ids: readonly PositionColumn[], views: readonly (PositionView | undefined)[]): readonly PositionColumn[] =>
  views.some((view) => view !== undefined && settlesSessions(view.instrument)) ? ids : ids.filter((id) => id !== 'sessionPrice');
