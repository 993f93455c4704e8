import {
  amountArrival,
  arrivalOf,
  executionLimit,
  lotCount,
  lots,
  tickCount,
  type Arrival,
  type PlaceOrder,
  type Refusal,
} from '@tapedeck/domain';
import { spotOptionsRefusal } from '../exits/check-options.ts';
import { spotExitsRefusal } from '../exits/spot-exits.ts';
import { LevelsAhead, NO_LEVELS, bestAgainst, crosses } from '../fills/levels-ahead.ts';
import type { Arriving, Change, Foreseen } from '../fills/settlement.ts';
import {
  fundsRefusal,
  spotBookRefusal,
  spotPriceRefusal,
  spotSizeRefusal,
  spotSpending,
  spotTermsRefusal,
} from '../margin/check-spot-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { OpenOrder } from '../state/open-order.ts';
import { isSpotExit } from '../state/spot-exits.ts';

/** Refusals that depend neither on coins nor on the book, in order of precedence. */
export function spotRefusal(state: ExchangeState, account: Account, command: PlaceOrder): Refusal | undefined {
  const market = state.market(command.instrument);
  const exits = command.options?.exits;
  return (
    spotTermsRefusal(account, market, command) ??
    (command.options === undefined ? undefined : spotOptionsRefusal(command, command.options)) ??
    (exits === undefined ? undefined : spotExitsRefusal(state, account, market, { command, exits }))
  );
}

/** Predicts the fills of an order now; an order by amount covers the lots that the amount fills. */
export function foreseeSpot(state: ExchangeState, account: Account, command: PlaceOrder): Foreseen {
  const market = state.market(command.instrument);
  const { instrument, limitPrices } = market;
  const { side, orderType, price, quantity, timeInForce, quoteAmount } = command;
  const slippage = command.options?.slippage;
  const limit = tickCount(executionLimit({ instrument, side, orderType, price, ...limitPrices, slippage }, bestAgainst(market, side)));
  const meets = crosses(market, side, limit);
  // A self-trade exchanges equal amounts but pays both fees: the account must hold the traded coins.
  const countsOwn = command.options?.selfMatch === 'None';
  const levels = meets ? new LevelsAhead(state, market, { account, side, countsOwn }) : NO_LEVELS;
  const arrival =
    quoteAmount === undefined
      ? arrivalOf({ instrument, side, orderType, timeInForce, price, quantity, ...limitPrices, slippage }, levels)
      : amountArrival({ instrument, side, amount: quoteAmount, ...limitPrices }, levels);
  return { arrival, limit, meets, count: quoteAmount === undefined ? lotCount(quantity) : arrival.fillLots };
}

/** Whether the account may have one more order and has the coins. */
export function spotCarryRefusal(
  state: ExchangeState,
  account: Account,
  { command, fired, replaces }: Arriving,
  arrival: Arrival,
): Refusal | undefined {
  const { instrument } = state.market(command.instrument);
  const kept = fired !== undefined && isSpotExit(fired);
  const spending = { ...spotSpending(instrument, command, arrival), kept, ...(replaces !== undefined && { replaces }) };
  return spotBookRefusal(instrument, command, arrival, kept) ?? fundsRefusal(state, account, command, spending);
}

/** An amended order must meet the minimum like a new one, including its filled part. */
function sizeOfChanges({ instrument, filled }: OpenOrder, command: PlaceOrder): Refusal | undefined {
  const whole = { ...command, quantity: lots(filled + lotCount(command.quantity)) };
  return instrument.spot === undefined ? undefined : spotSizeRefusal(instrument, whole, instrument.spot);
}

/** Refusals of amended terms that depend neither on the book nor on coins. */
export function spotChangeRefusal(state: ExchangeState, account: Account, { order, command, changes }: Change): Refusal | undefined {
  const market = state.market(order.instrument.id);
  const exits = changes.exits ?? undefined;
  return (
    sizeOfChanges(order, command) ??
    (changes.price === undefined ? undefined : spotPriceRefusal(market, command)) ??
    (exits === undefined ? undefined : spotExitsRefusal(state, account, market, { command, exits }))
  );
}
