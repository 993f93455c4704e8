import {
  milliseconds,
  optionPrice,
  parseDecimal,
  price,
  priceNumber,
  ticks,
  ticksOfPrice,
  yearsBetween,
  type Instrument,
} from '@tapedeck/domain';
import { ticksText } from '@tapedeck/protocol';
import type { Services } from '../../routes/route.ts';
import { badField } from '../replies.ts';
import { v5Error, type V5Reply } from '../v5-route.ts';
import type { OrderRow } from './order-fields.ts';

const UNIT = 100_000_000;
const NO_LIQUIDITY = 110_118;

type Priced = Pick<OrderRow, 'price' | 'orderIv' | 'bboSideType' | 'bboLevel' | 'side' | 'orderType'>;

/** The price of an option at a volatility, on a tick; `undefined` without a model price. */
function priceAtVolatility(volatility: number, instrument: Instrument, { venue }: Services): string | undefined {
  const { option, deliveryAt } = instrument;
  const state = venue.market(instrument.id)?.state;
  if (option === undefined || deliveryAt === undefined || state?.option === undefined) return undefined;
  const at = optionPrice({
    right: option.right,
    forward: state.option.forward,
    strike: priceNumber(option.strike),
    years: yearsBetween(milliseconds(state.time), milliseconds(deliveryAt)),
    volatility,
  });
  const nearest = ticksOfPrice(price(BigInt(Math.round(at * UNIT))), instrument.tickSize, 'nearest');
  return ticksText(nearest > instrument.minPrice ? nearest : instrument.minPrice, instrument);
}

/** The price of a level of the book: of the own side (`Queue`) or of the other one. */
async function priceOfLevel(
  { side, bboSideType, bboLevel = '1' }: Priced,
  instrument: Instrument,
  { venue }: Services,
): Promise<string | undefined> {
  const { book } = await venue.book(instrument.id);
  const isBids = (side === 'Buy') === (bboSideType === 'Queue');
  const at = (isBids ? book.bids : book.asks)[2 * (Number(bboLevel) - 1)];
  return at === undefined ? undefined : ticksText(ticks(at), instrument);
}

/** The row with the price that it states by a volatility or a book level, at current values. */
export async function withQuotedPrice<Row extends Priced>(row: Row, instrument: Instrument, services: Services): Promise<Row | V5Reply> {
  const { orderIv = '', bboSideType } = row;
  if (orderIv !== '') {
    const volatility = parseDecimal(orderIv);
    if (instrument.option === undefined || volatility === undefined || volatility <= 0n) return badField('orderIv');
    await services.streams.glance(instrument.id);
    const quoted = priceAtVolatility(Number(volatility) / UNIT, instrument, services);
    return quoted === undefined
      ? v5Error(NO_LIQUIDITY, 'No model price of this option is available at the moment.')
      : { ...row, price: quoted };
  }
  if (bboSideType === undefined || row.orderType === 'Market') return row;
  if (instrument.kind === 'Spot' || instrument.option !== undefined)
    return badField('bboSideType', 'applies to linear and inverse contracts only');
  const quoted = await priceOfLevel(row, instrument, services);
  return quoted === undefined ? v5Error(NO_LIQUIDITY, 'The book has no level of this depth at the moment.') : { ...row, price: quoted };
}
