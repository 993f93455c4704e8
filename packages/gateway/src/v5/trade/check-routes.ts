import {
  ZERO_MONEY,
  marginRates,
  money,
  quantity,
  maxMoney,
  moneyUnits,
  priceUnits,
  quantityUnits,
  rateUnits,
  refusal,
  subtractMoney,
  ticksOfPrice,
  tickCount,
  timestamp,
  lots,
  type AccountMargins,
  type AccountState,
  type Coin,
  type Instrument,
  type MarketState,
  type OrderRecord,
  type PlaceOrder,
  type Rate,
  type Untimed,
} from '@tapedeck/domain';
import { moneyText, quantityText, type InputOf } from '@tapedeck/protocol';
import { v5BorrowCheckQuery, v5DisconnectRequest, v5OrderRequest } from '@tapedeck/protocol/v5';
import { decodePlaceOrder, risingOn } from '../../routes/place-order.ts';
import type { Services } from '../../routes/route.ts';
import { withState } from '../account/account-state.ts';
import { freeCash, spendable } from '../account/borrowing.ts';
import { wholeMargins } from '../account/whole-margin.ts';
import type { Caller } from '../ports.ts';
import { badField, symbolUnknown, v5ReplyOf } from '../replies.ts';
import { instrumentOf } from '../symbols.ts';
import { v5Done, v5Error, v5Refused, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';
import { placeFields } from './order-fields.ts';
import { withQuotedPrice } from './quoted-price.ts';

const SCALE = 100_000_000n;
const E4 = 10_000n;
const SECOND_MS = 1_000;
const WINDOW_MAX = 300;
const WINDOW_MIN = 3;
const BALANCE_SHORT = 110_007;

const e4 = (share: Rate | undefined): number => (share === undefined ? 0 : Number((rateUnits(share) * E4) / SCALE));
const ratesOf = (margins: AccountMargins, coin: Coin): { readonly initial: number; readonly maintenance: number } => {
  const { initialMarginRate, maintenanceMarginRate } = marginRates(margins.pool ?? margins.of(coin));
  return { initial: e4(initialMarginRate), maintenance: e4(maintenanceMarginRate) };
};

/** The order as if it rested: at its own price, a market order at the best price of the other side. */
function asResting(command: Untimed<PlaceOrder>, { tickSize }: Instrument, { mark, bestAsk, bestBid }: MarketState): OrderRecord {
  const best = command.side === 'Buy' ? bestAsk : bestBid;
  const market = tickCount(best) > 0 ? best : ticksOfPrice(mark, tickSize, 'nearest');
  return {
    ...command,
    orderId: 0,
    price: command.orderType === 'Market' ? market : command.price,
    filled: lots(0),
    filledValue: ZERO_MONEY,
    fee: ZERO_MONEY,
    status: 'New',
    createdAt: timestamp(0),
    updatedAt: timestamp(0),
  };
}

function checked(state: AccountState, order: OrderRecord, settleCoin: Coin, services: Services, caller: Caller): V5Reply {
  const { accountKind } = caller.session;
  const before = wholeMargins(state, accountKind, services);
  const after = wholeMargins({ ...state, orders: [...state.orders, order] }, accountKind, services);
  if (before === undefined || after === undefined) return v5Refused(refusal('marketNoLiquidity'));
  const [pre, post] = [ratesOf(before, settleCoin), ratesOf(after, settleCoin)];
  const was = before.pool ?? before.of(settleCoin);
  const is = after.pool ?? after.of(settleCoin);
  const cost = maxMoney(ZERO_MONEY, subtractMoney(is.initialMargin, was.initialMargin));
  if (cost > was.available)
    return v5Error(BALANCE_SHORT, 'ab not enough for new order', { post_imr_e4: post.initial, post_mmr_e4: post.maintenance });
  return v5Done({
    orderId: '',
    orderLinkId: order.clientOrderId,
    preImrE4: pre.initial,
    preMmrE4: pre.maintenance,
    postImrE4: post.initial,
    postMmrE4: post.maintenance,
  });
}

/** Effect of an order on the account's margin rates, without placing it. */
async function preCheck(row: InputOf<typeof v5OrderRequest>, services: Services, caller: Caller): Promise<V5Reply> {
  if (row.category === 'spot') return badField('category', 'must be linear, inverse or option');
  const instrument = instrumentOf(services.catalogue, row.category, row.symbol);
  const market = instrument === undefined ? undefined : services.venue.market(instrument.id)?.state;
  if (instrument === undefined || market === undefined) return symbolUnknown();
  const priced = await withQuotedPrice(row, instrument, services);
  if ('kind' in priced) return priced;
  const fields = placeFields(priced, instrument);
  if (!fields.ok) return fields.reply;
  const command = decodePlaceOrder(fields.request, caller.session.account, instrument, risingOn(services.venue, instrument));
  if (!command.ok) return v5ReplyOf(command.reply);
  if (command.value.options?.trigger !== undefined)
    return badField('triggerPrice', 'applies to conditional orders, which reserve no margin before they trigger');
  const order = asResting(command.value, instrument, market);
  return withState(services, caller, (state) => checked(state, order, instrument.settleCoin, services, caller));
}

/** Quantity of a pair that can be bought or sold now, from the balance and by borrowing. */
async function borrowCheck({ symbol, side }: InputOf<typeof v5BorrowCheckQuery>, services: Services, caller: Caller): Promise<V5Reply> {
  const instrument = instrumentOf(services.catalogue, 'spot', symbol);
  const market = instrument === undefined ? undefined : services.venue.market(instrument.id)?.state;
  if (instrument === undefined || market === undefined) return symbolUnknown();
  const coin = side === 'Buy' ? instrument.quoteCoin : instrument.baseCoin;
  return withState(services, caller, (state) => {
    const margins = wholeMargins(state, caller.session.accountKind, services);
    const own = margins?.coins.find((one) => one.coin === coin);
    const free = own === undefined ? 0n : moneyUnits(freeCash(own));
    const most = own === undefined || margins === undefined ? 0n : moneyUnits(spendable(own, margins));
    const last = priceUnits(market.last);
    const lot = quantityUnits(instrument.lotSize);
    const size = (units: bigint): string => {
      // Before the first trade of a recording, nothing can be bought.
      if (last === 0n) return '0';
      const base = side === 'Buy' ? (units * SCALE) / last : units;
      return quantityText(quantity((base / lot) * lot));
    };
    const amount = (units: bigint): string => moneyText(money(side === 'Buy' ? units : (units * last) / SCALE));
    return v5Done({
      symbol,
      side,
      borrowCoin: coin,
      maxTradeQty: size(most),
      maxTradeAmount: amount(most),
      spotMaxTradeQty: size(free),
      spotMaxTradeAmount: amount(free),
    });
  });
}

/** Applies to the whole account: the window is the same for every product. */
async function setDisconnect(
  { timeWindow }: InputOf<typeof v5DisconnectRequest>,
  { venue }: Services,
  { session }: Caller,
): Promise<V5Reply> {
  const seconds = Number(timeWindow);
  if (seconds !== 0 && (!Number.isInteger(seconds) || seconds < WINDOW_MIN || seconds > WINDOW_MAX))
    return badField('timeWindow', `must be 0, or from ${WINDOW_MIN} to ${WINDOW_MAX}`);
  const outcome = await venue.submit({ type: 'SetCancelOnDisconnect', account: session.account, window: seconds * SECOND_MS });
  return outcome.refusal === undefined ? v5Done({}, { message: 'success' }) : v5Refused(outcome.refusal);
}

export const CHECK_ROUTES: readonly V5Route[] = [
  v5Route<InputOf<typeof v5OrderRequest>>({
    method: 'POST',
    path: '/v5/order/pre-check',
    cost: 'command',
    access: 'trade',
    limit: { linear: 10, inverse: 10, option: 10, spot: 20 },
    summary: 'Effect of an order on the margin of the account.',
    request: v5OrderRequest,
    answer: preCheck,
  }),
  v5Route<InputOf<typeof v5BorrowCheckQuery>>({
    method: 'GET',
    path: '/v5/order/spot-borrow-check',
    cost: 'light',
    access: 'read',
    limit: 50,
    summary: 'Largest quantity of a pair that the account can trade now.',
    request: v5BorrowCheckQuery,
    answer: borrowCheck,
  }),
  v5Route<InputOf<typeof v5DisconnectRequest>>({
    method: 'POST',
    path: '/v5/order/disconnected-cancel-all',
    cost: 'command',
    access: 'trade',
    limit: 5,
    summary: 'Sets the time without a connection after which the exchange cancels open orders.',
    request: v5DisconnectRequest,
    answer: setDisconnect,
  }),
];
