import {
  FEE_TIERS,
  assertNever,
  lotCount,
  lots,
  milliseconds,
  money,
  moneyUnits,
  price,
  priceUnits,
  quantity,
  quantityUnits,
  tickCount,
  ticks,
  timestamp,
  type CancelScope,
} from '@tapedeck/domain';
import { StateUnreadable } from '../codec/state-bytes.ts';
import { CommandBytes, CommandReader, readRequestId, writeRequestId } from '../codec/command-bytes.ts';
import { readCopyCommand, writeCopyCommand } from './copy-commands-codec.ts';
import { ACCOUNT_KINDS, FUNDS_MOVES, ORDER_SOURCES, ORDER_TYPES, POSITION_INDEXES, SIDES, TIMES_IN_FORCE } from '../codec/choices.ts';
import { readOrderCommand, writeOrderCommand } from './order-commands-codec.ts';
import { orderTypeCode, sideCode, sourceCode, timeInForceCode } from '../codec/order-choices.ts';
import { readOptions, readScope, writeOptions, writeScope } from '../codec/order-options.ts';
import { readSettingsCommand, writeSettingsCommand } from './settings-commands-codec.ts';
import { SCENARIOS, type Command, type CommandType, type ReplayBook, type ReplayTrade, type StageScenario } from './command.ts';

/** The numbers are the journal's: never reused, never changed. */
const TYPES: readonly CommandType[] = [
  'OpenAccount',
  'CreditAccount',
  'PlaceOrder',
  'CancelOrder',
  'CancelAllOrders',
  'SetLeverage',
  'SetMarginMode',
  'SetPositionMode',
  'AddMargin',
  'AdvanceClock',
  'WatchMarkets',
  'ReplayTrade',
  'AmendOrder',
  'PlaceOrderPair',
  'PlaceMarginRateClose',
  'SetPositionExits',
  'SetCancelOnDisconnect',
  'ReportConnection',
  'MoveFunds',
  'CreateStrategy',
  'CancelStrategy',
  'SignalStrategy',
  'StageScenario',
  'SetAutoAddMargin',
  'SetLeading',
  'FollowLeader',
  'StopFollowing',
  'SetCollateral',
  'SetFeeTier',
  'TransferFunds',
  'ReplayBook',
];
const PLACE_ORDER = TYPES.indexOf('PlaceOrder');
const CANCEL_ORDER = TYPES.indexOf('CancelOrder');
const AMEND_ORDER = TYPES.indexOf('AmendOrder');

/** The number of a type; those of most commands are not searched for. */
function typeCode(type: CommandType): number {
  if (type === 'PlaceOrder') return PLACE_ORDER;
  if (type === 'CancelOrder') return CANCEL_ORDER;
  return type === 'AmendOrder' ? AMEND_ORDER : TYPES.indexOf(type);
}

/** Bits of what only some orders have. */
const BY_AMOUNT = 1;
const BORROWS = 2;
const HAS_OPTIONS = 4;
const HAS_KEY = 8;

/** Encodes commands as compact bytes. The view it returns is valid until the next call. */
export class CommandEncoder {
  readonly #bytes = new CommandBytes();

  encode(command: Command): Uint8Array {
    this.#bytes.start();
    this.#bytes.byte(typeCode(command.type));
    this.#bytes.number(milliseconds(command.time));
    this.#fields(command);
    return this.#bytes.finish();
  }

  #list(numbers: readonly number[]): void {
    this.#bytes.number(numbers.length);
    for (const number of numbers) this.#bytes.number(number);
  }

  #fields(command: Command): void {
    switch (command.type) {
      case 'AdvanceClock':
        return;
      case 'PlaceOrder':
        this.#bytes.number(command.account);
        this.#bytes.number(command.instrument);
        this.#bytes.byte(sideCode(command.side));
        this.#bytes.byte(orderTypeCode(command.orderType));
        this.#bytes.number(tickCount(command.price));
        this.#bytes.number(lotCount(command.quantity));
        this.#bytes.byte(timeInForceCode(command.timeInForce));
        this.#bytes.byte(command.reduceOnly ? 1 : 0);
        this.#bytes.byte(command.positionIndex);
        this.#bytes.byte(sourceCode(command.source));
        this.#bytes.text(command.clientOrderId);
        this.#orderExtras(command);
        return;
      case 'CancelOrder':
        this.#bytes.number(command.account);
        this.#bytes.number(command.orderId);
        return;
      case 'CancelAllOrders':
        this.#bytes.number(command.account);
        this.#bytes.number(command.instrument);
        if (command.only === undefined) return;
        writeScope(this.#bytes, command.only);
        // Journals from before there was this choice end here.
        if (command.only.keepsProtective === true) this.#bytes.byte(1);
        return;
      default:
        this.#rareFields(command);
    }
  }

  #scenario({ scenario, coin, basisPoints, duration }: StageScenario): void {
    this.#bytes.choice(SCENARIOS, scenario);
    this.#bytes.text(coin);
    this.#bytes.number(basisPoints);
    this.#bytes.number(duration);
  }

  #orderExtras({ quoteAmount, borrows, options, apiKey }: Extract<Command, { type: 'PlaceOrder' }>): void {
    const amount = quoteAmount === undefined ? 0 : BY_AMOUNT;
    const key = apiKey === undefined ? 0 : HAS_KEY;
    this.#bytes.byte(amount + (borrows === true ? BORROWS : 0) + (options === undefined ? 0 : HAS_OPTIONS) + key);
    if (quoteAmount !== undefined) this.#bytes.bigint(moneyUnits(quoteAmount));
    if (options !== undefined) writeOptions(this.#bytes, options);
    if (apiKey !== undefined) this.#bytes.text(apiKey);
  }

  #funds(command: Extract<Command, { type: 'MoveFunds' | 'TransferFunds' }>): void {
    this.#bytes.number(command.account);
    if (command.type === 'TransferFunds') this.#bytes.number(command.to);
    this.#bytes.text(command.coin);
    if (command.type === 'MoveFunds') this.#bytes.choice(FUNDS_MOVES, command.move);
    this.#bytes.bigint(moneyUnits(command.amount));
    if (command.type === 'MoveFunds') this.#bytes.text(command.requestId ?? '');
    else writeRequestId(this.#bytes, command);
  }

  #rareFields(command: Exclude<Command, { type: 'AdvanceClock' | 'PlaceOrder' | 'CancelOrder' | 'CancelAllOrders' }>): void {
    switch (command.type) {
      case 'OpenAccount':
        this.#bytes.number(command.account);
        this.#bytes.choice(ACCOUNT_KINDS, command.kind);
        return;
      case 'CreditAccount':
        this.#bytes.number(command.account);
        this.#bytes.text(command.coin);
        this.#bytes.bigint(moneyUnits(command.amount));
        return;
      case 'SetLeverage':
      case 'SetMarginMode':
      case 'SetPositionMode':
      case 'AddMargin':
      case 'SetAutoAddMargin':
        writeSettingsCommand(this.#bytes, command);
        return;
      case 'WatchMarkets':
        this.#list(command.instruments);
        return;
      case 'ReplayTrade':
        this.#bytes.number(command.instrument);
        this.#bytes.choice(SIDES, command.side);
        this.#bytes.bigint(priceUnits(command.price));
        this.#bytes.bigint(quantityUnits(command.quantity));
        return;
      case 'ReplayBook':
        this.#bytes.number(command.instrument);
        this.#bytes.byte(command.whole ? 1 : 0);
        this.#list(command.bids);
        this.#list(command.asks);
        return;
      case 'AmendOrder':
      case 'PlaceOrderPair':
      case 'PlaceMarginRateClose':
      case 'CreateStrategy':
      case 'CancelStrategy':
      case 'SignalStrategy':
      case 'SetPositionExits':
      case 'SetCancelOnDisconnect':
      case 'ReportConnection':
        writeOrderCommand(this.#bytes, command);
        return;
      case 'SetFeeTier':
        this.#bytes.number(command.account);
        this.#bytes.choice(FEE_TIERS, command.tier);
        return;
      case 'SetCollateral':
        this.#bytes.number(command.account);
        this.#bytes.text(command.coin);
        this.#bytes.byte(command.on ? 1 : 0);
        return;
      case 'MoveFunds':
      case 'TransferFunds':
        this.#funds(command);
        return;
      case 'SetLeading':
      case 'FollowLeader':
      case 'StopFollowing':
        writeCopyCommand(this.#bytes, command);
        return;
      case 'StageScenario':
        this.#scenario(command);
        return;
      default:
        assertNever(command);
    }
  }
}

function readOrder(reader: CommandReader, time: Command['time']): Command {
  const order = {
    type: 'PlaceOrder',
    time,
    account: reader.number(),
    instrument: reader.number(),
    side: reader.choice(SIDES),
    orderType: reader.choice(ORDER_TYPES),
    price: ticks(reader.number()),
    quantity: lots(reader.number()),
    timeInForce: reader.choice(TIMES_IN_FORCE),
    reduceOnly: reader.byte() === 1,
    positionIndex: reader.choice(POSITION_INDEXES),
    source: reader.choice(ORDER_SOURCES),
    clientOrderId: reader.text(),
  } as const;
  const bits = reader.byte();
  if (bits === 0) return order;
  return {
    ...order,
    ...((bits & BY_AMOUNT) === 0 ? {} : { quoteAmount: money(reader.bigint()) }),
    ...((bits & BORROWS) === 0 ? {} : { borrows: true }),
    ...((bits & HAS_OPTIONS) === 0 ? {} : { options: readOptions(reader) }),
    ...((bits & HAS_KEY) === 0 ? {} : { apiKey: reader.text() }),
  };
}

function readCancelAll(reader: CommandReader, time: Command['time']): Command {
  const command = { type: 'CancelAllOrders', time, account: reader.number(), instrument: reader.number() } as const;
  return reader.finished ? command : { ...command, only: readWholeScope(reader) };
}

function readWholeScope(reader: CommandReader): CancelScope {
  const scope = readScope(reader);
  return reader.finished || reader.byte() === 0 ? scope : { ...scope, keepsProtective: true };
}

function readList(reader: CommandReader): number[] {
  const list: number[] = [];
  for (let left = reader.number(); left > 0; left -= 1) list.push(reader.number());
  return list;
}

function readTrade(reader: CommandReader, time: Command['time']): ReplayTrade {
  return {
    type: 'ReplayTrade',
    time,
    instrument: reader.number(),
    side: reader.choice(SIDES),
    price: price(reader.bigint()),
    quantity: quantity(reader.bigint()),
  };
}

function readBook(reader: CommandReader, time: Command['time']): ReplayBook {
  const instrument = reader.number();
  const whole = reader.byte() === 1;
  return { type: 'ReplayBook', time, instrument, whole, bids: readList(reader), asks: readList(reader) };
}

function readScenario(reader: CommandReader, time: Command['time']): StageScenario {
  return {
    type: 'StageScenario',
    time,
    scenario: reader.choice(SCENARIOS),
    coin: reader.text(),
    basisPoints: reader.number(),
    duration: reader.number(),
  };
}

function readFields(reader: CommandReader, type: CommandType, time: Command['time']): Command {
  const account = (): { time: Command['time']; account: number } => ({ time, account: reader.number() });
  switch (type) {
    case 'AdvanceClock':
      return { type, time };
    case 'PlaceOrder':
      return readOrder(reader, time);
    case 'CancelOrder':
      return { type, ...account(), orderId: reader.number() };
    case 'CancelAllOrders':
      return readCancelAll(reader, time);
    case 'OpenAccount':
      return { type, ...account(), kind: reader.choice(ACCOUNT_KINDS) };
    case 'CreditAccount':
      return { type, ...account(), coin: reader.text(), amount: money(reader.bigint()) };
    case 'SetLeverage':
    case 'SetMarginMode':
    case 'SetPositionMode':
    case 'AddMargin':
    case 'SetAutoAddMargin':
      return readSettingsCommand(reader, type, time);
    case 'StageScenario':
      return readScenario(reader, time);
    case 'WatchMarkets':
      return { type, time, instruments: readList(reader) };
    case 'ReplayTrade':
      return readTrade(reader, time);
    case 'ReplayBook':
      return readBook(reader, time);
    case 'AmendOrder':
    case 'PlaceOrderPair':
    case 'PlaceMarginRateClose':
    case 'CreateStrategy':
    case 'CancelStrategy':
    case 'SignalStrategy':
    case 'SetPositionExits':
    case 'SetCancelOnDisconnect':
    case 'ReportConnection':
      return readOrderCommand(reader, type, time);
    case 'SetLeading':
    case 'FollowLeader':
    case 'StopFollowing':
      return readCopyCommand(reader, type, time);
    case 'SetFeeTier':
      return { type, ...account(), tier: reader.choice(FEE_TIERS) };
    case 'SetCollateral':
      return { type, ...account(), coin: reader.text(), on: reader.byte() === 1 };
    case 'MoveFunds':
      return {
        type,
        ...account(),
        coin: reader.text(),
        move: reader.choice(FUNDS_MOVES),
        amount: money(reader.bigint()),
        requestId: reader.text(),
      };
    case 'TransferFunds':
      return {
        type,
        ...account(),
        to: reader.number(),
        coin: reader.text(),
        amount: money(reader.bigint()),
        ...readRequestId(reader),
      };
    default:
      return assertNever(type);
  }
}

/** Decodes one command after the other, for less than each by itself. */
export class CommandDecoder {
  readonly #reader = new CommandReader();

  /** Throws `StateUnreadable` on bytes that no encoder wrote. */
  decode(bytes: Uint8Array): Command {
    const reader = this.#reader;
    reader.start(bytes);
    const type = reader.choice(TYPES);
    const command = readFields(reader, type, timestamp(reader.number()));
    if (!reader.finished) throw new StateUnreadable('a command goes on after its end');
    return command;
  }
}
