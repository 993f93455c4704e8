import { exactLots, exactTicks, lots, parseDecimal, price, priceUnits, quantity, quantityUnits, refusal, ticks } from '@tapedeck/domain';
import type { ExitLeg, Instrument, Lots, SetPositionExits, Ticks, Untimed } from '@tapedeck/domain';
import { cancelTotallyRequest, cancelTotallyResult, setTpSlRequest, setTpSlResult } from '@tapedeck/protocol';
import type { CancelTotallyRequest, SetTpSlRequest } from '@tapedeck/protocol';
import { badParameter, done, refused, type Reply } from '../answers.ts';
import type { Session } from '../ports.ts';
import { route, type Route, type Services } from './route.ts';

const COUNT_MAX = BigInt(Number.MAX_SAFE_INTEGER);

function ticksOf(text: string, instrument: Instrument): Ticks | undefined {
  const units = parseDecimal(text);
  if (units === undefined || units < 0n || units / priceUnits(instrument.tickSize) > COUNT_MAX) return undefined;
  return exactTicks(price(units), instrument.tickSize);
}

function lotsOf(text: string, instrument: Instrument): Lots | undefined {
  const units = parseDecimal(text);
  if (units === undefined || units < 0n || units / quantityUnits(instrument.lotSize) > COUNT_MAX) return undefined;
  return exactLots(quantity(units), instrument.lotSize);
}

interface LegFields {
  readonly trigger: string | undefined;
  readonly source: ExitLeg['source'] | undefined;
  readonly orderType: ExitLeg['orderType'] | undefined;
  readonly limit: string | undefined;
}

/** A leg; `null` when it goes, `undefined` when it stays, the field's problem as text. */
function legOf({ trigger, source, orderType, limit }: LegFields, instrument: Instrument): ExitLeg | null | undefined | 'malformed' {
  if (trigger === undefined) return undefined;
  const at = ticksOf(trigger, instrument);
  if (at === undefined) return 'malformed';
  if (at === ticks(0)) return null;
  const exit = orderType === 'Limit' ? ticksOf(limit ?? '', instrument) : ticks(0);
  if (exit === undefined) return 'malformed';
  return { trigger: at, source: source ?? 'LastPrice', orderType: orderType ?? 'Market', limit: exit };
}

/** The whole position has none. */
function quantityOf({ tpSlMode, qty }: SetTpSlRequest, instrument: Instrument): Lots | undefined {
  return tpSlMode === 'Full' || qty === undefined ? lots(0) : lotsOf(qty, instrument);
}

const entryOf = ({ tpSlMode, tpStopOrderId, slStopOrderId }: SetTpSlRequest): number =>
  tpSlMode === 'Full' ? 0 : Number(tpStopOrderId ?? slStopOrderId ?? 0);

async function setTpSl(request: SetTpSlRequest, services: Services, { account }: Session): Promise<Reply> {
  const instrument = services.catalogue.bySymbol(request.symbol);
  if (instrument === undefined) return refused(refusal('symbolUnknown'));
  const { takeProfit, tpTriggerBy, tpOrderType, limitTakeProfit, stopLoss, slTriggerBy, slOrderType, limitStopLoss } = request;
  const profit = legOf({ trigger: takeProfit, source: tpTriggerBy, orderType: tpOrderType, limit: limitTakeProfit }, instrument);
  if (profit === 'malformed') return badParameter('takeProfit');
  const loss = legOf({ trigger: stopLoss, source: slTriggerBy, orderType: slOrderType, limit: limitStopLoss }, instrument);
  if (loss === 'malformed') return badParameter('stopLoss');
  const size = quantityOf(request, instrument);
  if (size === undefined) return badParameter('qty');
  const command: Untimed<SetPositionExits> = {
    type: 'SetPositionExits',
    account,
    instrument: instrument.id,
    positionIndex: request.positionIdx ?? 0,
    mode: request.tpSlMode,
    quantity: size,
    entry: entryOf(request),
    source: 'form',
    ...(profit === undefined ? {} : { takeProfit: profit }),
    ...(loss === undefined ? {} : { stopLoss: loss }),
  };
  const outcome = await services.venue.submit(command);
  return outcome.refusal === undefined ? done({}) : refused(outcome.refusal);
}

async function cancelTotally({ symbol, positionIdx }: CancelTotallyRequest, services: Services, { account }: Session): Promise<Reply> {
  const instrument = services.catalogue.bySymbol(symbol);
  if (instrument === undefined) return refused(refusal('symbolUnknown'));
  const only = { tab: 'partialTpSl', positionIndex: positionIdx ?? 0 } as const;
  const outcome = await services.venue.submit({ type: 'CancelAllOrders', account, instrument: instrument.id, only });
  return outcome.refusal === undefined ? done({ cancelled: outcome.cancelled ?? 0 }) : refused(outcome.refusal);
}

export const STOP_ROUTES: readonly Route[] = [
  route<SetTpSlRequest>({
    method: 'POST',
    path: '/contract/v5/position/set-tp-sl-ts',
    access: 'user',
    effect: 'trade',
    summary: 'Sets, changes or removes take-profit and stop-loss of a position, whole or in parts.',
    request: setTpSlRequest,
    result: setTpSlResult,
    answer: setTpSl,
  }),
  route<CancelTotallyRequest>({
    method: 'POST',
    path: '/contract/v5/order/cancel-totally',
    access: 'user',
    effect: 'trade',
    summary: 'Cancels all partial take-profit and stop-loss entries of a position.',
    request: cancelTotallyRequest,
    result: cancelTotallyResult,
    answer: cancelTotally,
  }),
];
