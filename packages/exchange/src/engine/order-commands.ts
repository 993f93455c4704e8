import { EVERY_ACCOUNT, isOption, refusal, type CancelScope, type Outcome, type PlaceOrder, type ReportConnection } from '@tapedeck/domain';
import { ORDER_SOURCES, PAIR_KINDS } from '../codec/choices.ts';
import type { CommandReader } from '../codec/command-bytes.ts';
import { FLAG, POSITION_INDEX, REQUEST_ID, choice, type CommandCodec } from '../codec/command-fields.ts';
import { LOTS, NUMBER, RATE, removable } from '../codec/fields.ts';
import { LEG, PAIR_LEG, SCOPE, TP_SL_MODE, TRAILING } from '../codec/order-options.ts';
import type { CommandRows } from '../commands/command-row.ts';
import { AMEND_ORDER_BYTES, CANCEL_ORDER_BYTES, PLACE_ORDER_BYTES } from '../commands/order-bytes.ts';
import { closesOnly } from '../margin/check-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { amendOwnOrder } from '../orders/amend-order.ts';
import { cancelAllOrders, cancelOrder, reportAll, reportConnection, setCancelOnDisconnect } from '../orders/cancel-orders.ts';
import { amendsCopied, isCopiedContract } from '../commands/copied.ts';
import { priceOption } from '../house/price-option.ts';
import type { Parts } from './parts.ts';
import { placeConditional, placeMarginRateClose, placeOrderPair } from '../exits/place-conditional.ts';
import { placeOrder } from '../orders/place-order.ts';
import { setPositionExits } from '../exits/set-position-exits.ts';

/** An unwatched option has neither a current price nor quotes: both are updated before the order. */
function prepareOption({ state, inside, house }: Parts, account: Account, { instrument: id }: PlaceOrder): void {
  const market = state.market(id);
  if (!isOption(market.instrument) || priceOption(state, inside, market) === undefined) return;
  inside.prepare?.(house, market.instrument);
  account.slot(market.instrument).priceOption(market.optionPrices);
}

function place(state: ExchangeState, account: Account, command: PlaceOrder): Outcome {
  const trigger = command.options?.trigger;
  if (trigger !== undefined) return placeConditional(state, account, command, trigger);
  return placeOrder(state, account, command);
}

function placeOwn(state: ExchangeState, account: Account, command: PlaceOrder, parts: Parts): Outcome {
  prepareOption(parts, account, command);
  const outcome = place(state, account, command);
  const { apiKey } = command;
  if (apiKey !== undefined && outcome.orderId !== undefined)
    state.tell({ type: 'OrderSent', account: account.id, orderId: outcome.orderId, apiKey });
  return outcome;
}

function report({ state }: Parts, command: ReportConnection): Outcome {
  if (command.account === EVERY_ACCOUNT) return reportAll(state, command.connected);
  const account = state.accounts.get(command.account);
  return account === undefined || account.house ? { refusal: refusal('accountUnknown') } : reportConnection(state, account, command);
}

const keeps = (reader: CommandReader): boolean => !reader.finished && reader.byte() !== 0;

/** The last field of a cancel. Journals from before scopes end without it; their cancels with a tab kept every other order. */
const SCOPE_IF_ANY: CommandCodec<CancelScope | undefined> = {
  write: (bytes, scope) => {
    if (scope === undefined) return;
    SCOPE.write(bytes, scope);
    if (scope.keepsProtective === true) bytes.byte(1);
  },
  read: (reader) => {
    if (reader.finished) return undefined;
    const scope = SCOPE.read(reader);
    return keeps(reader) ? { ...scope, keepsProtective: true } : scope;
  },
};

const SOURCE = choice(ORDER_SOURCES);

export const ORDER_COMMANDS: CommandRows<
  | 'PlaceOrder'
  | 'CancelOrder'
  | 'CancelAllOrders'
  | 'AmendOrder'
  | 'PlaceOrderPair'
  | 'PlaceMarginRateClose'
  | 'SetPositionExits'
  | 'SetCancelOnDisconnect'
  | 'ReportConnection',
  Parts
> = {
  PlaceOrder: {
    code: 2,
    does: 'Places an order.',
    by: 'account',
    fields: PLACE_ORDER_BYTES,
    instrument: 'listed',
    opens: (state, _account, command) => isCopiedContract(state, command.instrument) && !closesOnly(command),
    apply: placeOwn,
  },
  CancelOrder: {
    code: 3,
    does: 'Cancels an open or conditional order, and the other leg of a pair.',
    by: 'account',
    fields: CANCEL_ORDER_BYTES,
    apply: cancelOrder,
  },
  CancelAllOrders: {
    code: 4,
    does: 'Cancels the orders of an account, of one instrument or all, of one kind or all.',
    by: 'account',
    fields: { account: NUMBER, instrument: NUMBER, only: SCOPE_IF_ANY },
    instrument: 'listedOrAll',
    apply: cancelAllOrders,
  },
  AmendOrder: {
    code: 12,
    does: 'Changes an open or conditional order.',
    by: 'account',
    fields: AMEND_ORDER_BYTES,
    opens: (_state, account, command) => amendsCopied(account, command),
    apply: amendOwnOrder,
  },
  PlaceOrderPair: {
    code: 13,
    does: 'Places two conditional orders; the first to trigger cancels the other.',
    by: 'account',
    fields: {
      account: NUMBER,
      instrument: NUMBER,
      kind: choice(PAIR_KINDS),
      positionIndex: POSITION_INDEX,
      quantity: LOTS,
      upper: PAIR_LEG,
      lower: PAIR_LEG,
      reduceOnly: FLAG,
      source: SOURCE,
      requestId: REQUEST_ID,
    },
    once: true,
    instrument: 'listed',
    opens: (state, _account, { instrument, reduceOnly, kind }) =>
      isCopiedContract(state, instrument) && !reduceOnly && kind === 'BidirectionalTpSl',
    apply: placeOrderPair,
  },
  PlaceMarginRateClose: {
    code: 14,
    does: 'Closes a position once the maintenance margin rate of its account reaches a value.',
    by: 'account',
    fields: { account: NUMBER, instrument: NUMBER, positionIndex: POSITION_INDEX, rate: RATE, source: SOURCE, requestId: REQUEST_ID },
    once: true,
    instrument: 'listed',
    apply: placeMarginRateClose,
  },
  SetPositionExits: {
    code: 15,
    does: 'Sets, changes or removes the TP/SL and the trailing stop of a position.',
    by: 'account',
    fields: {
      account: NUMBER,
      instrument: NUMBER,
      positionIndex: POSITION_INDEX,
      mode: TP_SL_MODE,
      takeProfit: removable(LEG),
      stopLoss: removable(LEG),
      trailing: removable(TRAILING),
      quantity: LOTS,
      entry: NUMBER,
      source: SOURCE,
      requestId: REQUEST_ID,
    },
    once: true,
    instrument: 'listed',
    apply: setPositionExits,
  },
  SetCancelOnDisconnect: {
    code: 16,
    does: 'Sets the time without a connection after which the orders of an account are cancelled.',
    by: 'account',
    fields: { account: NUMBER, window: NUMBER },
    apply: setCancelOnDisconnect,
  },
  ReportConnection: {
    code: 17,
    does: 'Reports that an account, or all accounts, got their first connection or lost their last one.',
    by: 'exchange',
    fields: { account: NUMBER, connected: FLAG },
    apply: report,
  },
};
