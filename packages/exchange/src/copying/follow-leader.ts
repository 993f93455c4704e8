import {
  COPY_NAME_LENGTH_MAX,
  FOLLOWERS_MAX,
  ZERO_MONEY,
  addMoney,
  copyTermsRefusal,
  isCopied,
  notional,
  quantity,
  moneyUnits,
  refusal,
  type FollowLeader,
  type Money,
  type Outcome,
  type SetLeading,
  type StopFollowing,
} from '@tapedeck/domain';
import { Following, Leadership } from '../state/copying.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { closeCopied } from './copy-orders.ts';
import { endOrder } from '../fills/end-order.ts';

/** Dollar value of an account's cash. */
function worth(state: ExchangeState, account: Account): Money {
  return account.purses.reduce((sum, { coin, balance }) => {
    if (balance <= ZERO_MONEY) return sum;
    return addMoney(sum, coin.startsWith('USD') ? balance : notional(state.coinIndex(coin), quantity(moneyUnits(balance)), 'down'));
  }, ZERO_MONEY);
}

/** Releases a follower; open orders and positions remain. */
function letGo(state: ExchangeState, account: Account): void {
  state.copying.followings.delete(account.id);
  account.copying = undefined;
  state.copying.touched.add(account.id);
}

/** Starts or ends leading; at the end, followers keep their positions and trade on their own. */
export function setLeading(state: ExchangeState, account: Account, { leading, name }: SetLeading): Outcome {
  const { copying } = state;
  const role = account.copying;
  if (leading) {
    if (role !== undefined) return { refusal: refusal('copiesAlready') };
    if (name.trim() === '' || name.length > COPY_NAME_LENGTH_MAX) return { refusal: refusal('parameter', { field: 'name' }) };
    const leader = new Leadership(account.id, name, state.now, worth(state, account));
    copying.leaders.set(account.id, leader);
    account.copying = leader;
    copying.touched.add(account.id);
    return {};
  }
  if (!(role instanceof Leadership)) return { refusal: refusal('copiesNot') };
  for (const follower of role.followers) letGo(state, state.account(follower));
  copying.leaders.delete(account.id);
  account.copying = undefined;
  copying.touched.add(account.id);
  return {};
}

/** Whether an account has positions or orders in copied contracts: copies would mix with them. */
function isBusy(state: ExchangeState, account: Account): boolean {
  for (const slot of account.active) if (isCopied(slot.instrument)) return true;
  if (state.triggers.of(account.id).some(({ terms }) => isCopied(terms.instrument))) return true;
  return state.strategies.runningOf(account.id).some(({ terms }) => isCopied(terms.instrument));
}

export function followLeader(state: ExchangeState, account: Account, command: FollowLeader): Outcome {
  const { copying } = state;
  const { leader: id, ratio, maxAmount, name } = command;
  const refused = copyTermsRefusal(command);
  if (refused !== undefined) return { refusal: refused };
  const terms = { leader: id, ratio, maxAmount };
  const role = account.copying;
  if (role instanceof Following && role.terms.leader === id) {
    role.terms = terms;
    copying.touched.add(account.id).add(id);
    return {};
  }
  if (role !== undefined) return { refusal: refusal('copiesAlready') };
  const leader = copying.leaders.get(id);
  if (leader === undefined) return { refusal: refusal('leaderUnknown') };
  if (name.length > COPY_NAME_LENGTH_MAX) return { refusal: refusal('parameter', { field: 'name' }) };
  if (leader.followers.size >= FOLLOWERS_MAX) return { refusal: refusal('leaderFull', { limit: String(FOLLOWERS_MAX) }) };
  if (isBusy(state, account)) return { refusal: refusal('copyBusy') };
  const following = new Following(account.id, terms, name, state.now);
  copying.followings.set(account.id, following);
  account.copying = following;
  leader.followers.add(account.id);
  copying.touched.add(account.id).add(id);
  return {};
}

/** Ends following: copies are cancelled and, on request, copied positions are closed. */
export function stopFollowing(state: ExchangeState, account: Account, { close }: StopFollowing): Outcome {
  const following = account.copying;
  if (!(following instanceof Following)) return { refusal: refusal('copiesNot') };
  for (const orderId of [...following.copies.values()]) {
    const order = account.orders.get(orderId);
    if (order !== undefined) endOrder(state, account, order, 'CancelByUser');
  }
  if (close) {
    const positions = [...account.active].filter(({ instrument }) => isCopied(instrument)).flatMap(({ positions: all }) => [...all]);
    for (const position of positions) if (position.size > 0) closeCopied(state, { account, following }, position);
  }
  const { leader } = following.terms;
  state.copying.leaders.get(leader)?.followers.delete(account.id);
  letGo(state, account);
  state.copying.touched.add(leader);
  return {};
}
