import {
  FEE_TIERS,
  isOption,
  isSpot,
  leverage,
  lots,
  money,
  rate,
  ticks,
  timestamp,
  type AccountKind,
  type AttachedExits,
  type ExitLeg,
  type FundsMove,
  type MoveFunds,
  type OrderChanges,
  type OrderOptions,
  type PairLeg,
  type PlaceOrder,
  type PositionIndex,
  type SlippageLimit,
  type TrailingTerms,
  type TriggerSource,
} from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';
import { nextCommand, type RandomWorld } from '../testing/random-commands.ts';
import type { ExchangeTwins } from './exchange-twins.ts';

/** Settings of a random run: wealth of the traders and wildness of the market. */
export interface Weather {
  readonly seed: number;
  readonly credit: bigint;
  /** Maximum index move per step, in 1/20,000, and the frequency of moves 25 times as large. */
  readonly leaps: number;
  /** Multiplier of order lots. */
  readonly size: number;
  readonly markets: readonly ('btc' | 'eth' | 'btcusd' | 'btcUsdc' | 'btcSpot' | 'ethBtc')[];
  /** Whether a dated contract is listed whenever there is none. */
  readonly dated: boolean;
  /** Whether options are listed, a call and a put. */
  readonly options: boolean;
  /** Frequency of index outages of a market, in percent of the clock steps. */
  readonly outages?: number;
  /** Kinds of the accounts, in turn; unified accounts have several coins. */
  readonly kinds: readonly AccountKind[];
}

export interface Scene {
  readonly world: RandomWorld;
  readonly twins: ExchangeTwins;
  readonly weather: Weather;
}

const SOURCES: readonly TriggerSource[] = ['LastPrice', 'LastPrice', 'MarkPrice', 'IndexPrice'];
const SIDES = ['Buy', 'Sell'] as const;

/** A tick within a hundredth of the price, mostly within a thousandth. */
function near({ random, centre }: RandomWorld, instrument: number): number {
  const at = centre[instrument] ?? 1;
  const room = Math.max(2, Math.floor(at / (random.chance(70) ? 1_000 : 100)));
  return Math.max(1, at + random.below(2 * room) - room);
}

function slippage({ random }: RandomWorld): SlippageLimit {
  if (random.chance(50)) return { type: 'TickSize', ticks: random.chance(5) ? 20_000 : 1 + random.below(60) };
  return { type: 'Percent', share: rate(random.chance(5) ? 5n : BigInt(10_000 + random.below(100_000))) };
}

function exitLeg(world: RandomWorld, instrument: number, limits: boolean): ExitLeg {
  const { random } = world;
  const limited = limits && random.chance(30);
  const leg: ExitLeg = {
    trigger: ticks(near(world, instrument)),
    source: random.pick(SOURCES),
    orderType: limited ? 'Limit' : 'Market',
    limit: ticks(limited ? near(world, instrument) : 0),
  };
  return random.chance(10) ? { ...leg, slippage: slippage(world) } : leg;
}

function exits(world: RandomWorld, instrument: number): AttachedExits {
  const { random } = world;
  const mode = random.pick(['Full', 'Partial'] as const);
  const limits = mode === 'Partial' || random.chance(5);
  return {
    mode,
    ...(random.chance(80) ? { takeProfit: exitLeg(world, instrument, limits) } : {}),
    ...(random.chance(80) ? { stopLoss: exitLeg(world, instrument, limits) } : {}),
  };
}

/** Mostly the position index that fits the position mode. */
function fittingIndex({ world, twins }: Scene, account: number, instrument: number): PositionIndex {
  const { random } = world;
  if (random.chance(4)) return random.pick([0, 1, 2] as const);
  if (world.instruments.some((one) => one.id === instrument && isSpot(one))) return 0;
  return twins.hedges(account, instrument) ? random.pick([1, 2] as const) : 0;
}

/** The drawn command, adjusted: most orders fit the position mode, and most cancels name an open order. */
function sharpened(scene: Scene, command: Command): Command {
  const { world, twins, weather } = scene;
  const { random } = world;
  if (command.type === 'CancelOrder' && random.chance(70)) {
    const open = twins.openOrders(command.account);
    return open.length === 0 ? command : { ...command, orderId: random.pick(open) };
  }
  if (command.type === 'SetLeverage' && random.chance(8)) {
    return { ...command, longLeverage: leverage(1_000n), shortLeverage: leverage(1_000n) };
  }
  if (command.type !== 'PlaceOrder') return command;
  const few = random.chance(3) ? random.below(4) : Number(command.quantity) * weather.size;
  const far = random.chance(3) ? Math.floor(Number(command.price) * (random.chance(50) ? 1.07 : 0.93)) : Number(command.price);
  const positionIndex = fittingIndex(scene, command.account, command.instrument);
  // Orders that join a price form queues.
  const queued = command.orderType === 'Limit' && random.chance(25) ? twins.restingTicks(command.instrument, command.side) : [];
  const price = ticks(queued.length === 0 ? far : random.pick(queued));
  return ofKind(scene, { ...command, positionIndex, quantity: lots(few), price });
}

/** Options trade in smaller sizes, and spot orders have fields of their own. */
function ofKind({ world, weather }: Scene, order: PlaceOrder): PlaceOrder {
  const { random } = world;
  const instrument = world.instruments.find(({ id }) => id === order.instrument);
  if (instrument === undefined || (!isOption(instrument) && !isSpot(instrument))) return order;
  if (isOption(instrument)) return { ...order, quantity: lots(1 + Math.floor(Number(order.quantity) / 40)) };
  const reduceOnly = random.chance(3);
  const borrows = random.chance(40) ? { borrows: true } : {};
  if (order.orderType !== 'Market' || random.chance(60)) return { ...order, reduceOnly, ...borrows };
  const steps = BigInt(1 + random.below(instrument.quoteCoin === 'BTC' ? 50 : 900_000 * weather.size));
  const amount = steps * 1_000_000n + (random.chance(3) ? 1n : 0n);
  return { ...order, reduceOnly, ...borrows, quantity: lots(0), quoteAmount: money(amount) };
}

const MOVES: readonly FundsMove[] = ['toFunding', 'toFunding', 'toTrading', 'borrow', 'repay', 'subscribe', 'redeem'];

function moveFunds({ world, twins, weather }: Scene, account: number): MoveFunds {
  const { random } = world;
  const coin = random.pick(twins.coins);
  const dollars = BigInt(1 + random.below(Number(weather.credit))) * (random.chance(5) ? 200n : 1n);
  const units = (dollars * 100_000_000n) / (coin === 'BTC' ? 50_000n : coin === 'ETH' ? 2_500n : 1n);
  const requestId = random.chance(40) ? `r${random.below(60)}` : '';
  return { type: 'MoveFunds', time: timestamp(world.time), account, coin, move: random.pick(MOVES), amount: money(units), requestId };
}

function setCollateral({ world, twins }: Scene, account: number): Command {
  const { random } = world;
  return { type: 'SetCollateral', time: timestamp(world.time), account, coin: random.pick(twins.coins), on: random.chance(60) };
}

function transferFunds(scene: Scene, account: number): Command {
  const { world } = scene;
  const { coin, amount } = moveFunds(scene, account);
  const requestId = world.random.chance(10) ? `t${world.random.below(30)}` : '';
  const to = world.random.chance(95) ? world.random.pick(world.accounts) : 99;
  return { type: 'TransferFunds', time: timestamp(world.time), account, to, coin, amount, requestId };
}

/** A withdrawal while an account has a negative balance. */
function flight({ world, twins }: Scene, account: number): Command | undefined {
  const coin = twins.shortCoin();
  if (coin === undefined) return undefined;
  const amount = money(BigInt(1 + world.random.below(1_000)));
  return { type: 'MoveFunds', time: timestamp(world.time), account, coin, move: 'toFunding', amount, requestId: '' };
}

const isTraded = ({ instruments }: RandomWorld, instrument: number): boolean =>
  instruments.some((one) => one.id === instrument && isSpot(one));

/** An order with rare fields: a trigger, TP/SL, a slippage limit, another self-match rule. */
function withOptions(scene: Scene, order: PlaceOrder): Command {
  const { world } = scene;
  const { random } = world;
  // A conditional order cannot trade by amount.
  const waits = random.chance(40) && order.quoteAmount === undefined;
  const at = waits ? near(world, order.instrument) : 0;
  const options: OrderOptions = {
    ...(waits
      ? { trigger: { price: ticks(at), direction: random.pick(['Rising', 'Falling'] as const), source: random.pick(SOURCES) } }
      : {}),
    ...(waits && at % 3 === 0 && isTraded(world, order.instrument) ? { isTpSl: true } : {}),
    ...(waits && random.chance(30) ? { closeOnTrigger: true } : {}),
    ...(random.chance(isTraded(world, order.instrument) ? 60 : 50) ? { exits: exits(world, order.instrument) } : {}),
    ...(random.chance(order.orderType === 'Market' ? 50 : 3) ? { slippage: slippage(world) } : {}),
    ...(random.chance(30) ? { selfMatch: random.pick(['None', 'CancelMaker', 'CancelTaker', 'CancelBoth'] as const) } : {}),
  };
  return { ...order, options };
}

function pairLeg(world: RandomWorld, instrument: number, above: boolean): PairLeg {
  const { random, centre } = world;
  const away = 1 + random.below(Math.max(2, Math.floor((centre[instrument] ?? 1) / 500)));
  const orderType = random.pick(['Market', 'Limit'] as const);
  const at = Math.max(1, (centre[instrument] ?? 1) + (above ? away : -away));
  const price = ticks(orderType === 'Market' ? 0 : near(world, instrument));
  return { side: random.pick(SIDES), trigger: ticks(at), source: random.pick(SOURCES), orderType, price };
}

function trailing(world: RandomWorld, instrument: number): TrailingTerms {
  const { random } = world;
  const byShare = random.chance(40);
  return {
    distance: ticks(byShare && random.chance(95) ? 0 : 1 + random.below(400)),
    share: rate(byShare ? BigInt(random.below(600_000)) : 0n),
    activation: ticks(random.chance(50) ? 0 : near(world, instrument)),
  };
}

const maybe = <T>({ random }: RandomWorld, make: () => T): T | null | undefined =>
  random.chance(55) ? make() : random.chance(20) ? null : undefined;

const given = <K extends string, T>(key: K, value: T | undefined): { readonly [Key in K]?: T } =>
  (value === undefined ? {} : { [key]: value }) as { readonly [Key in K]?: T };

function positionExits(scene: Scene, account: number): Command {
  const { world, twins } = scene;
  const { random } = world;
  const held = random.chance(95) ? twins.positions(account) : [];
  const position = held.length === 0 ? undefined : random.pick(held);
  const instrument = position?.instrument ?? random.pick(world.instruments).id;
  const mode = random.pick(['Full', 'Partial'] as const);
  const entries = mode === 'Partial' && random.chance(40) ? twins.exits(account, instrument) : [];
  const size = position?.size ?? 10;
  return {
    type: 'SetPositionExits',
    time: timestamp(world.time),
    account,
    instrument,
    positionIndex: (position?.index ?? fittingIndex(scene, account, instrument)) as PositionIndex,
    mode,
    ...given(
      'takeProfit',
      maybe(world, () => exitLeg(world, instrument, mode === 'Partial')),
    ),
    ...given(
      'stopLoss',
      maybe(world, () => exitLeg(world, instrument, mode === 'Partial')),
    ),
    ...(mode === 'Full' || random.chance(2)
      ? given(
          'trailing',
          maybe(world, () => trailing(world, instrument)),
        )
      : {}),
    quantity: lots(mode === 'Full' ? 0 : Math.max(1, Math.floor((size * (1 + random.below(120))) / 100))),
    entry: entries.length === 0 ? 0 : random.pick(entries),
    source: 'api',
  };
}

function amendment(scene: Scene, account: number): Command {
  const { world, twins } = scene;
  const { random } = world;
  const open = twins.openOrders(account);
  const orderId = open.length === 0 ? 1 : random.pick(open);
  const order = twins.orderTerms(orderId);
  const instrument = order?.instrument ?? 0;
  const scale = 1 + random.below(200);
  const changes: OrderChanges = {
    ...(random.chance(50) ? { price: ticks(near(world, instrument)) } : {}),
    ...(random.chance(50) ? { quantity: lots(Math.max(1, Math.floor(((order?.lots ?? 10) * scale) / 100))) } : {}),
    ...(order?.waits === true && random.chance(50) ? { trigger: ticks(near(world, instrument)) } : {}),
    ...(order?.waits === true && random.chance(10) ? { triggerSource: random.pick(SOURCES) } : {}),
    ...(random.chance(10) ? { exits: random.chance(70) ? exits(world, instrument) : null } : {}),
  };
  return { type: 'AmendOrder', time: timestamp(world.time), account, orderId, changes };
}

function cancelSome({ world }: Scene, account: number): Command {
  const { random } = world;
  const tab = random.pick(['activity', 'condition', 'tpSl', 'trailingStop', 'mmr', 'oco', 'partialTpSl', 'every'] as const);
  const positionIndex = random.pick([0, 1, 2] as const);
  const whole = random.chance(70);
  const keeps = tab === 'every' || (tab === 'condition' && whole) ? ({ keepsProtective: true } as const) : {};
  const only = { tab, ...(!whole && { positionIndex }), ...keeps };
  const instrument = random.chance(30) ? -1 : random.pick(world.instruments).id;
  return { type: 'CancelAllOrders', time: timestamp(world.time), account, instrument, only };
}

function pair(scene: Scene, account: number): Command {
  const { world, weather } = scene;
  const { random } = world;
  const instrument = random.pick(world.instruments).id;
  const upper = pairLeg(world, instrument, random.chance(95));
  const lower = pairLeg(world, instrument, random.chance(5));
  const kind = random.pick(['TakeProfitStopLossOCO', 'BidirectionalTpSl'] as const);
  return {
    type: 'PlaceOrderPair',
    time: timestamp(world.time),
    account,
    instrument,
    kind,
    positionIndex: fittingIndex(scene, account, instrument),
    quantity: lots((1 + random.below(2_000)) * weather.size),
    upper,
    lower: kind === 'TakeProfitStopLossOCO' && random.chance(95) ? { ...lower, side: upper.side } : lower,
    reduceOnly: kind === 'TakeProfitStopLossOCO',
    source: 'api',
  };
}

function marginRateClose({ world, twins }: Scene, account: number): Command {
  const { random } = world;
  const held = twins.positions(account);
  const { instrument, index } = held.length === 0 ? { instrument: random.pick(world.instruments).id, index: 0 } : random.pick(held);
  const share = rate(random.chance(5) ? 100_000_000n : BigInt(1 + random.below(99)) * 1_000_000n);
  const positionIndex = index as PositionIndex;
  return { type: 'PlaceMarginRateClose', time: timestamp(world.time), account, instrument, positionIndex, rate: share, source: 'api' };
}

/** The next command of a trader, the settings or the clock, of all kinds. */
export function drawCommand(scene: Scene): Command {
  const { world } = scene;
  const { random } = world;
  const account = random.pick(world.accounts);
  const roll = random.below(100);
  if (roll < 6) return positionExits(scene, account);
  if (roll < 12) return amendment(scene, account);
  if (roll < 14) return cancelSome(scene, account);
  if (roll < 16) return pair(scene, account);
  if (roll < 17) return marginRateClose(scene, account);
  if (roll < 18) {
    if (random.chance(40)) return transferFunds(scene, account);
    if (random.chance(20)) return { type: 'SetFeeTier', time: timestamp(world.time), account, tier: random.pick(FEE_TIERS) };
  }
  if (roll < 21 && scene.weather.kinds.some((kind) => kind !== 'regular')) {
    return random.chance(20) ? setCollateral(scene, account) : moveFunds(scene, account);
  }
  const fleeing = roll < 26 ? flight(scene, account) : undefined;
  if (fleeing !== undefined) return fleeing;
  const command = sharpened(scene, nextCommand(world));
  return command.type === 'PlaceOrder' && random.chance(25) ? withOptions(scene, command) : command;
}
