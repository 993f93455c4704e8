import {
  NO_ORDERS,
  lotCount,
  refusal,
  type AccountId,
  type Outcome,
  type RefusalReason,
  type Untimed,
  type CreateStrategy,
} from '@tapedeck/domain';
import {
  createStrategyRequest,
  createStrategyResult,
  decodePlan,
  emptyRequest,
  readLots,
  readSignalToken,
  signalRequest,
  signalResult,
  signalToken,
  stopStrategyRequest,
  stopStrategyResult,
  strategyListResult,
  type CreateStrategyRequest,
  type SignalRequest,
  type StopStrategyRequest,
} from '@tapedeck/protocol';
import { done, failed, later, refused, type Reply } from '../answers.ts';
import type { ComeBackLater, Session } from '../ports.ts';
import { encodeStrategies } from '../wire.ts';
import { route, type Route, type Services } from './route.ts';

const SECRET_BYTES = 16;
const CREATE = '/contract/v5/strategy/create';

/** Status that a grid returns instead of a code; `refusals` of other strategies have codes. */
const GRID_STATUS: Partial<Record<RefusalReason, number>> = {
  insufficientBalance: 401,
  tooManyStrategies: 402,
  strategyUnknown: 405,
  gridExists: 414,
  gridTakeProfitBelow: 418,
  gridStopLossAbove: 419,
};
const GRID_STATUS_OTHER = 413;

const outcomeOf = (outcome: Outcome, isGrid: boolean): Reply | undefined => {
  if (outcome.refusal === undefined) return undefined;
  return isGrid ? done({ status_code: GRID_STATUS[outcome.refusal.reason] ?? GRID_STATUS_OTHER }) : refused(outcome.refusal);
};

/** Orders that a strategy may place at once: a marketable iceberg fills part after part. */
function ordersOf({ plan, quantity }: Pick<CreateStrategy, 'plan' | 'quantity'>): number {
  switch (plan.kind) {
    case 'Iceberg':
      return Math.ceil(lotCount(quantity) / lotCount(plan.shown));
    case 'Scaled':
      return plan.orders;
    case 'Grid':
      return plan.cells;
    default:
      return 1;
  }
}

async function createStrategy(request: CreateStrategyRequest, services: Services, session: Session): Promise<Reply> {
  const { account } = session;
  const { catalogue, venue } = services;
  const instrument = catalogue.bySymbol(request.symbol);
  if (instrument === undefined) return refused(refusal('symbolUnknown'));
  const secret = request.strategyType === 'Webhook' ? services.random(SECRET_BYTES) : '';
  const idOf = (symbol: string): number | undefined => catalogue.bySymbol(symbol)?.id;
  const command: Untimed<CreateStrategy> = {
    type: 'CreateStrategy',
    account,
    instrument: instrument.id,
    side: request.side,
    positionIndex: request.positionIdx ?? 0,
    reduceOnly: request.reduceOnly ?? false,
    quantity: readLots(request.qty, 'qty', instrument),
    plan: decodePlan(request.strategyType, request, instrument, { secret, idOf }),
    source: 'form',
    ...(request.requestId !== undefined && { requestId: request.requestId }),
  };
  const outcome = await venue.submit(command);
  const reply = outcomeOf(outcome, request.strategyType === 'Grid');
  if (reply !== undefined) return reply;
  const { orderId } = outcome;
  if (orderId === undefined) return failed('serverError');
  services.callBudgets?.count(CREATE, session, ordersOf(command) - 1);
  const strategyId = String(orderId);
  if (secret === '') return done({ strategyId });
  const kept = request.requestId === undefined ? secret : await secretOf(services, account, orderId);
  return done({ strategyId, ...(kept !== undefined && { token: signalToken(account, orderId, kept) }) });
}

/** Secret of an existing webhook: a repeated call returns the answer of the first. */
async function secretOf({ venue }: Services, account: AccountId, id: number): Promise<string | undefined> {
  const plan = (await venue.account(account, NO_ORDERS))?.state.strategies?.find(({ strategyId }) => strategyId === id)?.plan;
  return plan?.kind === 'Webhook' ? plan.secret : undefined;
}

async function stopStrategy({ strategyId }: StopStrategyRequest, { venue }: Services, { account }: Session): Promise<Reply> {
  const outcome = await venue.submit({ type: 'CancelStrategy', account, strategyId: Number(strategyId) });
  return outcomeOf(outcome, false) ?? done({ strategyId });
}

/** The order of a signal is a trading call of the owner. A wrong secret takes nothing: invented tokens use up nobody's budget. */
async function overBudget(
  { account, strategyId, secret }: ReturnType<typeof readSignalToken>,
  services: Services,
): Promise<ComeBackLater | undefined> {
  const { callBudgets, users, now } = services;
  const owner = users.userOf(account);
  if (callBudgets === undefined || owner === undefined) return undefined;
  if ((await secretOf(services, account, strategyId)) !== secret) return undefined;
  const { granted, resetAt } = callBudgets.order(owner, account);
  return granted ? undefined : { retryAfterMs: Math.max(0, resetAt - now()) };
}

/** A signal needs only the token: it comes from programs without a session. */
async function signal({ token, requestId }: SignalRequest, services: Services): Promise<Reply> {
  const webhook = readSignalToken(token);
  const wait = services.signalBudget.take(token) ?? (await overBudget(webhook, services));
  if (wait !== undefined) return later('tooManyRequests', wait);
  const outcome = await services.venue.submit({
    type: 'SignalStrategy',
    ...webhook,
    ...(requestId !== undefined && { requestId }),
  });
  if (outcome.refusal !== undefined) return refused(outcome.refusal);
  return outcome.orderId === undefined ? failed('serverError') : done({ orderId: String(outcome.orderId) });
}

const trade = { method: 'POST', access: 'user', effect: 'trade' } as const;

export const STRATEGY_ROUTES: readonly Route[] = [
  route<CreateStrategyRequest>({
    ...trade,
    path: CREATE,
    cost: 'command',
    summary: 'Starts an iceberg, TWAP, chase, scaled order, grid, webhook or futures spread.',
    request: createStrategyRequest,
    result: createStrategyResult,
    answer: createStrategy,
  }),
  route<StopStrategyRequest>({
    ...trade,
    path: '/contract/v5/strategy/stop',
    cost: 'command',
    summary: 'Ends a strategy and cancels its open orders.',
    request: stopStrategyRequest,
    result: stopStrategyResult,
    answer: stopStrategy,
  }),
  route<object>({
    method: 'GET',
    path: '/contract/v5/strategy/list',
    cost: 'list',
    access: 'user',
    effect: 'none',
    summary: 'Running strategies, then recently ended ones.',
    request: emptyRequest,
    result: strategyListResult,
    answer: async (_, { venue, catalogue }, { account }) => {
      const snapshot = await venue.account(account, NO_ORDERS);
      return done({ list: encodeStrategies(snapshot?.state.strategies ?? [], catalogue) });
    },
  }),
  route<SignalRequest>({
    method: 'POST',
    path: '/contract/v5/strategy/signal',
    cost: 'command',
    access: 'public',
    effect: 'trade',
    summary: 'Makes a webhook strategy place its order; the token from its creation identifies it.',
    request: signalRequest,
    result: signalResult,
    answer: signal,
  }),
];
