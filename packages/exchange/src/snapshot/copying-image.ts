import { money, moneyUnits, rate, rateUnits, timestamp, type MissedCopy, type RefusalReason, type Side } from '@tapedeck/domain';
import { Following, Leadership, type Copying } from '../state/copying.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

function writeLeader(writer: StateWriter, leader: Leadership): void {
  writer.number(leader.account);
  writer.text(leader.name);
  writer.number(Number(leader.since));
  for (const value of [leader.capital, leader.pnl, leader.peak, leader.drawdown, leader.volume]) writer.bigint(moneyUnits(value));
  writer.number(leader.trades);
  writer.number(leader.wins);
  writer.number(leader.followers.size);
  for (const follower of leader.followers) writer.number(follower);
}

function readLeader(reader: StateReader): Leadership {
  const [account, name, since] = [reader.number(), reader.text(), timestamp(reader.number())];
  const leader = new Leadership(account, name, since, money(reader.bigint()));
  leader.pnl = money(reader.bigint());
  leader.peak = money(reader.bigint());
  leader.drawdown = money(reader.bigint());
  leader.volume = money(reader.bigint());
  leader.trades = reader.number();
  leader.wins = reader.number();
  for (let left = reader.number(); left > 0; left -= 1) leader.followers.add(reader.number());
  return leader;
}

function writeFollowing(writer: StateWriter, following: Following): void {
  const { account, name, since, terms, missed } = following;
  writer.number(account);
  writer.number(terms.leader);
  writer.bigint(rateUnits(terms.ratio));
  writer.bigint(moneyUnits(terms.maxAmount));
  writer.text(name);
  writer.number(Number(since));
  writer.number(following.orders);
  writer.bigint(moneyUnits(following.pnl));
  writer.number(missed.length);
  for (const { time, instrument, side, order, reason } of missed) {
    writer.number(Number(time));
    writer.number(instrument);
    writer.text(side);
    writer.number(order);
    writer.text(reason);
  }
}

const readMissed = (reader: StateReader): MissedCopy => ({
  time: timestamp(reader.number()),
  instrument: reader.number(),
  side: reader.text() as Side,
  order: reader.number(),
  reason: reader.text() as RefusalReason,
});

function readFollowing(reader: StateReader): Following {
  const account = reader.number();
  const terms = { leader: reader.number(), ratio: rate(reader.bigint()), maxAmount: money(reader.bigint()) };
  const following = new Following(account, terms, reader.text(), timestamp(reader.number()));
  following.orders = reader.number();
  following.pnl = money(reader.bigint());
  for (let left = reader.number(); left > 0; left -= 1) following.missed.push(readMissed(reader));
  return following;
}

/** Leaders and followers by ascending account. The orders themselves name the orders that they copy. */
export function writeCopying(writer: StateWriter, { leaders, followings }: Copying): void {
  writer.number(leaders.size);
  for (const leader of [...leaders.values()].sort((a, b) => a.account - b.account)) writeLeader(writer, leader);
  writer.number(followings.size);
  for (const following of [...followings.values()].sort((a, b) => a.account - b.account)) writeFollowing(writer, following);
}

/** Read after the orders. */
export function readCopying(reader: StateReader, state: ExchangeState): void {
  const { leaders, followings } = state.copying;
  for (let left = reader.number(); left > 0; left -= 1) {
    const leader = readLeader(reader);
    leaders.set(leader.account, leader);
    state.account(leader.account).copying = leader;
  }
  for (let left = reader.number(); left > 0; left -= 1) {
    const following = readFollowing(reader);
    const account = state.account(following.account);
    followings.set(following.account, following);
    account.copying = following;
    for (const { extra, orderId } of account.orders.list()) {
      if (extra?.copy?.leader === following.terms.leader) following.copies.set(extra.copy.order, orderId);
    }
  }
}
