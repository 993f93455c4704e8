import type { RefusalReason } from '@tapedeck/domain';
import { CANDLES_MAX } from '@tapedeck/protocol';
import type { Failure } from '../answers.ts';
import type { Session } from '../ports.ts';
import { ACCOUNT, fakePosition } from './fake-venue.ts';
import type { World } from './fake-world.ts';

/** A call that a route refuses itself, before or after it asked the exchange. */
export interface Case {
  /** Differences from the valid call; `undefined` omits a field. */
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly as?: Partial<Session>;
  readonly given?: (world: World) => void;
  /** A call that goes ahead, as the valid one but for this. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** By which reason, or by the name of which field. */
  readonly says: Failure | RefusalReason | { readonly field: string };
}

const field = (name: string): Case['says'] => ({ field: name });
const noHistory = (world: World): void => {
  world.history.isAway = true;
};
const noAccount = (world: World): void => {
  world.venue.accounts.clear();
};
const noPosition = (world: World): void => {
  const state = world.venue.accounts.get(ACCOUNT);
  if (state !== undefined) world.venue.accounts.set(ACCOUNT, { ...state, positions: [] });
};
const inCross = (world: World): void => {
  const state = world.venue.accounts.get(ACCOUNT);
  if (state !== undefined) world.venue.accounts.set(ACCOUNT, { ...state, positions: [fakePosition()] });
};
/** An exchange that neither refuses nor says which order it is would be broken. */
const saysNothing = (world: World): void => {
  world.venue.respond = () => ({});
};
const busy = (world: World): void => {
  world.sessions.busy = true;
};
const as = (copyRole: Session['labels']['copyRole']): Partial<Session> => ({
  labels: { vipLevel: 0, proLevel: 0, copyRole, isTrial: false },
});

/** Refusals of every call that takes a price and a quantity. */
const SIZE_CASES: readonly Case[] = [
  { changes: { price: '64000.15' }, says: 'priceOffTick' },
  { changes: { price: '99999999' }, says: 'priceOutOfRange' },
  { changes: { price: '0' }, says: 'priceOutOfRange' },
  { changes: { price: '-64000' }, says: 'priceOutOfRange' },
  { changes: { qty: '0' }, says: 'quantityTooSmall' },
  { changes: { qty: '9'.repeat(30) }, says: 'quantityTooLarge' },
  { changes: { qty: '0.0001' }, says: 'quantityOffLot' },
  { changes: { qty: '0.01', qtyX: '2000000' }, says: field('qtyX') },
  { changes: { qty: '1.123456789' }, says: field('qty') },
  { changes: { takeProfit: '65000.15', tpSlMode: 'Full' }, says: field('takeProfit') },
];

/** Refusals of every call that creates an order. */
export const ORDER_CASES: readonly Case[] = [
  ...SIZE_CASES,
  { changes: { price: undefined }, says: field('price') },
  { changes: { qty: undefined }, says: field('qty') },
  { changes: { orderType: 'Market', price: undefined, timeInForce: 'PostOnly' }, says: field('timeInForce') },
  { changes: { type: 'Conditions' }, says: field('triggerPrice') },
  { changes: { marketUnit: 'quoteCoin' }, says: field('marketUnit') },
  { changes: { type: 'TpSl', triggerPrice: '65000' }, says: field('type') },
  { changes: { leverage: '0' }, says: field('leverage') },
  { changes: { leverageE2: '0' }, says: field('leverageE2') },
  { changes: { leverage: '10', leverageE2: '2000' }, says: field('leverageE2') },
  { changes: { leverage: '11' }, says: field('leverage') },
  { changes: { leverage: '10' }, given: noAccount, says: 'accountUnknown' },
  { given: saysNothing, says: 'serverError' },
];

const WHICH_CASES: readonly Case[] = [
  { changes: { orderId: undefined }, says: field('orderId') },
  { changes: { orderId: undefined, orderLinkId: 'nobody' }, says: 'orderUnknown' },
];

const amountCases = (...more: readonly Case[]): readonly Case[] => [
  { changes: { amount: '0' }, says: field('amount') },
  { changes: { amount: '-1' }, says: field('amount') },
  { changes: { amount: '0.000000001' }, says: field('amount') },
  ...more,
];

const PAGE_CASES: readonly Case[] = [
  { changes: { limit: '0' }, says: field('limit') },
  { changes: { limit: '201' }, says: field('limit') },
  { changes: { cursor: 'not one of ours' }, says: field('cursor') },
  { changes: { from: '2', to: '1' }, says: field('to') },
  { given: noHistory, says: 'historyAway' },
];

const TERMS_CASES: readonly Case[] = [
  { changes: { name: ' padded' }, says: field('name') },
  { changes: { scope: 'withdraw' }, says: field('scope') },
  { changes: { addresses: ['somewhere'] }, says: field('addresses') },
  { changes: { addresses: Array.from({ length: 21 }, () => '127.0.0.1') }, says: field('addresses') },
  { changes: { expiresAtE3: 1 }, says: field('expiresAtE3') },
];
const NO_SUCH_KEY: Case = { changes: { apiKey: 'TDFFFFFFFFFFFFFFFF' }, says: 'apiKeyUnknown' };

const itemsOf = (count: number, item: object): object[] => Array.from({ length: count }, () => item);
const METRIC = { name: 'first_frame', value: 1 };
const TRACE = { kind: 'trace', code: 1 };

const SETTLEMENT_CASES: readonly Case[] = [
  { changes: { limit: '0' }, says: field('limit') },
  { changes: { limit: '201' }, says: field('limit') },
  { changes: { cursor: 'foreign' }, says: field('cursor') },
  { given: noHistory, says: 'historyAway' },
];

/** Refusals of each route itself, besides those of its schema, its access and the exchange. */
export const OWN_CASES: Readonly<Record<string, readonly Case[]>> = {
  'GET /contract/v5/product/brief-symbol-list': [{ changes: { filter: 'NoSuchFamily' }, says: field('filter') }],
  'GET /contract/v5/market/candles': [
    { changes: { limit: '0' }, says: field('limit') },
    { changes: { limit: String(CANDLES_MAX + 1) }, says: field('limit') },
    { changes: { resolution: '7' }, says: field('resolution') },
  ],
  'GET /contract/v5/market/open-interest': [
    { changes: { limit: '0' }, says: field('limit') },
    { changes: { limit: String(CANDLES_MAX + 1) }, says: field('limit') },
  ],
  'GET /contract/v5/market/orderbook': [
    { changes: { limit: '0' }, says: field('limit') },
    { changes: { limit: '201' }, says: field('limit') },
  ],
  'POST /user/public/login': [
    { changes: { password: 'alone' }, says: field('username') },
    { changes: { username: 'alone' }, says: field('password') },
    { changes: { username: 'alice', password: 'wrong' }, says: 'loginRefused' },
    {
      changes: { passphrase: 'wrong' },
      given: (world) => {
        world.sessions.needsPassphrase = true;
      },
      says: 'loginRefused',
    },
    { given: busy, says: 'tooManyRequests' },
  ],
  'POST /user/public/register': [
    { changes: { username: 'alice' }, says: field('username') },
    { changes: { password: 'short' }, says: field('password') },
    {
      given: (world) => {
        world.sessions.registrationOpen = false;
      },
      says: 'registrationClosed',
    },
    { given: busy, says: 'tooManyRequests' },
  ],
  'POST /user/private/change-password': [
    { changes: { password: 'not that' }, says: field('password') },
    { changes: { newPassword: 'short' }, says: field('newPassword') },
    { given: busy, says: 'tooManyRequests' },
  ],
  'POST /contract/v5/market/step': [
    { changes: { milliseconds: 0 }, says: field('milliseconds') },
    { changes: { milliseconds: 0.5 }, says: field('milliseconds') },
    { changes: { milliseconds: 86_400_001 }, says: field('milliseconds') },
    { changes: { symbol: 'NONEUSDT' }, says: 'symbolUnknown' },
    {
      given: ({ steps }) => {
        steps.allowed = false;
      },
      says: 'stepsForOthers',
    },
  ],
  'POST /user/private/api-keys/create': [
    ...TERMS_CASES,
    { changes: { kind: 'RSA' }, says: field('publicKey') },
    { changes: { publicKey: 'ours' }, says: field('publicKey') },
    { changes: { kind: 'RSA', publicKey: 'no key' }, says: field('publicKey') },
    {
      given: ({ apiKeys }) => {
        apiKeys.perUser = 1;
      },
      says: 'apiKeysFull',
    },
  ],
  'POST /user/private/api-keys/change': [...TERMS_CASES, NO_SUCH_KEY],
  'POST /user/private/api-keys/revoke': [NO_SUCH_KEY],
  'POST /contract/v5/account/paper-funds': amountCases(
    { changes: { amount: '100000.00000001' }, says: field('amount') },
    { before: {}, says: 'fundsTooEarly' },
  ),
  'POST /v3/private/user/member/pref-setting': [
    {
      given: ({ users }) => {
        for (let at = 0; at < 256; at += 1) users.kept.set(`key${at}`, at);
      },
      says: field('upsert_keys'),
    },
    { changes: { upsert_keys: { nested: {} } }, says: field('upsert_keys.nested') },
  ],
  'POST /contract/v5/order/create': ORDER_CASES,
  'POST /contract/v5/order/replace': [
    ...SIZE_CASES,
    ...WHICH_CASES,
    { changes: { price: undefined }, says: field('qty') },
    { changes: { triggerPrice: '64000.15' }, says: field('triggerPrice') },
  ],
  'POST /contract/v5/order/cancel': WHICH_CASES,
  'POST /contract/v5/position/set-leverage': [
    { changes: { buyLeverage: '0' }, says: field('buyLeverage') },
    { changes: { sellLeverage: '1.001' }, says: field('sellLeverage') },
  ],
  'POST /private/position/add-margin': [{ changes: { addToPositionBalanceE8: '0' }, says: field('addToPositionBalanceE8') }],
  'POST /private/position/pre-add-margin': [
    { given: noPosition, says: 'noPosition' },
    { given: inCross, says: 'notIsolated' },
    { changes: { addToPositionBalanceE8: '-3100000000' }, says: 'insufficientBalance' },
  ],
  'POST /contract/v5/position/set-tp-sl-ts': [
    { changes: { takeProfit: undefined }, says: field('takeProfit') },
    { changes: { tpSlMode: undefined }, says: field('tpSlMode') },
    { changes: { takeProfit: '65000.15' }, says: field('takeProfit') },
    { changes: { tpSlMode: 'Partial', qty: '0.01', slSizeX: '2000000' }, says: field('slSizeX') },
  ],
  'POST /contract/v5/order/create-pair': [
    { changes: { qty: '0.0001' }, says: field('qty') },
    { changes: { upper: { side: 'Buy', triggerPrice: '65000', orderType: 'Limit' } }, says: field('price') },
    { changes: { lower: { side: 'Buy', triggerPrice: '63000.15', orderType: 'Market' } }, says: field('triggerPrice') },
  ],
  'POST /contract/v5/order/create-mmr-close': [
    { changes: { triggerMmRateE2: '80.123456789' }, says: field('triggerMmRateE2') },
    { given: saysNothing, says: 'serverError' },
  ],
  'POST /contract/v5/order/disconnected-cancel-all': [{ changes: { timeWindow: '-1' }, says: field('timeWindow') }],
  'POST /fapi/beehive/private/v1/common/order/close-all': [
    { as: as('none'), says: 'notCopyTrading' },
    { given: noPosition, says: 'noPosition' },
    { given: saysNothing, says: 'serverError' },
  ],
  'POST /fapi/beehive/private/v1/common/order/create': [
    { as: as('none'), says: 'notCopyTrading' },
    { as: as('follower'), says: 'followerOpens' },
    { changes: { leverage: '11' }, says: field('leverage') },
  ],
  'POST /fapi/beehive/private/v1/common/follow/set': [
    { changes: { ratio: '0.123456789' }, says: field('ratio') },
    { changes: { maxAmount: '1.123456789' }, says: field('maxAmount') },
  ],
  'POST /contract/v5/strategy/create': [
    { changes: { qty: '0.0001' }, says: field('qty') },
    { given: saysNothing, says: 'serverError' },
  ],
  'POST /contract/v5/strategy/signal': [
    { changes: { token: '100-7-short' }, says: field('token') },
    { given: saysNothing, says: 'serverError' },
  ],
  'GET /contract/v5/account/state': [{ given: noAccount, says: 'accountUnknown' }],
  'GET /contract/v5/account/fee-rate': [{ given: noAccount, says: 'accountUnknown' }],
  'GET /contract/v5/order/list': [{ given: noAccount, says: 'accountUnknown' }],
  'GET /contract/v5/order/history': PAGE_CASES,
  'GET /contract/v5/execution/list': PAGE_CASES,
  'GET /contract/v5/position/closed-pnl': PAGE_CASES,
  'GET /contract/v5/account/transaction-log': PAGE_CASES,
  'GET /contract/v5/account/funding-history': PAGE_CASES,
  'GET /contract/v5/account/borrow-history': PAGE_CASES,
  'GET /contract/v5/market/funding-history': SETTLEMENT_CASES,
  'GET /contract/v5/market/delivery-history': SETTLEMENT_CASES,
  'GET /contract/v5/account/transfer-history': PAGE_CASES,
  'GET /contract/v5/history/export': [
    { changes: { list: 'secrets' }, says: field('list') },
    { changes: { from: '2', to: '1' }, says: field('to') },
    { given: noHistory, says: 'historyAway' },
  ],
  'POST /contract/v5/asset/borrow': amountCases(),
  'POST /contract/v5/asset/repay': amountCases(),
  'POST /contract/v5/asset/subscribe': amountCases(),
  'POST /contract/v5/asset/redeem': amountCases(),
  'POST /contract/v5/asset/transfer': amountCases({ changes: { to: 'trading' }, says: field('to') }),
  'POST /contract/v5/asset/account-transfer': amountCases(
    { changes: { toAccountKind: 'UTA2' }, says: field('toAccountKind') },
    { changes: { toAccountKind: 'PM' }, says: field('toAccountKind') },
    { changes: { fromAccountKind: 'PM' }, says: field('fromAccountKind') },
  ),
  'POST /contract/v5/telemetry/metrics': [
    { changes: { items: itemsOf(21, METRIC) }, says: field('items') },
    { given: spendTelemetry, changes: { items: itemsOf(20, METRIC) }, says: 'tooManyRequests' },
  ],
  'POST /contract/v5/telemetry/logger': [{ given: spendTelemetry, changes: { items: itemsOf(20, TRACE) }, says: 'tooManyRequests' }],
};

/** Three full calls use up the budget of a minute. */
function spendTelemetry(world: World): void {
  for (let call = 0; call < 3; call += 1) void world.post('/contract/v5/telemetry/metrics', { items: itemsOf(20, METRIC) });
}

/**
 * Routes without refusals of their own: only their schema, their access and the exchange refuse. Every new route belongs in one of the two
 * lists.
 */
export const WITHOUT_OWN: readonly string[] = [
  'GET /cdn/spot/default-trade-recommended.json',
  'GET /contract/v5/asset/coin-terms',
  'GET /contract/v5/market/insurance',
  'GET /contract/v5/market/tickers',
  'GET /contract/v5/product/dynamic-symbol-item',
  'GET /contract/v5/product/option-symbol-list',
  'GET /contract/v5/settings/visitor-profile',
  'GET /contract/v5/strategy/list',
  'GET /fapi/beehive/private/v1/common/copy/state',
  'GET /fapi/beehive/private/v1/common/leader/list',
  'GET /position/risk-limit-list',
  'GET /public/instrument/slippage',
  'GET /spot/api/basic/symbol_list_all',
  'GET /spot/api/basic/symbol_list_v2',
  'GET /spot/api/basic/symbol_list_v3',
  'GET /static/spot/symbol-list.production.json',
  'GET /static/spot/symbol-list.test.json',
  'GET /static/spot/symbol-list.testnet.json',
  'GET /udf/config',
  'GET /udf/history',
  'GET /udf/search',
  'GET /udf/symbols',
  'GET /udf/time',
  'GET /user/private/api-keys',
  'GET /user/public/session',
  'GET /v3/private/user/member/pref-setting',
  'POST /contract/v5/account/set-collateral-switch',
  'POST /contract/v5/account/switch',
  'POST /contract/v5/order/cancel-all',
  'POST /contract/v5/order/cancel-batch',
  'POST /contract/v5/order/cancel-totally',
  'POST /contract/v5/order/create-batch',
  'POST /contract/v5/order/replace-batch',
  'POST /contract/v5/position/set-margin-mode',
  'POST /contract/v5/position/set-position-mode',
  'POST /contract/v5/strategy/stop',
  'POST /fapi/beehive/private/v1/common/follow/stop',
  'POST /fapi/beehive/private/v1/common/leader/set',
  'POST /private/position/set-auto-add-margin',
  'POST /user/private/logout',
  'POST /user/private/ott',
];
