import {
  FEE_TIERS,
  isOption,
  isSpot,
  lots,
  money,
  rate,
  timestamp,
  type FundsMove,
  type Instrument,
  type PlaceOrder,
} from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';
import type { RandomWorld } from './random-commands.ts';

const UNIT = 100_000_000n;
const COINS = ['USDT', 'USDC', 'BTC', 'ETH'];
const MOVES: readonly FundsMove[] = ['toFunding', 'toTrading', 'borrow', 'repay', 'subscribe', 'redeem'];

export const instrumentOf = ({ instruments }: RandomWorld, id: number): Instrument | undefined => instruments.find((one) => one.id === id);

/** Orders of pairs borrow and trade by amount, those of options are small, and contracts of coins are counted in dollars. */
export function fitting(world: RandomWorld, order: PlaceOrder): PlaceOrder {
  const { random } = world;
  const instrument = instrumentOf(world, order.instrument);
  if (instrument === undefined) return order;
  if (isOption(instrument)) return { ...order, quantity: lots(1 + (Number(order.quantity) % 300)) };
  if (!isSpot(instrument)) return order;
  const borrows = random.chance(30) ? { borrows: true } : {};
  const spot = { ...order, reduceOnly: false, positionIndex: 0 as const, ...borrows };
  if (order.orderType === 'Limit' || random.chance(60)) return spot;
  return { ...spot, quantity: lots(0), quoteAmount: money(BigInt(1 + random.below(900)) * 1_000_000n) };
}

/** The next transfer between wallets or accounts, or a setting of the account's coins and fees. */
export function nextFundsCommand({ random, time, accounts }: RandomWorld, account: number): Command {
  const coin = random.pick(COINS);
  const amount = money((BigInt(1 + random.below(2_000)) * UNIT) / (coin === 'BTC' ? 10_000n : coin === 'ETH' ? 1_000n : 1n));
  const head = { time: timestamp(time), account } as const;
  const draw = random.below(10);
  if (draw < 6) return { type: 'MoveFunds', ...head, coin, move: random.pick(MOVES), amount, requestId: '' };
  if (draw < 8) return { type: 'TransferFunds', ...head, to: random.pick(accounts), coin, amount };
  if (draw < 9) return { type: 'SetCollateral', ...head, coin, on: random.chance(50) };
  return { type: 'SetFeeTier', ...head, tier: random.pick(FEE_TIERS) };
}

/** The next command of copy trading. */
export function nextCopyCommand({ random, time, accounts }: RandomWorld, account: number): Command {
  const head = { time: timestamp(time), account } as const;
  const draw = random.below(10);
  if (draw < 4) return { type: 'SetLeading', ...head, leading: random.chance(80), name: `leader ${account}` };
  if (draw < 6) return { type: 'StopFollowing', ...head, close: random.chance(50) };
  const ratio = rate(BigInt(1 + random.below(30)) * 10_000_000n);
  return { type: 'FollowLeader', ...head, leader: random.pick(accounts), ratio, maxAmount: money(100_000n * UNIT), name: 'follower' };
}
