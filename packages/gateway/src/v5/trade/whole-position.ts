import { isOption, isSpot, lotCount, type Instrument } from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import { openPosition } from '../../routes/open-position.ts';
import type { Services } from '../../routes/route.ts';
import type { Caller } from '../ports.ts';
import { v5ReplyOf } from '../replies.ts';
import type { V5Reply } from '../v5-route.ts';
import type { OrderRow } from './order-fields.ts';

/** A quantity of 0 means the entire position, up to the maximum of one order, for orders that can only close. */
export async function withWholePosition(
  row: OrderRow,
  instrument: Instrument,
  services: Services,
  { session }: Caller,
): Promise<OrderRow | V5Reply> {
  const closes = Number(row.qty) === 0 && row.reduceOnly === true && row.closeOnTrigger === true;
  if (!closes || isSpot(instrument) || isOption(instrument)) return row;
  const which = { symbol: instrument.symbol, positionIdx: Number(row.positionIdx ?? 0) as 0 | 1 | 2 };
  const open = await openPosition(which, services, session);
  if ('kind' in open) return v5ReplyOf(open);
  const most = row.orderType === 'Market' ? instrument.maxMarketOrder : instrument.maxLimitOrder;
  const { size } = open.position;
  return { ...row, qty: lotsText(lotCount(size) < lotCount(most) ? size : most, instrument) };
}
