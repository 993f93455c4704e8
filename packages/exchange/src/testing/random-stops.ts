import {
  lots,
  rate,
  ticks,
  timestamp,
  type ExitLeg,
  type Instrument,
  type OrderOptions,
  type OrderType,
  type PairLeg,
  type SlippageLimit,
  type StrategyPlan,
  type TriggerSource,
} from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';
import type { RandomWorld } from './random-commands.ts';

const SOURCES: readonly TriggerSource[] = ['LastPrice', 'IndexPrice', 'MarkPrice'];
const TYPES: readonly OrderType[] = ['Limit', 'Market'];
const SECRET = 'what the other side knows';

/** Draws the rare fields of an order, around a tick. */
class Around {
  readonly #world: RandomWorld;
  readonly #centre: number;

  constructor(world: RandomWorld, instrument: Instrument) {
    this.#world = world;
    this.#centre = world.centre[instrument.id] ?? 1;
  }

  get tick(): number {
    const { random } = this.#world;
    const away = random.below(Math.max(2, Math.floor(this.#centre / 50)));
    return Math.max(1, this.#centre + (random.chance(50) ? away : -away));
  }

  get slippage(): SlippageLimit {
    const { random } = this.#world;
    return random.chance(50)
      ? { type: 'TickSize', ticks: random.below(10_100) }
      : { type: 'Percent', share: rate(BigInt(random.below(12_000_000))) };
  }

  get leg(): ExitLeg {
    const { random } = this.#world;
    const orderType = random.pick(TYPES);
    const limit = ticks(orderType === 'Limit' ? this.tick : 0);
    const leg = { trigger: ticks(this.tick), source: random.pick(SOURCES), orderType, limit };
    return orderType === 'Market' && random.chance(20) ? { ...leg, slippage: this.slippage } : leg;
  }

  get pairLeg(): PairLeg {
    const { random } = this.#world;
    const orderType = random.pick(TYPES);
    const price = ticks(orderType === 'Limit' ? this.tick : 0);
    return { side: random.pick(['Buy', 'Sell'] as const), trigger: ticks(this.tick), source: random.pick(SOURCES), orderType, price };
  }

  get plan(): StrategyPlan {
    const { random } = this.#world;
    const orderType = random.pick(TYPES);
    switch (random.below(7)) {
      case 0:
        return { kind: 'Iceberg', price: ticks(this.tick), shown: lots(1 + random.below(500)), postOnly: random.chance(30) };
      case 1:
        return { kind: 'TWAP', interval: 5_000, parts: 60 + random.below(40), limit: ticks(random.chance(50) ? 0 : this.tick) };
      case 2:
        return { kind: 'Chase', maxDistance: ticks(random.chance(50) ? 0 : random.below(500)) };
      case 3:
        return { kind: 'Scaled', from: ticks(this.tick), to: ticks(this.tick), orders: 2 + random.below(8), skew: 50 + random.below(300) };
      case 4: {
        const [a, b] = [this.tick, this.tick];
        const stop = random.chance(50) ? 0 : Math.max(1, Math.min(a, b) - 500);
        return {
          kind: 'Grid',
          lower: ticks(Math.min(a, b)),
          upper: ticks(Math.max(a, b)),
          cells: 2 + random.below(10),
          takeProfit: ticks(random.chance(50) ? 0 : Math.max(a, b) + 500),
          stopLoss: ticks(stop),
        };
      }
      case 5:
        return { kind: 'Webhook', orderType, price: ticks(orderType === 'Limit' ? this.tick : 0), secret: SECRET };
      default:
        return { kind: 'FutureSpread', far: random.pick(this.#world.instruments).id, limit: random.below(2_000) - 1_000 };
    }
  }

  get options(): OrderOptions {
    const { random } = this.#world;
    const direction = random.pick(['Rising', 'Falling'] as const);
    const trigger = { price: ticks(this.tick), direction, source: random.pick(SOURCES) };
    return {
      ...(random.chance(60) && { trigger, closeOnTrigger: random.chance(20) }),
      ...(random.chance(30) && { exits: { mode: random.pick(['Full', 'Partial'] as const), takeProfit: this.leg, stopLoss: this.leg } }),
      ...(random.chance(20) && { slippage: this.slippage }),
      ...(random.chance(20) && { selfMatch: random.pick(['None', 'CancelMaker', 'CancelTaker', 'CancelBoth'] as const) }),
    };
  }
}

function positionStop(world: RandomWorld, around: Around, head: { time: Command['time']; account: number; instrument: number }): Command {
  const { random } = world;
  const positionIndex = random.chance(80) ? 0 : random.pick([1, 2] as const);
  const share = rate(BigInt(random.below(4_000_000)));
  const trailing = random.chance(50)
    ? { distance: ticks(1 + random.below(800)), share: rate(0n), activation: ticks(random.chance(50) ? 0 : around.tick) }
    : { distance: ticks(0), share, activation: ticks(0) };
  const partial = random.chance(50);
  return {
    type: 'SetPositionExits',
    ...head,
    positionIndex,
    mode: partial ? 'Partial' : 'Full',
    quantity: lots(partial ? 1 + random.below(600) : 0),
    entry: partial && random.chance(30) ? 1 + random.below(world.lastOrderId) : 0,
    source: 'form',
    ...(random.chance(60) && { takeProfit: random.chance(90) ? around.leg : null }),
    ...(random.chance(60) && { stopLoss: random.chance(90) ? around.leg : null }),
    ...(!partial && random.chance(30) && { trailing: random.chance(85) ? trailing : null }),
  };
}

/** Mostly a started one, by its owner. */
function anyStrategy(world: RandomWorld, otherwise: number): { readonly account: number; readonly strategyId: number } {
  const { random, strategies = [] } = world;
  const known = random.chance(80) ? strategies[random.below(Math.max(1, strategies.length))] : undefined;
  return known === undefined
    ? { account: random.pick(world.accounts), strategyId: otherwise }
    : { account: known.account, strategyId: known.id };
}

/** The next command about conditional orders, parents of orders, or amendments of both. */
export function nextStopCommand(world: RandomWorld): Command {
  const { random } = world;
  const on = random.pick(world.instruments);
  const around = new Around(world, on);
  const head = { time: timestamp(world.time), account: random.pick(world.accounts), instrument: on.id };
  const { time, account } = head;
  const anyOrder = 1 + random.below(Math.max(1, world.lastOrderId));
  const side = random.pick(['Buy', 'Sell'] as const);
  const source = 'form' as const;
  switch (random.below(10)) {
    case 0:
    case 1: {
      const orderType = random.pick(TYPES);
      return {
        type: 'PlaceOrder',
        ...head,
        side,
        orderType,
        price: ticks(orderType === 'Limit' ? around.tick : 0),
        quantity: lots(1 + random.below(2_000)),
        timeInForce: orderType === 'Limit' ? 'GoodTillCancel' : 'ImmediateOrCancel',
        reduceOnly: random.chance(10),
        positionIndex: 0,
        clientOrderId: '',
        source,
        options: around.options,
      };
    }
    case 2:
    case 3:
      return positionStop(world, around, head);
    case 4:
      return {
        type: 'AmendOrder',
        time,
        account,
        orderId: anyOrder,
        changes: {
          ...(random.chance(50) && { price: ticks(around.tick) }),
          ...(random.chance(50) && { quantity: lots(1 + random.below(2_000)) }),
          ...(random.chance(20) && { trigger: ticks(around.tick), triggerSource: random.pick(SOURCES) }),
          ...(random.chance(10) && { exits: random.chance(50) ? null : { mode: 'Full' as const, takeProfit: around.leg } }),
        },
      };
    case 5:
      return {
        type: 'PlaceOrderPair',
        ...head,
        kind: random.pick(['TakeProfitStopLossOCO', 'BidirectionalTpSl'] as const),
        positionIndex: 0,
        quantity: lots(1 + random.below(500)),
        upper: around.pairLeg,
        lower: around.pairLeg,
        reduceOnly: random.chance(30),
        source,
      };
    case 6:
      return random.chance(50)
        ? { type: 'PlaceMarginRateClose', ...head, positionIndex: 0, rate: rate(BigInt(random.below(100_000_000))), source }
        : { type: 'SetCancelOnDisconnect', time, account, window: random.chance(20) ? 0 : 3_000 + random.below(20_000) };
    case 7:
      return random.chance(40)
        ? { type: 'ReportConnection', time, account, connected: random.chance(40) }
        : random.chance(50)
          ? { type: 'CancelStrategy', time, ...anyStrategy(world, anyOrder) }
          : { type: 'SignalStrategy', time, ...anyStrategy(world, anyOrder), secret: SECRET };
    default:
      return {
        type: 'CreateStrategy',
        ...head,
        side,
        positionIndex: 0,
        reduceOnly: random.chance(10),
        quantity: lots(random.chance(30) ? 1 + random.below(20) : 1 + random.below(5_000)),
        plan: around.plan,
        source,
      };
  }
}
