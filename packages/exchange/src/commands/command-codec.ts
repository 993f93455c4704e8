import {
  assertNever,
  leverage,
  leverageHundredths,
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
  type AccountKind,
  type MarginMode,
  type OrderSource,
  type OrderType,
  type PositionIndex,
  type PositionMode,
  type Side,
  type TimeInForce,
} from '@tapedeck/domain';
import { StateUnreadable } from '../state/state-codec.ts';
import type { Command, CommandType } from './command.ts';

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
];
const SIDES: readonly Side[] = ['Buy', 'Sell'];
const ORDER_TYPES: readonly OrderType[] = ['Limit', 'Market'];
const TIMES_IN_FORCE: readonly TimeInForce[] = ['GoodTillCancel', 'ImmediateOrCancel', 'FillOrKill', 'PostOnly'];
const SOURCES: readonly OrderSource[] = ['form', 'chart', 'table', 'api', 'liquidation', 'market'];
const MARGIN_MODES: readonly MarginMode[] = ['cross', 'isolated'];
const POSITION_MODES: readonly PositionMode[] = ['MergedSingle', 'BothSide'];
const ACCOUNT_KINDS: readonly AccountKind[] = ['regular', 'UTA', 'UTA2', 'PM'];

/** No command is longer: a watch list of every instrument, texts at their limits. */
const COMMAND_BYTES_MAX = 4_096;
const WIDE_SIGN = 1;
/** Bits of an order's spot fields. */
const BY_AMOUNT = 1;
const BORROWS = 2;

/** Encodes commands as compact bytes. The view it returns is valid until the next call. */
export class CommandEncoder {
  readonly #bytes = new Uint8Array(COMMAND_BYTES_MAX);
  readonly #view = new DataView(this.#bytes.buffer);
  #at = 0;

  encode(command: Command): Uint8Array {
    this.#at = 0;
    this.#byte(TYPES.indexOf(command.type));
    this.#number(milliseconds(command.time));
    this.#fields(command);
    return this.#bytes.subarray(0, this.#at);
  }

  #byte(value: number): void {
    this.#bytes[this.#at] = value;
    this.#at += 1;
  }

  #number(value: number): void {
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  /** 64 bits while they suffice, else text: amounts are bounded by their digits at the border. */
  #bigint(value: bigint): void {
    if (BigInt.asIntN(64, value) === value) {
      this.#byte(0);
      this.#view.setBigInt64(this.#at, value, true);
      this.#at += 8;
    } else {
      this.#byte(WIDE_SIGN);
      this.#text(value.toString());
    }
  }

  #text(value: string): void {
    this.#view.setUint16(this.#at, value.length, true);
    this.#at += 2;
    for (let i = 0; i < value.length; i += 1) {
      this.#view.setUint16(this.#at, value.charCodeAt(i), true);
      this.#at += 2;
    }
  }

  #fields(command: Command): void {
    switch (command.type) {
      case 'AdvanceClock':
        return;
      case 'PlaceOrder':
        this.#number(command.account);
        this.#number(command.instrument);
        this.#byte(SIDES.indexOf(command.side));
        this.#byte(ORDER_TYPES.indexOf(command.orderType));
        this.#number(tickCount(command.price));
        this.#number(lotCount(command.quantity));
        this.#byte(TIMES_IN_FORCE.indexOf(command.timeInForce));
        this.#byte(command.reduceOnly ? 1 : 0);
        this.#byte(command.positionIndex);
        this.#byte(SOURCES.indexOf(command.source));
        this.#text(command.clientOrderId);
        this.#spotFields(command);
        return;
      case 'CancelOrder':
        this.#number(command.account);
        this.#number(command.orderId);
        return;
      case 'CancelAllOrders':
        this.#number(command.account);
        this.#number(command.instrument);
        return;
      default:
        this.#rareFields(command);
    }
  }

  #spotFields({ quoteAmount, borrows }: Extract<Command, { type: 'PlaceOrder' }>): void {
    this.#byte((quoteAmount === undefined ? 0 : BY_AMOUNT) + (borrows === true ? BORROWS : 0));
    if (quoteAmount !== undefined) this.#bigint(moneyUnits(quoteAmount));
  }

  #rareFields(command: Exclude<Command, { type: 'AdvanceClock' | 'PlaceOrder' | 'CancelOrder' | 'CancelAllOrders' }>): void {
    switch (command.type) {
      case 'OpenAccount':
        this.#number(command.account);
        this.#byte(ACCOUNT_KINDS.indexOf(command.kind));
        return;
      case 'CreditAccount':
        this.#number(command.account);
        this.#text(command.coin);
        this.#bigint(moneyUnits(command.amount));
        return;
      case 'SetLeverage':
        this.#number(command.account);
        this.#number(command.instrument);
        this.#bigint(leverageHundredths(command.longLeverage));
        this.#bigint(leverageHundredths(command.shortLeverage));
        return;
      case 'SetMarginMode':
        this.#number(command.account);
        this.#number(command.instrument);
        this.#byte(MARGIN_MODES.indexOf(command.marginMode));
        return;
      case 'SetPositionMode':
        this.#number(command.account);
        this.#number(command.instrument);
        this.#byte(POSITION_MODES.indexOf(command.positionMode));
        return;
      case 'AddMargin':
        this.#number(command.account);
        this.#number(command.instrument);
        this.#byte(command.positionIndex);
        this.#bigint(moneyUnits(command.amount));
        return;
      case 'WatchMarkets':
        this.#number(command.instruments.length);
        for (const instrument of command.instruments) this.#number(instrument);
        return;
      case 'ReplayTrade':
        this.#number(command.instrument);
        this.#byte(SIDES.indexOf(command.side));
        this.#bigint(priceUnits(command.price));
        this.#bigint(quantityUnits(command.quantity));
        return;
      default:
        assertNever(command);
    }
  }
}

class CommandReader {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #take(count: number): number {
    const at = this.#at;
    if (at + count > this.#view.byteLength) throw new StateUnreadable('a command ends too early');
    this.#at += count;
    return at;
  }

  byte(): number {
    return this.#view.getUint8(this.#take(1));
  }

  number(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }

  bigint(): bigint {
    if (this.byte() !== WIDE_SIGN) return this.#view.getBigInt64(this.#take(8), true);
    const text = this.text();
    if (!/^-?\d+$/.test(text)) throw new StateUnreadable('a command holds a malformed integer');
    return BigInt(text);
  }

  text(): string {
    const length = this.#view.getUint16(this.#take(2), true);
    let value = '';
    for (let i = 0; i < length; i += 1) value += String.fromCharCode(this.#view.getUint16(this.#take(2), true));
    return value;
  }

  choice<T>(choices: readonly T[]): T {
    const chosen = choices[this.byte()];
    if (chosen === undefined) throw new StateUnreadable('a command holds an unknown choice');
    return chosen;
  }

  get finished(): boolean {
    return this.#at === this.#view.byteLength;
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
    positionIndex: reader.choice<PositionIndex>([0, 1, 2]),
    source: reader.choice(SOURCES),
    clientOrderId: reader.text(),
  } as const;
  const bits = reader.byte();
  return {
    ...order,
    ...((bits & BY_AMOUNT) === 0 ? {} : { quoteAmount: money(reader.bigint()) }),
    ...((bits & BORROWS) === 0 ? {} : { borrows: true }),
  };
}

function readList(reader: CommandReader): number[] {
  const list: number[] = [];
  for (let left = reader.number(); left > 0; left -= 1) list.push(reader.number());
  return list;
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
      return { type, ...account(), instrument: reader.number() };
    case 'OpenAccount':
      return { type, ...account(), kind: reader.choice(ACCOUNT_KINDS) };
    case 'CreditAccount':
      return { type, ...account(), coin: reader.text(), amount: money(reader.bigint()) };
    case 'SetLeverage':
      return {
        type,
        ...account(),
        instrument: reader.number(),
        longLeverage: leverage(reader.bigint()),
        shortLeverage: leverage(reader.bigint()),
      };
    case 'SetMarginMode':
      return { type, ...account(), instrument: reader.number(), marginMode: reader.choice(MARGIN_MODES) };
    case 'SetPositionMode':
      return { type, ...account(), instrument: reader.number(), positionMode: reader.choice(POSITION_MODES) };
    case 'AddMargin':
      return {
        type,
        ...account(),
        instrument: reader.number(),
        positionIndex: reader.choice<PositionIndex>([0, 1, 2]),
        amount: money(reader.bigint()),
      };
    case 'WatchMarkets':
      return { type, time, instruments: readList(reader) };
    case 'ReplayTrade':
      return {
        type,
        time,
        instrument: reader.number(),
        side: reader.choice(SIDES),
        price: price(reader.bigint()),
        quantity: quantity(reader.bigint()),
      };
    default:
      return assertNever(type);
  }
}

/** The command that these bytes were made of. Throws `StateUnreadable` on bytes that no encoder made. */
export function decodeCommand(bytes: Uint8Array): Command {
  const reader = new CommandReader(bytes);
  const type = reader.choice(TYPES);
  const command = readFields(reader, type, timestamp(reader.number()));
  if (!reader.finished) throw new StateUnreadable('a command goes on after its end');
  return command;
}
