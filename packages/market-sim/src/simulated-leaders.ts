import {
  invariant,
  lotCount,
  lots,
  lotsAtValue,
  milliseconds,
  money,
  ticks,
  type AccountId,
  type AccountState,
  type Instrument,
  type Lots,
  type PlaceOrder,
  type Side,
  type Timestamp,
} from '@tapedeck/domain';
import type { Command, ExchangeApi } from '@tapedeck/exchange';
import { MINUTE_MS } from './path/calendar.ts';
import type { PricePath } from './path/price-path.ts';
import { hashIntegers, hashText } from './random/hash.ts';

/** Strategy of a house leader: with the last move, against it, or by a random draw of the seed. */
type Habit = 'trend' | 'contrary' | 'coin';

export interface SimulatedLeader {
  readonly account: AccountId;
  readonly name: string;
  readonly symbols: readonly string[];
  readonly habit: Habit;
  /** Minutes between two decisions, and the length of the observed move. */
  readonly every: number;
  readonly looksBack: number;
  /** Dollars of one position. */
  readonly stake: bigint;
}

/** Far above the funds of users. */
const FIRST_LEADER = 900_000_001;

export const SIMULATED_LEADERS: readonly SimulatedLeader[] = [
  {
    ...{ account: FIRST_LEADER, name: 'North Star', habit: 'trend', symbols: ['BTCUSDT', 'ETHUSDT'] },
    ...{ every: 7, looksBack: 45, stake: 12_000n },
  },
  {
    ...{ account: FIRST_LEADER + 1, name: 'Tide Reader', habit: 'contrary', symbols: ['ETHUSDT', 'SOLUSDT'] },
    ...{ every: 5, looksBack: 20, stake: 8_000n },
  },
  {
    ...{ account: FIRST_LEADER + 2, name: 'Patient Fox', habit: 'coin', symbols: ['BTCUSDT', 'XRPUSDT', 'DOGEUSDT'] },
    ...{ every: 11, looksBack: 60, stake: 4_000n },
  },
];

const UNIT = 100_000_000n;
const CAPITAL = money(50_000n * UNIT);
/** Smaller moves are ignored, in millionths. */
const STILL = 300;
const MILLION = 1_000_000;

/** Commands that set up the house's leaders: ordinary accounts with their own capital that others can copy. */
export function leadersBegin(time: Timestamp): readonly Command[] {
  return SIMULATED_LEADERS.flatMap(({ account, name }): Command[] => [
    { type: 'OpenAccount', time, account, kind: 'UTA2' },
    { type: 'CreditAccount', time, account, coin: 'USDT', amount: CAPITAL },
    { type: 'SetLeading', time, account, leading: true, name },
  ]);
}

/**
 * Trades for the house leaders by ordinary commands when the clock passes one of their minutes. Their trades follow
 * from the seed, the clock and their positions, so that they need no state; a world without them is left alone.
 */
export class SimulatedLeaders {
  readonly #seed: number;
  readonly #path: PricePath;

  constructor(seed: number, path: PricePath) {
    this.#seed = seed;
    this.#path = path;
  }

  /** The clock went from `before` to the exchange's current time. */
  act(exchange: ExchangeApi, before: number): void {
    const now = milliseconds(exchange.now);
    for (const leader of SIMULATED_LEADERS) {
      const period = leader.every * MINUTE_MS;
      const turn = Math.floor(now / period);
      if (turn === Math.floor(before / period)) continue;
      const state = exchange.account(leader.account);
      if (state?.copying?.role === 'leader') this.#decide(exchange, leader, { state, turn, now });
    }
  }

  #decide(
    exchange: ExchangeApi,
    leader: SimulatedLeader,
    at: { readonly state: AccountState; readonly turn: number; readonly now: number },
  ): void {
    for (const [which, symbol] of leader.symbols.entries()) {
      const instrument = exchange.instruments.find((one) => one.symbol === symbol);
      if (instrument === undefined || !exchange.isListed(instrument.id)) continue;
      const wanted = this.#wanted(leader, instrument, at.now, at.turn * leader.symbols.length + which);
      const order = orderTowards(exchange, { leader, instrument, state: at.state, wanted });
      // A refusal has no further effect: the leader tries again at its next turn.
      if (order !== undefined) exchange.apply(order);
    }
  }

  /** The target side, `undefined` for none. */
  #wanted({ name, habit, looksBack }: SimulatedLeader, instrument: Instrument, now: number, turn: number): Side | undefined {
    const thrown = hashIntegers(this.#seed, hashText(name), turn) % 6;
    if (habit === 'coin') return thrown < 2 ? 'Buy' : thrown < 4 ? 'Sell' : undefined;
    // Now and then it takes its profit or loss.
    if (thrown === 0) return undefined;
    const then = this.#path.priceAt(instrument.id, now - looksBack * MINUTE_MS);
    const moved = then <= 0 ? 0 : ((this.#path.priceAt(instrument.id, now) - then) * MILLION) / then;
    if (Math.abs(moved) < STILL) return undefined;
    return moved > 0 === (habit === 'trend') ? 'Buy' : 'Sell';
  }
}

interface Towards {
  readonly leader: SimulatedLeader;
  readonly instrument: Instrument;
  readonly state: AccountState;
  readonly wanted: Side | undefined;
}

/** A market order that brings the position to the leader's target; `undefined` if it is there. */
function orderTowards(exchange: ExchangeApi, { leader, instrument, state, wanted }: Towards): PlaceOrder | undefined {
  const held = state.positions.find((position) => position.instrument === instrument.id);
  if (held !== undefined && wanted === held.side) return undefined;
  const stake = wanted === undefined ? 0 : lotCount(stakeLots(exchange, leader, instrument));
  const count = (held === undefined ? 0 : lotCount(held.size)) + stake;
  if (count === 0) return undefined;
  const side = held === undefined ? wanted : held.side === 'Buy' ? 'Sell' : 'Buy';
  invariant(side !== undefined, 'an order of a leader has a side');
  return {
    type: 'PlaceOrder',
    time: exchange.now,
    account: leader.account,
    instrument: instrument.id,
    side,
    orderType: 'Market',
    price: ticks(0),
    quantity: lots(count),
    timeInForce: 'ImmediateOrCancel',
    reduceOnly: stake === 0,
    positionIndex: 0,
    clientOrderId: '',
    source: 'api',
  };
}

function stakeLots(exchange: ExchangeApi, { stake }: SimulatedLeader, instrument: Instrument): Lots {
  return lotsAtValue(instrument, money(stake * UNIT), exchange.market(instrument.id).mark);
}
