import {
  SCALE_DIGITS,
  SLIPPAGE_SHARE_MAX,
  SLIPPAGE_SHARE_MIN,
  SLIPPAGE_TICKS_MAX,
  SLIPPAGE_TICKS_MIN,
  formatDecimal,
  lots,
  parseDecimal,
  refusal,
  ticks,
  type CancelScope,
  type Instrument,
  type Outcome,
  type PairLeg,
  type PlaceOrderPair,
  type SetPositionExits,
  type Untimed,
} from '@tapedeck/domain';
import {
  WireMalformed,
  cancelTotallyRequest,
  cancelTotallyResult,
  createMarginRateCloseRequest,
  createMarginRateCloseResult,
  createPairRequest,
  createPairResult,
  decodeLeg,
  decodeTrailing,
  disconnectRequest,
  emptyRequest,
  emptyResult,
  readLots,
  readPercent,
  readTicks,
  setTpSlRequest,
  setTpSlResult,
  slippageRangeResult,
  type CancelTotallyRequest,
  type CreateMarginRateCloseRequest,
  type CreatePairRequest,
  type DisconnectRequest,
  type PairLegFields,
  type SetTpSlRequest,
} from '@tapedeck/protocol';
import { badParameter, done, failed, refused, type Reply } from '../answers.ts';
import type { Session } from '../ports.ts';
import { CANCEL_TABS } from './order-routes.ts';
import { route, type Route, type Services } from './route.ts';

const SECOND = 1_000;
const PERCENT_DIGITS = 6;

const answered = (outcome: Outcome): Reply => (outcome.refusal === undefined ? done({}) : refused(outcome.refusal));

/** The quantity of an entry, by either name; `undefined` if absent. Throws `WireMalformed` if the names disagree. */
function entrySize(request: SetTpSlRequest): string | undefined {
  let size: bigint | undefined;
  for (const name of ['qty', 'qtyX', 'tpSize', 'tpSizeX', 'slSize', 'slSizeX'] as const) {
    const given = request[name];
    if (given === undefined) continue;
    const units = parseDecimal(given, name.endsWith('X') ? 0 : SCALE_DIGITS);
    if (units === undefined || (size !== undefined && units !== size)) throw new WireMalformed(name);
    size = units;
  }
  return size === undefined ? undefined : formatDecimal(size);
}

/** Scope of the TP/SL: the entire position, a quantity, or an existing entry. Throws `WireMalformed`. */
function partOf(request: SetTpSlRequest, instrument: Instrument): Pick<SetPositionExits, 'mode' | 'quantity' | 'entry'> {
  const { tpSlMode, tpStopOrderId, slStopOrderId } = request;
  if (tpSlMode !== 'Partial') return { mode: 'Full', quantity: lots(0), entry: 0 };
  const qty = entrySize(request);
  return {
    mode: 'Partial',
    quantity: qty === undefined ? lots(0) : readLots(qty, 'qty', instrument),
    entry: Number(tpStopOrderId ?? slStopOrderId ?? 0),
  };
}

/** A trailing stop belongs to the entire position; TP/SL state their mode. Throws `WireMalformed`. */
function exitsCommand(request: SetTpSlRequest, account: number, instrument: Instrument): Untimed<SetPositionExits> {
  const takeProfit = decodeLeg(request, 'takeProfit', instrument);
  const stopLoss = decodeLeg(request, 'stopLoss', instrument);
  const trailing = decodeTrailing(request, instrument);
  const legs = takeProfit !== undefined || stopLoss !== undefined;
  if (legs && (request.tpSlMode === undefined || request.tpSlMode === 'UNKNOWN')) throw new WireMalformed('tpSlMode');
  return {
    type: 'SetPositionExits',
    account,
    instrument: instrument.id,
    positionIndex: request.positionIdx ?? 0,
    ...partOf(request, instrument),
    source: 'form',
    ...(request.requestId !== undefined && { requestId: request.requestId }),
    ...(takeProfit !== undefined && { takeProfit }),
    ...(stopLoss !== undefined && { stopLoss }),
    ...(trailing !== undefined && { trailing }),
  };
}

/** Sets, changes or removes the TP/SL and the trailing stop of a position. Throws `WireMalformed`. */
export async function setTpSl(request: SetTpSlRequest, services: Services, { account }: Session): Promise<Reply> {
  const instrument = services.catalogue.bySymbol(request.symbol);
  if (instrument === undefined) return refused(refusal('symbolUnknown'));
  const command = exitsCommand(request, account, instrument);
  const named = [command.takeProfit, command.stopLoss, command.trailing].some((part) => part !== undefined);
  // An entry may change its quantity alone.
  if (!named && command.entry === 0) return badParameter('takeProfit', 'or stopLoss or a trailing stop is missing');
  return answered(await services.venue.submit(command));
}

const SCOPES: Readonly<Record<CancelTotallyRequest['type'], CancelScope['tab']>> = {
  ...CANCEL_TABS,
  PartialTpSlConditional: 'partialTpSl',
};

async function cancelTotally(
  { symbol, positionIdx, type }: CancelTotallyRequest,
  services: Services,
  { account }: Session,
): Promise<Reply> {
  const instrument = services.catalogue.bySymbol(symbol);
  if (instrument === undefined) return refused(refusal('symbolUnknown'));
  const ofPosition = type === 'PartialTpSlConditional' ? (positionIdx ?? 0) : positionIdx;
  const only: CancelScope = { tab: SCOPES[type], ...(ofPosition !== undefined && { positionIndex: ofPosition }) };
  const outcome = await services.venue.submit({ type: 'CancelAllOrders', account, instrument: instrument.id, only });
  return outcome.refusal === undefined ? done({ cancelled: outcome.cancelled ?? 0 }) : refused(outcome.refusal);
}

/** Throws `WireMalformed`. */
function pairLeg(fields: PairLegFields, instrument: Instrument): PairLeg {
  const { side, triggerPrice, triggerBy, orderType, price } = fields;
  if (orderType === 'Limit' && price === undefined) throw new WireMalformed('price');
  return {
    side,
    trigger: readTicks(triggerPrice, 'triggerPrice', instrument),
    source: triggerBy === undefined || triggerBy === 'UNKNOWN' ? 'LastPrice' : triggerBy,
    orderType,
    price: orderType === 'Limit' && price !== undefined ? readTicks(price, 'price', instrument) : ticks(0),
  };
}

async function createPair(request: CreatePairRequest, services: Services, { account }: Session): Promise<Reply> {
  const instrument = services.catalogue.bySymbol(request.symbol);
  if (instrument === undefined) return refused(refusal('symbolUnknown'));
  const command: Untimed<PlaceOrderPair> = {
    type: 'PlaceOrderPair',
    account,
    instrument: instrument.id,
    kind: request.stopOrderType,
    positionIndex: request.positionIdx ?? 0,
    quantity: readLots(request.qty, 'qty', instrument),
    upper: pairLeg(request.upper, instrument),
    lower: pairLeg(request.lower, instrument),
    reduceOnly: request.reduceOnly ?? false,
    source: 'form',
    ...(request.requestId !== undefined && { requestId: request.requestId }),
  };
  const outcome = await services.venue.submit(command);
  if (outcome.refusal !== undefined) return refused(outcome.refusal);
  return done({ orderIds: (outcome.orderIds ?? []).map(String) });
}

async function createMarginRateClose(request: CreateMarginRateCloseRequest, services: Services, session: Session): Promise<Reply> {
  const instrument = services.catalogue.bySymbol(request.symbol);
  if (instrument === undefined) return refused(refusal('symbolUnknown'));
  const outcome = await services.venue.submit({
    type: 'PlaceMarginRateClose',
    account: session.account,
    instrument: instrument.id,
    positionIndex: request.positionIdx ?? 0,
    rate: readPercent(request.triggerMmRateE2, 'triggerMmRateE2'),
    source: 'form',
    ...(request.requestId !== undefined && { requestId: request.requestId }),
  });
  if (outcome.refusal !== undefined) return refused(outcome.refusal);
  return outcome.orderId === undefined ? failed('serverError') : done({ orderId: String(outcome.orderId) });
}

async function setDisconnect({ timeWindow }: DisconnectRequest, services: Services, { account }: Session): Promise<Reply> {
  const window = Number(timeWindow) * SECOND;
  return answered(await services.venue.submit({ type: 'SetCancelOnDisconnect', account, window }));
}

const percentOf = (share: bigint): string => formatDecimal(share, PERCENT_DIGITS);

const trade = { method: 'POST', access: 'user', effect: 'trade' } as const;

export const STOP_ROUTES: readonly Route[] = [
  route<object>({
    method: 'GET',
    path: '/public/instrument/slippage',
    cost: 'light',
    access: 'public',
    effect: 'none',
    summary: 'Range of the slippage limit of a market order, in percent and in ticks.',
    request: emptyRequest,
    result: slippageRangeResult,
    answer: () =>
      done({
        percent: { min: percentOf(SLIPPAGE_SHARE_MIN), max: percentOf(SLIPPAGE_SHARE_MAX) },
        tickSize: { min: String(SLIPPAGE_TICKS_MIN), max: String(SLIPPAGE_TICKS_MAX) },
      }),
  }),
  route<SetTpSlRequest>({
    ...trade,
    path: '/contract/v5/position/set-tp-sl-ts',
    cost: 'command',
    summary: 'Sets, changes or removes the TP/SL of a position, whole or partial, and its trailing stop.',
    request: setTpSlRequest,
    result: setTpSlResult,
    answer: setTpSl,
  }),
  route<CancelTotallyRequest>({
    ...trade,
    path: '/contract/v5/order/cancel-totally',
    cost: 'command',
    summary: 'Cancels all open orders of one kind, such as the partial TP/SL entries of a position.',
    request: cancelTotallyRequest,
    result: cancelTotallyResult,
    answer: cancelTotally,
  }),
  route<CreatePairRequest>({
    ...trade,
    path: '/contract/v5/order/create-pair',
    cost: 'command',
    summary: 'Places two conditional orders; the first to trigger cancels the other (OCO).',
    request: createPairRequest,
    result: createPairResult,
    answer: createPair,
  }),
  route<CreateMarginRateCloseRequest>({
    ...trade,
    path: '/contract/v5/order/create-mmr-close',
    cost: 'command',
    summary: 'Closes a cross position at market once the maintenance margin rate of the account reaches a limit.',
    request: createMarginRateCloseRequest,
    result: createMarginRateCloseResult,
    answer: createMarginRateClose,
  }),
  route<DisconnectRequest>({
    ...trade,
    path: '/contract/v5/order/disconnected-cancel-all',
    cost: 'command',
    summary: 'Cancels the resting orders once the account has had no private stream for the given number of seconds; 0 turns this off.',
    request: disconnectRequest,
    result: emptyResult,
    answer: setDisconnect,
  }),
];
