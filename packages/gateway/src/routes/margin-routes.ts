import { isolatedFreeMargin, liquidationPrice, money, moneyUnits, refusal } from '@tapedeck/domain';
import type { Instrument, PositionRecord } from '@tapedeck/domain';
import { addMarginRequest, emptyResult, moneyText, preAddMarginResult, priceText, setAutoAddMarginRequest } from '@tapedeck/protocol';
import type { AddMarginRequest, PreAddMarginResult, SetAutoAddMarginRequest } from '@tapedeck/protocol';
import { badParameter, done, refused, type Reply } from '../answers.ts';
import type { Session } from '../ports.ts';
import { openPosition } from './open-position.ts';
import { route, type Route, type Services } from './route.ts';

async function addMargin(request: AddMarginRequest, services: Services, session: Session): Promise<Reply> {
  const instrument = services.catalogue.bySymbol(request.symbol);
  if (instrument === undefined) return refused(refusal('symbolUnknown'));
  const amount = money(BigInt(request.addToPositionBalanceE8));
  if (moneyUnits(amount) === 0n) return badParameter('addToPositionBalanceE8', 'must not be 0');
  const outcome = await services.venue.submit({
    type: 'AddMargin',
    account: session.account,
    instrument: instrument.id,
    positionIndex: request.positionIdx ?? 0,
    amount,
    ...(request.requestId !== undefined && { requestId: request.requestId }),
  });
  return outcome.refusal === undefined ? done({}) : refused(outcome.refusal);
}

/** Previews an isolated position with more or less margin; the exchange may still refuse the change itself. */
async function preAddMargin(request: AddMarginRequest, services: Services, session: Session): Promise<Reply> {
  const found = await openPosition(request, services, session);
  if ('kind' in found) return found;
  const { instrument, position } = found;
  if (position.marginMode !== 'isolated') return refused(refusal('notIsolated'));
  const margin = moneyUnits(position.margin) + BigInt(request.addToPositionBalanceE8);
  if (margin < 0n) return refused(refusal('insufficientBalance'));
  return done(afterwards(instrument, { ...position, margin: money(margin) }));
}

function afterwards(instrument: Instrument, { side, size, entryValue, margin }: PositionRecord): PreAddMarginResult {
  const cushion = isolatedFreeMargin(instrument, side, entryValue, margin);
  const at = liquidationPrice({ instrument, side, size, entryValue, cushion });
  return { positionBalance: moneyText(margin), liqPrice: at === undefined ? '' : priceText(at, instrument) };
}

async function setAutoAddMargin(request: SetAutoAddMarginRequest, services: Services, session: Session): Promise<Reply> {
  const instrument = services.catalogue.bySymbol(request.symbol);
  if (instrument === undefined) return refused(refusal('symbolUnknown'));
  const outcome = await services.venue.submit({
    type: 'SetAutoAddMargin',
    account: session.account,
    instrument: instrument.id,
    positionIndex: request.positionIdx ?? 0,
    on: request.newAutoAddMargin,
  });
  return outcome.refusal === undefined ? done({}) : refused(outcome.refusal);
}

export const MARGIN_ROUTES: readonly Route[] = [
  route<SetAutoAddMarginRequest>({
    method: 'POST',
    path: '/private/position/set-auto-add-margin',
    cost: 'command',
    access: 'user',
    effect: 'trade',
    summary: 'Turns automatic margin on or off: available balance is added to an isolated position before a liquidation.',
    request: setAutoAddMarginRequest,
    result: emptyResult,
    answer: setAutoAddMargin,
  }),
  route<AddMarginRequest>({
    method: 'POST',
    path: '/private/position/add-margin',
    cost: 'command',
    access: 'user',
    effect: 'trade',
    summary: 'Moves money into an isolated position, or out of it when the amount is negative.',
    request: addMarginRequest,
    result: emptyResult,
    answer: addMargin,
  }),
  route<AddMarginRequest>({
    method: 'POST',
    path: '/private/position/pre-add-margin',
    cost: 'light',
    access: 'user',
    effect: 'none',
    summary: 'Margin and liquidation price after a margin change, without making it.',
    request: addMarginRequest,
    result: preAddMarginResult,
    answer: preAddMargin,
  }),
];
