import type { v5IndexField } from '@tapedeck/protocol';
import {
  v5PositionListQuery,
  v5LeverageRequest,
  v5ModeRequest,
  v5StopRequest,
  v5MarginRequest,
  v5AutoRequest,
  v5ClosedQuery,
  type InputOf,
} from '@tapedeck/protocol';
import {
  defaultSettings,
  leverage,
  lotCount,
  money,
  parseDecimal,
  refusal,
  type AccountState,
  type Instrument,
  type PositionRecord,
  type TraderCommand,
  type Untimed,
} from '@tapedeck/domain';
import { encodeClosedPnl, encodeOrder, setTpSlRequest } from '@tapedeck/protocol';
import { CursorUnknown } from '@tapedeck/venue';
import { setTpSl } from '../../routes/stop-routes.ts';
import { countWithin, type Services } from '../../routes/route.ts';
import type { Caller } from '../ports.ts';
import { badField, closedOnTrial, symbolUnknown, v5ReplyOf } from '../replies.ts';
import { categoryOf, instrumentOf, listOf } from '../symbols.ts';
import { v5Done, v5Refused, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';
import { encodeV5Flat, encodeV5Position, withExits } from './encode-position.ts';

const READ_LIMIT = 50;
const SET_LIMIT = 10;
const LEVERAGE_DIGITS = 2;
const CLOSED_MAX = 100;
const CLOSED_DEFAULT = 50;

const indexOf = (index: InputOf<typeof v5IndexField>): 0 | 1 | 2 => Number(index ?? 0) as 0 | 1 | 2;

type ListQuery = InputOf<typeof v5PositionListQuery>;

/** What TP/SL and trailing stop the whole of a position has: they stand in its waiting orders. */
function exitsOf({ orders }: AccountState, position: PositionRecord, instrument: Instrument) {
  const own = orders.filter(
    (one) => one.instrument === position.instrument && one.positionIndex === position.positionIndex && one.stop !== undefined,
  );
  return own.map((order) => {
    const { stop } = encodeOrder(order, instrument);
    return { kind: order.stop?.kind ?? '', price: stop?.triggerPrice ?? '', distance: stop?.trailing?.trailValue ?? '' };
  });
}

const isHedged = (state: AccountState, { id }: Instrument): boolean =>
  state.settings.some(({ instrument, positionMode }) => instrument === id && positionMode === 'BothSide');

/** The positions of one symbol, flat ones included; in hedge mode both. */
function rowsOf(state: AccountState, instrument: Instrument, { venue }: Services): readonly object[] {
  const market = venue.market(instrument.id)?.state;
  const settings = state.settings.find((one) => one.instrument === instrument.id) ?? defaultSettings(state.account, instrument.id);
  return (isHedged(state, instrument) ? [1, 2] : [0]).map((index) => {
    const position = state.positions.find(
      (one) => one.instrument === instrument.id && one.positionIndex === index && lotCount(one.size) > 0,
    );
    if (position === undefined) {
      const side = index === 2 ? { ...settings, longLeverage: settings.shortLeverage } : settings;
      return encodeV5Flat(instrument, market, side, index);
    }
    return withExits(encodeV5Position(position, instrument, market), exitsOf(state, position, instrument));
  });
}

async function positions(query: ListQuery, services: Services, { session }: Caller): Promise<V5Reply> {
  const { category, symbol, settleCoin, baseCoin } = query;
  if (category === 'linear' && symbol === undefined && settleCoin === undefined) return badField('symbol', 'or settleCoin is missing');
  const snapshot = await services.venue.account(session.account);
  if (snapshot === undefined) return v5Refused(refusal('accountUnknown'));
  const named = symbol === undefined ? undefined : instrumentOf(services.catalogue, category, symbol);
  if (symbol !== undefined && named === undefined) return symbolUnknown();
  const { state } = snapshot;
  const isHeld = ({ id }: Instrument): boolean => state.positions.some(({ instrument, size }) => instrument === id && lotCount(size) > 0);
  const wanted =
    named === undefined
      ? services.catalogue.instruments.filter(
          (one) =>
            isHeld(one) &&
            categoryOf(one) === category &&
            (settleCoin === undefined || one.settleCoin === settleCoin) &&
            (baseCoin === undefined || one.baseCoin === baseCoin),
        )
      : [named];
  const list = wanted
    .flatMap((one) => rowsOf(state, one, services))
    .filter((row) => named !== undefined || (row as { size: string }).size !== '0');
  return v5Done({ category, list, nextPageCursor: '' });
}

async function change(
  category: 'linear' | 'inverse',
  symbol: string,
  services: Services,
  command: (instrument: Instrument) => Untimed<TraderCommand>,
): Promise<V5Reply> {
  const instrument = instrumentOf(services.catalogue, category, symbol);
  if (instrument === undefined) return symbolUnknown();
  const outcome = await services.venue.submit(command(instrument));
  return outcome.refusal === undefined ? v5Done({}) : v5Refused(outcome.refusal);
}

function setLeverage(request: InputOf<typeof v5LeverageRequest>, services: Services, { session }: Caller): V5Reply | Promise<V5Reply> {
  const [long, short] = [request.buyLeverage, request.sellLeverage].map((text) => parseDecimal(text, LEVERAGE_DIGITS));
  if (long === undefined || long <= 0n) return badField('buyLeverage');
  if (short === undefined || short <= 0n) return badField('sellLeverage');
  return change(request.category, request.symbol, services, ({ id }) => ({
    type: 'SetLeverage',
    account: session.account,
    instrument: id,
    longLeverage: leverage(long),
    shortLeverage: leverage(short),
  }));
}

/** Of one symbol, or of every contract of a settle coin that has neither position nor orders. */
async function switchMode(
  { symbol, coin, mode }: InputOf<typeof v5ModeRequest>,
  services: Services,
  { session }: Caller,
): Promise<V5Reply> {
  const positionMode = Number(mode) === 3 ? 'BothSide' : 'MergedSingle';
  const command = ({ id }: Instrument): Untimed<TraderCommand> => ({
    type: 'SetPositionMode',
    account: session.account,
    instrument: id,
    positionMode,
  });
  if (symbol !== undefined) return change('linear', symbol, services, command);
  if (coin === undefined) return badField('symbol', 'or coin is missing');
  const all = listOf(services.catalogue, 'linear').filter(({ settleCoin, status }) => settleCoin === coin && status === 'Trading');
  await Promise.all(all.map((one) => services.venue.submit(command(one))));
  return v5Done({});
}

/** The mode is `Full` when nothing says so (reference, section 3.2). */
async function tradingStop(request: InputOf<typeof v5StopRequest>, services: Services, { session }: Caller): Promise<V5Reply> {
  const instrument = instrumentOf(services.catalogue, request.category, request.symbol);
  if (instrument === undefined) return symbolUnknown();
  const {
    tpslMode = 'Full',
    trailingStop,
    activePrice,
    tpLimitPrice,
    slLimitPrice,
    positionIdx,
    tpSize,
    slSize,
    takeProfit,
    stopLoss,
    tpTriggerBy,
    slTriggerBy,
  } = request;
  const fields = {
    symbol: instrument.symbol,
    positionIdx: indexOf(positionIdx),
    tpSlMode: tpslMode,
    takeProfit,
    stopLoss,
    tpTriggerBy,
    slTriggerBy,
    tpOrderType: request.tpOrderType,
    slOrderType: request.slOrderType,
    limitTakeProfit: tpLimitPrice,
    limitStopLoss: slLimitPrice,
    trailValue: trailingStop,
    activationPrice: trailingStop === undefined ? undefined : activePrice,
    tpSize: takeProfit === undefined ? undefined : tpSize,
    slSize: stopLoss === undefined ? undefined : slSize,
  };
  const parsed = setTpSlRequest.safeParse(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
  if (!parsed.success) return badField(parsed.error.issues[0]?.path.map(String).join('.') ?? '');
  return v5ReplyOf(await setTpSl(parsed.data, services, session), () => ({}));
}

function addMargin(
  { category, symbol, margin, positionIdx }: InputOf<typeof v5MarginRequest>,
  services: Services,
  { session }: Caller,
): V5Reply | Promise<V5Reply> {
  const units = parseDecimal(margin);
  if (units === undefined || units === 0n) return badField('margin');
  return change(category, symbol, services, ({ id }) => ({
    type: 'AddMargin',
    account: session.account,
    instrument: id,
    positionIndex: indexOf(positionIdx),
    amount: money(units),
  }));
}

async function closedPnl(query: InputOf<typeof v5ClosedQuery>, { catalogue, history }: Services, caller: Caller): Promise<V5Reply> {
  const closed = closedOnTrial(caller);
  if (closed !== undefined) return closed;
  const limit = countWithin(query.limit, CLOSED_DEFAULT, 1, CLOSED_MAX);
  if (limit === undefined) return badField('limit');
  const instruments = catalogue.instruments
    .filter((one) => categoryOf(one) === query.category && (query.symbol === undefined || one.symbol === query.symbol))
    .map(({ id }) => id);
  try {
    const page = await history.closings({
      account: caller.session.account,
      instruments,
      ...(query.startTime !== undefined && { from: Number(query.startTime) }),
      ...(query.endTime !== undefined && { to: Number(query.endTime) + 1 }),
      cursor: query.cursor ?? '',
      limit,
    });
    const list = page.rows.map(({ closing, time }) => {
      const item = encodeClosedPnl(closing, time, catalogue.byId(closing.instrument));
      return {
        symbol: item.symbol,
        orderId: item.orderId,
        side: closing.side === 'Buy' ? 'Sell' : 'Buy',
        qty: item.closedSize,
        orderPrice: '',
        orderType: '',
        execType: item.execType === 'SessionSettlement' ? 'SessionSettlePnL' : item.execType,
        closedSize: item.closedSize,
        cumEntryValue: '',
        avgEntryPrice: item.avgEntryPrice,
        cumExitValue: '',
        avgExitPrice: item.avgExitPrice,
        closedPnl: item.closedPnl,
        fillCount: String(item.fillCount),
        leverage: '',
        openFee: '',
        closeFee: item.execFee,
        createdTime: String(item.createdAtE3),
        updatedTime: String(item.updatedAtE3),
      };
    });
    return v5Done({ category: query.category, list, nextPageCursor: page.next });
  } catch (error) {
    if (error instanceof CursorUnknown) return badField('cursor');
    throw error;
  }
}

export const POSITION_ROUTES: readonly V5Route[] = [
  v5Route<ListQuery>({
    method: 'GET',
    path: '/v5/position/list',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Positions.',
    request: v5PositionListQuery,
    answer: positions,
  }),
  v5Route<InputOf<typeof v5LeverageRequest>>({
    method: 'POST',
    path: '/v5/position/set-leverage',
    access: 'trade',
    limit: SET_LIMIT,
    summary: 'Sets the leverage of a symbol.',
    request: v5LeverageRequest,
    answer: setLeverage,
  }),
  v5Route<InputOf<typeof v5ModeRequest>>({
    method: 'POST',
    path: '/v5/position/switch-mode',
    access: 'trade',
    limit: SET_LIMIT,
    summary: 'Sets one-way or hedge mode.',
    request: v5ModeRequest,
    answer: switchMode,
  }),
  v5Route<InputOf<typeof v5StopRequest>>({
    method: 'POST',
    path: '/v5/position/trading-stop',
    access: 'trade',
    limit: SET_LIMIT,
    summary: 'Sets the TP/SL and the trailing stop of a position.',
    request: v5StopRequest,
    answer: tradingStop,
  }),
  v5Route<InputOf<typeof v5MarginRequest>>({
    method: 'POST',
    path: '/v5/position/add-margin',
    access: 'trade',
    limit: SET_LIMIT,
    summary: 'Moves money into an isolated position, or out of it.',
    request: v5MarginRequest,
    answer: addMargin,
  }),
  v5Route<InputOf<typeof v5AutoRequest>>({
    method: 'POST',
    path: '/v5/position/set-auto-add-margin',
    access: 'trade',
    limit: SET_LIMIT,
    summary: 'Lets available balance go into an isolated position before it would be liquidated.',
    request: v5AutoRequest,
    answer: ({ category, symbol, autoAddMargin, positionIdx }, services, { session }) =>
      change(category, symbol, services, ({ id }) => ({
        type: 'SetAutoAddMargin',
        account: session.account,
        instrument: id,
        positionIndex: indexOf(positionIdx),
        on: Number(autoAddMargin) === 1,
      })),
  }),
  v5Route<InputOf<typeof v5ClosedQuery>>({
    method: 'GET',
    path: '/v5/position/closed-pnl',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'What closed positions earned, newest first.',
    request: v5ClosedQuery,
    answer: closedPnl,
  }),
];
