import {
  FEE_TIERS,
  ZERO_MONEY,
  formatDecimal,
  invariant,
  leverage,
  lotCount,
  lots,
  money,
  moneyUnits,
  positionIndexOf,
  positionSideOf,
  REFUSALS,
  ticks,
  type AccountKind,
  type AccountState,
  type Event,
  type Instrument,
  type Outcome,
  type PositionIndex,
  type PositionRecord,
  type RefusalReason,
  type Side,
  type TimeInForce,
} from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';
import { sizeText, wordedEvent, wordedOrder } from './scenario-tales.ts';
import { lotsOf, optionsOf, tickOf, units, wordedCommand, type Untimed } from './scenario-words.ts';

/** An exchange that runs a scenario: the engine itself, or a venue around it. */
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

/** Reads a text of scenarios: a title in a line that begins with `[`, steps below it, `#` before comments. */
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
/** Accounts by the beginning of their trader's name. */
const KINDS: Readonly<Record<string, AccountKind>> = { pm: 'PM', uta: 'UTA2', first: 'UTA' };
const TIMES: Readonly<Record<string, TimeInForce>> = { ioc: 'ImmediateOrCancel', fok: 'FillOrKill', 'post-only': 'PostOnly' };

/** Runs one scenario; throws at the first difference. */
export class ScenarioPlayer {
  readonly #floor: ScenarioFloor;
  readonly #traders = new Map<string, number>();
  readonly #hedged = new Set<string>();
  #market: Instrument;
  /** The most recent order of each trader. */
  readonly #placed = new Map<string, number>();
  /** Events of each trader that were not reported yet. */
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
    this.#market = this.#listed(symbol);
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
      case 'owns':
        return this.#compare(words.join(' '), await this.#wallet(account, words));
      case 'ranks':
        return this.#compare(first, String((await this.#held(name, account, words))?.deleverageRank ?? 'nowhere'));
      default:
        return this.#other(name, account, verb, words);
    }
  }

  async #other(name: string, account: number, verb: string, words: readonly string[]): Promise<void> {
    const command = wordedCommand(
      {
        account,
        market: this.#market,
        positionIndex: this.#indexOf(name, words),
        last: this.#placed.get(name) ?? 0,
        trader: (other) => this.#traders.get(other) ?? 0,
        instrument: (symbol) => this.#listed(symbol),
      },
      verb,
      words,
    );
    if (command === undefined) throw new Error(`nobody knows how to "${verb}"`);
    const outcome = await this.#floor.apply(command);
    // The order of a signal is part of an existing strategy.
    if (outcome.orderId !== undefined && command.type !== 'SignalStrategy') this.#placed.set(name, outcome.orderId);
    this.#expect(outcome, words);
  }

  #listed(symbol: string): Instrument {
    const found = this.#floor.instruments.find((instrument) => instrument.symbol === symbol);
    invariant(found !== undefined, `${symbol} is listed`);
    return found;
  }

  /** `5 USDT of funding`, or of savings or loan. */
  async #wallet(account: number, [, coin = '', , wallet = '']: readonly string[]): Promise<string> {
    const state = await this.#floor.account(account);
    const found = state?.wallets.find((one) => one.wallet === wallet && one.coin === coin)?.amount ?? ZERO_MONEY;
    return `${formatDecimal(moneyUnits(found))} ${coin} of ${wallet}`;
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

  /** `amends 0.2 at 50000 [refused CODE]`: the most recent order. */
  async #amend(name: string, account: number, words: readonly string[]): Promise<void> {
    const [quantity = '', , at = ''] = words;
    const changes = { price: tickOf(this.#market, at), quantity: lotsOf(this.#market, quantity) };
    const outcome = await this.#floor.apply({ type: 'AmendOrder', account, orderId: this.#placed.get(name) ?? 0, changes });
    this.#expect(outcome, words);
  }

  #grid = (instrument: number): Instrument => this.#floor.instruments[instrument] ?? this.#market;

  /** `buy 0.1 at 49000 and sell 0.2 at 51000`, oldest first, or `nothing`. */
  async #resting(account: number): Promise<string> {
    const state = await this.#floor.account(account);
    const orders = [...(state?.orders ?? [])].sort((a, b) => a.orderId - b.orderId);
    const worded = orders.map((order) => wordedOrder(order, this.#grid(order.instrument)));
    return worded.length === 0 ? 'nothing' : worded.join(' and ');
  }

  /**
   * `buys 0.5 at 50000 [ioc|fok|post-only] [reduce-only] [long|short] [[when SOURCE] above|below PRICE] [tp PRICE] [sl PRICE] [partial]
   * [slips TICKS|SHARE%] [smp RULE] [borrowing] [id NAME] [refused CODE]`; `at market` for a market order, `worth` behind a quantity that is the amount of a pair.
   */
  async #order(name: string, account: number, side: Side, words: readonly string[]): Promise<void> {
    const { id } = this.#market;
    const [quantity = '', , at = ''] = words;
    const market = at === 'market';
    const time = Object.entries(TIMES).find(([word]) => words.includes(word));
    const options = optionsOf(this.#market, words);
    const byAmount = words.includes('worth');
    const outcome = await this.#floor.apply({
      type: 'PlaceOrder',
      account,
      instrument: id,
      side,
      orderType: market ? 'Market' : 'Limit',
      price: market ? ticks(0) : tickOf(this.#market, at),
      quantity: byAmount ? lots(0) : lotsOf(this.#market, quantity),
      timeInForce: market ? 'ImmediateOrCancel' : (time?.[1] ?? 'GoodTillCancel'),
      reduceOnly: words.includes('reduce-only'),
      positionIndex: this.#indexOf(name, words),
      clientOrderId: words.includes('id') ? (words[words.indexOf('id') + 1] ?? '') : '',
      source: 'api',
      ...(byAmount ? { quoteAmount: money(units(quantity)) } : {}),
      ...(words.includes('borrowing') ? { borrows: true } : {}),
      ...(options === undefined ? {} : { options }),
    });
    if (outcome.orderId !== undefined) this.#placed.set(name, outcome.orderId);
    this.#expect(outcome, words);
  }

  /** A refusal must be stated, with its code; then nothing else may have happened. */
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

  async #held(name: string, account: number, words: readonly string[]): Promise<PositionRecord | undefined> {
    const state = await this.#floor.account(account);
    const index = this.#indexOf(name, words);
    return state?.positions.find((one) => one.instrument === this.#market.id && one.positionIndex === index);
  }

  /** `long 0.5 worth 25000 [margin 2510]`, or `nothing`. */
  async #position(name: string, account: number, words: readonly string[]): Promise<string> {
    const held = await this.#held(name, account, words);
    if (held === undefined) return 'nothing';
    const margin = words.includes('margin') ? ` margin ${formatDecimal(moneyUnits(held.margin))}` : '';
    const size = sizeText(this.#market, lotCount(held.size));
    return `${held.side === 'Buy' ? 'long' : 'short'} ${size} worth ${formatDecimal(moneyUnits(held.entryValue))}${margin}`;
  }

  /** Records the events of the traders, in their words. */
  #listen(): void {
    for (const event of this.#floor.takeEvents()) {
      const told = wordedEvent(event, this.#grid);
      if (told === undefined) continue;
      const list = this.#told.get(told.account) ?? [];
      list.push(told.text);
      this.#told.set(told.account, list);
    }
  }

  #compare(expected: string, found: string): void {
    if (expected.replaceAll(',', '') !== found) throw new Error(`found "${found}"`);
  }
}
