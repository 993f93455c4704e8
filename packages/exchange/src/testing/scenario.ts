import {
  FEE_TIERS,
  ZERO_MONEY,
  formatDecimal,
  invariant,
  leverage,
  lots,
  money,
  moneyUnits,
  parseDecimal,
  positionIndexOf,
  positionSideOf,
  price,
  priceUnits,
  quantityUnits,
  REFUSALS,
  ticks,
  type AccountKind,
  type AccountState,
  type AttachedExits,
  type Event,
  type ExitLeg,
  type Instrument,
  type OrderOptions,
  type Outcome,
  type PositionIndex,
  type RefusalReason,
  type SelfMatch,
  type Side,
  type Ticks,
  type TimeInForce,
} from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';

type Untimed<C> = C extends Command ? Omit<C, 'time'> : never;

/** An exchange that a scenario plays on: the engine itself, or a venue around it. */
export interface ScenarioFloor {
  readonly instruments: readonly Instrument[];
  /** Applies a command now. */
  apply(command: Untimed<Command>): Promise<Outcome>;
  account(id: number): Promise<AccountState | undefined>;
  /** Sets the index price, in 1e-8 quote, from the next second on. */
  setIndex(instrument: number, index: bigint): void;
  /** Lets time pass. */
  wait(milliseconds: number): Promise<void>;
  /** Events since the last call. */
  takeEvents(): Event[];
}

export interface Scenario {
  /** With the ids of requirements, as `[EXC-05] words`. */
  readonly title: string;
  /** Steps with the number of their line. */
  readonly steps: readonly (readonly [line: number, text: string])[];
}

/** Reads a text of scenarios: a title in a line that begins with `[`, steps below it, `#` before what is not one. */
export function readScenarios(text: string): Scenario[] {
  const scenarios: { title: string; steps: [number, string][] }[] = [];
  for (const [at, raw] of text.split('\n').entries()) {
    const line = (raw.split('#')[0] ?? '').trim();
    if (line.startsWith('[')) scenarios.push({ title: line, steps: [] });
    else if (line !== '') scenarios.at(-1)?.steps.push([at + 1, line]);
  }
  return scenarios;
}

const FIRST_TRADER = 100;
const HOUR = 3_600_000;
const SECOND = 1_000;
const TIMES: Readonly<Record<string, TimeInForce>> = { ioc: 'ImmediateOrCancel', fok: 'FillOrKill', 'post-only': 'PostOnly' };

/** Of accounts, by the beginning of their trader's name. */
const KINDS: Readonly<Record<string, AccountKind>> = { pm: 'PM', uta: 'UTA2' };
const SMP: Readonly<Record<string, SelfMatch>> = { maker: 'CancelMaker', taker: 'CancelTaker', both: 'CancelBoth', none: 'None' };

function units(text: string, digits = 8): bigint {
  const value = parseDecimal(text.replaceAll(',', ''), digits);
  invariant(value !== undefined, `"${text}" is a decimal`);
  return value;
}

/** Plays one scenario; throws where something is not as it says. */
export class ScenarioPlayer {
  readonly #floor: ScenarioFloor;
  readonly #traders = new Map<string, number>();
  readonly #hedged = new Set<string>();
  #market: Instrument;
  /** The order that each trader placed last. */
  readonly #placed = new Map<string, number>();
  /** What happened to each trader and was not told yet. */
  readonly #told = new Map<number, string[]>();

  constructor(floor: ScenarioFloor) {
    this.#floor = floor;
    const [first] = floor.instruments;
    invariant(first !== undefined, 'a floor has an instrument');
    this.#market = first;
  }

  async play(scenario: Scenario): Promise<void> {
    for (const [line, text] of scenario.steps) {
      try {
        await this.#step(text);
      } catch (error) {
        throw new Error(`line ${line} "${text}": ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    }
  }

  async #step(text: string): Promise<void> {
    const [first = '', second = '', ...rest] = text.split(/\s+/);
    if (first === 'market') return this.#open(second, rest[1] ?? '');
    if (first === 'price') return this.#price(second);
    if (first === 'wait') {
      for (let left = Number(second) * (rest[0]?.startsWith('hour') === true ? HOUR : SECOND); left > 0; left -= HOUR) {
        await this.#floor.wait(Math.min(left, HOUR));
      }
      return this.#listen();
    }
    return this.#trader(first, second, rest);
  }

  async #open(symbol: string, at: string): Promise<void> {
    const found = this.#floor.instruments.find((instrument) => instrument.symbol === symbol);
    invariant(found !== undefined, `${symbol} is listed`);
    this.#market = found;
    await this.#price(at);
  }

  async #price(text: string): Promise<void> {
    this.#floor.setIndex(this.#market.id, units(text));
    await this.#floor.wait(SECOND);
    this.#listen();
  }

  async #trader(name: string, verb: string, words: readonly string[]): Promise<void> {
    const account = this.#traders.get(name) ?? (await this.#enrol(name));
    const [first = '', second = ''] = words;
    const instrument = this.#market.id;
    switch (verb) {
      case 'has':
        return this.#expect(await this.#floor.apply({ type: 'CreditAccount', account, coin: second, amount: money(units(first)) }));
      case 'tier': {
        const tier = FEE_TIERS.find((one) => one === first);
        invariant(tier !== undefined, `${first} is a fee tier`);
        return this.#expect(await this.#floor.apply({ type: 'SetFeeTier', account, tier }));
      }
      case 'isolated':
      case 'cross':
        return this.#expect(await this.#floor.apply({ type: 'SetMarginMode', account, instrument, marginMode: verb }), words);
      case 'hedges':
        this.#hedged.add(name);
        return this.#expect(await this.#floor.apply({ type: 'SetPositionMode', account, instrument, positionMode: 'BothSide' }), words);
      case 'leverage': {
        const times = leverage(units(first, 2));
        const outcome = await this.#floor.apply({ type: 'SetLeverage', account, instrument, longLeverage: times, shortLeverage: times });
        return this.#expect(outcome, words.slice(1));
      }
      case 'adds': {
        const positionIndex = this.#indexOf(name, words);
        const outcome = await this.#floor.apply({ type: 'AddMargin', account, instrument, positionIndex, amount: money(units(first)) });
        return this.#expect(outcome, words.slice(1));
      }
      case 'auto-adds': {
        const positionIndex = this.#indexOf(name, words);
        const outcome = await this.#floor.apply({ type: 'SetAutoAddMargin', account, instrument, positionIndex, on: first === 'on' });
        return this.#expect(outcome, words.slice(1));
      }
      case 'buys':
      case 'sells':
        return this.#order(name, account, verb === 'buys' ? 'Buy' : 'Sell', words);
      case 'cancels':
        return this.#expect(await this.#floor.apply({ type: 'CancelAllOrders', account, instrument }));
      case 'amends':
        return this.#amend(name, account, words);
      case 'rests':
        return this.#compare(words.join(' '), await this.#resting(account));
      case 'window':
        return this.#expect(await this.#floor.apply({ type: 'SetCancelOnDisconnect', account, window: Number(first) * SECOND }), words);
      case 'connects':
      case 'disconnects':
        return this.#expect(await this.#floor.apply({ type: 'ReportConnection', account, connected: verb === 'connects' }));
      case 'cash':
        return this.#compare(`${first} ${second}`, await this.#cash(account, second));
      case 'holds':
        return this.#compare(words.join(' '), await this.#position(name, account, words));
      case 'sees':
        return this.#compare(words.join(' '), this.#told.get(account)?.shift() ?? 'nothing');
      default:
        throw new Error(`nobody knows how to "${verb}"`);
    }
  }

  async #enrol(name: string): Promise<number> {
    const account = FIRST_TRADER + this.#traders.size;
    this.#traders.set(name, account);
    this.#expect(await this.#floor.apply({ type: 'OpenAccount', account, kind: KINDS[name.split('-')[0] ?? ''] ?? 'regular' }));
    return account;
  }

  #indexOf(name: string, words: readonly string[]): PositionIndex {
    if (!this.#hedged.has(name)) return 0;
    return positionIndexOf('BothSide', positionSideOf(words.includes('short') ? 'Sell' : 'Buy'));
  }

  /** `amends 0.2 at 50000 [refused CODE]`: the order that was placed last. */
  async #amend(name: string, account: number, words: readonly string[]): Promise<void> {
    const [quantity = '', , at = ''] = words;
    const { tickSize, lotSize } = this.#market;
    const changes = {
      price: ticks(Number(units(at) / priceUnits(tickSize))),
      quantity: lots(Number(units(quantity) / quantityUnits(lotSize))),
    };
    const outcome = await this.#floor.apply({ type: 'AmendOrder', account, orderId: this.#placed.get(name) ?? 0, changes });
    this.#expect(outcome, words);
  }

  /** `buy 0.1 at 49000 and sell 0.1 when 52000, sell 0.2 at 51000`, oldest first, or `nothing`. */
  async #resting(account: number): Promise<string> {
    const state = await this.#floor.account(account);
    const worded = (state?.orders ?? []).map(({ instrument, side, quantity, filled, price: at, status, stop }) => {
      const { lotSize, tickSize } = this.#floor.instruments[instrument] ?? this.#market;
      const left = formatDecimal(BigInt(Number(quantity) - Number(filled)) * quantityUnits(lotSize));
      const words = `${side === 'Buy' ? 'buy' : 'sell'} ${left}`;
      const trigger = status === 'Untriggered' ? stop?.trigger : undefined;
      const worth = formatDecimal(BigInt(Number(trigger?.price ?? at)) * priceUnits(tickSize));
      return `${words} ${trigger === undefined ? 'at' : 'when'} ${worth}`;
    });
    return worded.length === 0 ? 'nothing' : worded.join(' and ');
  }

  /**
   * `buys 0.5 at 50000 [ioc|fok|post-only] [reduce-only] [long|short] [above|below TRIGGER] [tp PRICE] [sl PRICE] [borrowing] [smp RULE]
   * [refused CODE]`; `at market` for a market order. RULE is what happens where the order meets one of its own account; the other prices are
   * last prices.
   */
  async #order(name: string, account: number, side: Side, words: readonly string[]): Promise<void> {
    const { id, tickSize, lotSize } = this.#market;
    const [quantity = '', , at = ''] = words;
    const market = at === 'market';
    const time = Object.entries(TIMES).find(([word]) => words.includes(word));
    const outcome = await this.#floor.apply({
      type: 'PlaceOrder',
      account,
      instrument: id,
      side,
      orderType: market ? 'Market' : 'Limit',
      price: ticks(market ? 0 : Number(units(at) / priceUnits(tickSize))),
      quantity: lots(Number(units(quantity) / quantityUnits(lotSize))),
      timeInForce: market ? 'ImmediateOrCancel' : (time?.[1] ?? 'GoodTillCancel'),
      reduceOnly: words.includes('reduce-only'),
      positionIndex: this.#indexOf(name, words),
      clientOrderId: '',
      source: 'api',
      ...(words.includes('borrowing') ? { borrows: true } : {}),
      options: this.#options(words),
    });
    if (outcome.orderId !== undefined) this.#placed.set(name, outcome.orderId);
    this.#expect(outcome, words);
  }

  #options(words: readonly string[]): OrderOptions {
    const after = (word: string): string | undefined => (words.includes(word) ? words[words.indexOf(word) + 1] : undefined);
    const tick = (text: string): Ticks => ticks(Number(units(text) / priceUnits(this.#market.tickSize)));
    const leg = (text: string | undefined): ExitLeg | undefined =>
      text === undefined ? undefined : { trigger: tick(text), source: 'LastPrice', orderType: 'Market', limit: ticks(0) };
    const [takeProfit, stopLoss, above, below, rule] = ['tp', 'sl', 'above', 'below', 'smp'].map(after);
    const [profit, loss] = [leg(takeProfit), leg(stopLoss)];
    const exits: AttachedExits = { mode: 'Partial', ...(profit && { takeProfit: profit }), ...(loss && { stopLoss: loss }) };
    const at = above ?? below;
    const direction = above === undefined ? 'Falling' : 'Rising';
    return {
      ...(at !== undefined && { trigger: { price: tick(at), source: 'LastPrice', direction } }),
      ...((profit ?? loss) !== undefined && { exits }),
      ...(rule !== undefined && { selfMatch: SMP[rule] ?? 'CancelMaker' }),
    };
  }

  /** A refusal has to be said, with its code; then nothing else may have happened. */
  #expect({ refusal }: Outcome, words: readonly string[] = []): void {
    const at = words.indexOf('refused');
    const expected = at < 0 ? 'accepted' : `refused ${words.slice(at + 1).join(' ')}`;
    const reason: RefusalReason | undefined = refusal?.reason;
    this.#compare(expected, reason === undefined ? 'accepted' : `refused ${REFUSALS[reason].code} ${reason}`);
    this.#listen();
  }

  async #cash(account: number, coin: string): Promise<string> {
    const state = await this.#floor.account(account);
    const found = state?.cash.find(([name]) => name === coin)?.[1] ?? ZERO_MONEY;
    return `${formatDecimal(moneyUnits(found))} ${coin}`;
  }

  /** `long 0.5 worth 25000 [margin 2510]`, or `nothing`. */
  async #position(name: string, account: number, words: readonly string[]): Promise<string> {
    const state = await this.#floor.account(account);
    const index = this.#indexOf(name, words);
    const held = state?.positions.find((one) => one.instrument === this.#market.id && one.positionIndex === index);
    if (held === undefined) return 'nothing';
    const size = formatDecimal(BigInt(Number(held.size)) * quantityUnits(this.#market.lotSize));
    const margin = words.includes('margin') ? ` margin ${formatDecimal(moneyUnits(held.margin))}` : '';
    return `${held.side === 'Buy' ? 'long' : 'short'} ${size} worth ${formatDecimal(moneyUnits(held.entryValue))}${margin}`;
  }

  /** Takes note of what happened to the traders, in their words. */
  #listen(): void {
    for (const event of this.#floor.takeEvents()) {
      const told = this.#wording(event);
      if (told === undefined) continue;
      const list = this.#told.get(told.account) ?? [];
      list.push(told.text);
      this.#told.set(told.account, list);
    }
  }

  #wording(event: Event): { readonly account: number; readonly text: string } | undefined {
    if (event.type === 'OrderCancelled') return { account: event.order.account, text: `cancel ${event.order.cancelReason}` };
    if (event.type !== 'OrderFilled') return undefined;
    const { kind, side, price: at, fee, closedPnl, account } = event;
    const { lotSize } = this.#floor.instruments[event.instrument] ?? this.#market;
    const size = formatDecimal(BigInt(Number(event.quantity)) * quantityUnits(lotSize));
    const trade = `${side === 'Buy' ? 'buy' : 'sell'} ${size} at ${formatDecimal(priceUnits(price(priceUnits(at))))}`;
    const pnl = closedPnl === ZERO_MONEY ? '' : ` pnl ${formatDecimal(moneyUnits(closedPnl))}`;
    return { account, text: `${kind} ${trade} fee ${formatDecimal(moneyUnits(fee))}${pnl}` };
  }

  #compare(expected: string, found: string): void {
    if (expected.replaceAll(',', '') !== found) throw new Error(`found "${found}"`);
  }
}
