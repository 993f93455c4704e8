import {
  NO_ORDERS,
  opposite,
  ticks,
  type FollowLeader,
  type Outcome,
  type SetLeading,
  type StopFollowing,
  type Untimed,
} from '@tapedeck/domain';
import {
  copyCloseAllRequest,
  copyStateItem,
  createOrderRequest,
  createOrderResult,
  emptyRequest,
  emptyResult,
  encodeCopying,
  encodeLeader,
  followRequest,
  leaderListResult,
  readMoney,
  readRate,
  setLeadingRequest,
  stopFollowingRequest,
} from '@tapedeck/protocol';
import type { CopyCloseAllRequest, CreateOrderRequest, FollowRequest, SetLeadingRequest, StopFollowingRequest } from '@tapedeck/protocol';
import { done, failed, refused, type Reply } from '../answers.ts';
import type { Session } from '../ports.ts';
import { openPosition } from './open-position.ts';
import { createOrder } from './order-routes.ts';
import { route, type Route, type Services } from './route.ts';

/** Copy-trading role of the account: the exchange's record, else the operator's label. */
async function roleOf({ venue }: Services, { account, labels }: Session): Promise<Session['labels']['copyRole']> {
  const snapshot = await venue.account(account, NO_ORDERS);
  return snapshot?.state.copying?.role ?? labels.copyRole;
}

const replyOf = ({ refusal }: Outcome): Reply => (refusal === undefined ? done({}) : refused(refusal));

/** Changes who leads and who follows. */
async function changeCopying(command: Untimed<SetLeading | FollowLeader | StopFollowing>, { venue, followers }: Services): Promise<Reply> {
  const reply = replyOf(await venue.submit(command));
  followers.refresh();
  return reply;
}

/** Closes the entire position at market with one reduce-only order. */
async function closeAll(request: CopyCloseAllRequest, services: Services, session: Session): Promise<Reply> {
  if ((await roleOf(services, session)) === 'none') return failed('notCopyTrading');
  const found = await openPosition(request, services, session);
  if ('kind' in found) return found;
  const { position } = found;
  const outcome = await services.venue.submit({
    type: 'PlaceOrder',
    account: session.account,
    instrument: position.instrument,
    side: opposite(position.side),
    orderType: 'Market',
    price: ticks(0),
    quantity: position.size,
    timeInForce: 'ImmediateOrCancel',
    reduceOnly: true,
    positionIndex: position.positionIndex,
    clientOrderId: request.orderLinkId ?? '',
    source: 'table',
  });
  if (outcome.refusal !== undefined) return refused(outcome.refusal);
  return outcome.orderId === undefined
    ? failed('serverError')
    : done({ orderId: String(outcome.orderId), orderLinkId: request.orderLinkId ?? '', price: '' });
}

async function create(request: CreateOrderRequest, services: Services, session: Session): Promise<Reply> {
  const role = await roleOf(services, session);
  if (role === 'none') return failed('notCopyTrading');
  return role === 'follower' ? failed('followerOpens') : createOrder(request, services, session);
}

async function setLeading({ leading, nickName }: SetLeadingRequest, services: Services, session: Session): Promise<Reply> {
  const name = leading ? (nickName ?? session.username) : '';
  return changeCopying({ type: 'SetLeading', account: session.account, leading, name }, services);
}

async function follow(request: FollowRequest, services: Services, { account, username }: Session): Promise<Reply> {
  const ratio = readRate(request.ratio, 'ratio');
  const maxAmount = readMoney(request.maxAmount, 'maxAmount');
  const leader = Number(request.leaderId);
  return changeCopying({ type: 'FollowLeader', account, leader, ratio, maxAmount, name: username }, services);
}

async function stopFollowing({ closePositions }: StopFollowingRequest, services: Services, { account }: Session): Promise<Reply> {
  return changeCopying({ type: 'StopFollowing', account, close: closePositions }, services);
}

async function listLeaders(_query: object, { venue }: Services): Promise<Reply> {
  return done({ list: (await venue.leaders()).map(encodeLeader) });
}

async function state(_query: object, { venue, catalogue }: Services, { account }: Session): Promise<Reply> {
  const snapshot = await venue.account(account, NO_ORDERS);
  return done(encodeCopying(snapshot?.state.copying, (id) => catalogue.byId(id).symbol));
}

const PATH = '/fapi/beehive/private/v1/common';
const trade = { method: 'POST', access: 'user', effect: 'trade', cost: 'command' } as const;
const look = { method: 'GET', access: 'user', effect: 'none', request: emptyRequest } as const;

/** The copy-trading way to reverse a position: one call after the other. */
export const COPY_ROUTES: readonly Route[] = [
  route<CopyCloseAllRequest>({
    method: 'POST',
    path: '/fapi/beehive/private/v1/common/order/close-all',
    cost: 'command',
    access: 'user',
    effect: 'trade',
    summary: 'Copy trading: closes a complete position at market.',
    request: copyCloseAllRequest,
    result: createOrderResult,
    answer: closeAll,
  }),
  route<CreateOrderRequest>({
    method: 'POST',
    path: '/fapi/beehive/private/v1/common/order/create',
    cost: 'command',
    access: 'user',
    effect: 'trade',
    summary: 'Copy trading: places an order of a leader.',
    request: createOrderRequest,
    result: createOrderResult,
    answer: create,
  }),
  route<object>({
    ...look,
    path: `${PATH}/leader/list`,
    cost: 'list',
    summary: 'Copy trading: all leaders with their P&L since they began to lead.',
    result: leaderListResult,
    answer: listLeaders,
  }),
  route<object>({
    ...look,
    path: `${PATH}/copy/state`,
    cost: 'light',
    summary: 'Copy trading: role of the account as leader or follower.',
    result: copyStateItem,
    answer: state,
  }),
  route<SetLeadingRequest>({
    ...trade,
    path: `${PATH}/leader/set`,
    summary: 'Copy trading: starts or ends leading. Followers of an ended leader keep their positions.',
    request: setLeadingRequest,
    result: emptyResult,
    answer: setLeading,
  }),
  route<FollowRequest>({
    ...trade,
    path: `${PATH}/follow/set`,
    summary: 'Copy trading: follows a leader or changes the terms of following.',
    request: followRequest,
    result: emptyResult,
    answer: follow,
  }),
  route<StopFollowingRequest>({
    ...trade,
    path: `${PATH}/follow/stop`,
    summary: 'Copy trading: stops following, cancels the copies and, on request, closes the positions.',
    request: stopFollowingRequest,
    result: emptyResult,
    answer: stopFollowing,
  }),
];
