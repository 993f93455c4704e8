import { leverage, parseDecimal, refusal } from '@tapedeck/domain';
import type { InstrumentId, Leverage, TraderCommand, Untimed } from '@tapedeck/domain';
import { emptyResult, setLeverageRequest, setMarginModeRequest, setPositionModeRequest } from '@tapedeck/protocol';
import type { SetLeverageRequest, SetMarginModeRequest, SetPositionModeRequest } from '@tapedeck/protocol';
import { badParameter, done, refused, type Reply } from '../answers.ts';
import { route, type Route, type Services } from './route.ts';

const LEVERAGE_DIGITS = 2;

/** Submits `command` for the symbol's instrument; an empty result confirms it. */
async function change(symbol: string, services: Services, command: (instrument: InstrumentId) => Untimed<TraderCommand>): Promise<Reply> {
  const instrument = services.catalogue.bySymbol(symbol);
  if (instrument === undefined) return refused(refusal('symbolUnknown'));
  const outcome = await services.venue.submit(command(instrument.id));
  return outcome.refusal === undefined ? done({}) : refused(outcome.refusal);
}

function readLeverage(text: string): Leverage | undefined {
  const hundredths = parseDecimal(text, LEVERAGE_DIGITS);
  return hundredths === undefined || hundredths <= 0n ? undefined : leverage(hundredths);
}

export const POSITION_ROUTES: readonly Route[] = [
  route<SetLeverageRequest>({
    method: 'POST',
    path: '/contract/v5/position/set-leverage',
    cost: 'command',
    access: 'user',
    effect: 'trade',
    summary: 'Sets the leverage of a symbol; in one-way mode it is the same for both sides.',
    request: setLeverageRequest,
    result: emptyResult,
    answer: ({ symbol, buyLeverage, sellLeverage }, services, { account }) => {
      const longLeverage = readLeverage(buyLeverage);
      if (longLeverage === undefined) return badParameter('buyLeverage');
      const shortLeverage = readLeverage(sellLeverage);
      if (shortLeverage === undefined) return badParameter('sellLeverage');
      return change(symbol, services, (instrument) => ({ type: 'SetLeverage', account, instrument, longLeverage, shortLeverage }));
    },
  }),
  route<SetMarginModeRequest>({
    method: 'POST',
    path: '/contract/v5/position/set-margin-mode',
    cost: 'command',
    access: 'user',
    effect: 'trade',
    summary: 'Sets cross or isolated margin for a symbol.',
    request: setMarginModeRequest,
    result: emptyResult,
    answer: ({ symbol, marginMode }, services, { account }) =>
      change(symbol, services, (instrument) => ({ type: 'SetMarginMode', account, instrument, marginMode })),
  }),
  route<SetPositionModeRequest>({
    method: 'POST',
    path: '/contract/v5/position/set-position-mode',
    cost: 'command',
    access: 'user',
    effect: 'trade',
    summary: 'Sets one-way or hedge mode for a symbol.',
    request: setPositionModeRequest,
    result: emptyResult,
    answer: ({ symbol, mode }, services, { account }) =>
      change(symbol, services, (instrument) => ({ type: 'SetPositionMode', account, instrument, positionMode: mode })),
  }),
];
