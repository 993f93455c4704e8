import {
  assertNever,
  lotCount,
  lots,
  rate,
  rateUnits,
  type AmendOrder,
  type CancelStrategy,
  type CreateStrategy,
  type SignalStrategy,
  type PlaceMarginRateClose,
  type PlaceOrderPair,
  type ReportConnection,
  type SetCancelOnDisconnect,
  type SetPositionExits,
  type Timestamp,
} from '@tapedeck/domain';
import { ORDER_SOURCES, PAIR_KINDS, POSITION_INDEXES, SIDES } from '../codec/choices.ts';
import { readPlan, writePlan } from '../codec/strategy-plan.ts';
import { readRequestId, writeRequestId, type CommandBytes, type CommandReader } from '../codec/command-bytes.ts';
import {
  readChanges,
  readLeg,
  readMode,
  readOptional,
  readPairLeg,
  readTrailing,
  withoutAbsent,
  writeChanges,
  writeLeg,
  writeMode,
  writeOptional,
  writePairLeg,
  writeTrailing,
} from '../codec/order-options.ts';

/** Commands about orders that are rarer than placing and cancelling. */
export type OrderCommand =
  | CreateStrategy
  | CancelStrategy
  | SignalStrategy
  | AmendOrder
  | PlaceOrderPair
  | PlaceMarginRateClose
  | SetPositionExits
  | SetCancelOnDisconnect
  | ReportConnection;

/** Writes what follows the account, which all of them begin with. */
export function writeOrderCommand(bytes: CommandBytes, command: OrderCommand): void {
  bytes.number(command.account);
  writeOrderFields(bytes, command);
  if ('requestId' in command) writeRequestId(bytes, command);
}

function writeOrderFields(bytes: CommandBytes, command: OrderCommand): void {
  switch (command.type) {
    case 'AmendOrder':
      bytes.number(command.orderId);
      writeChanges(bytes, command.changes);
      return;
    case 'PlaceOrderPair':
      bytes.number(command.instrument);
      bytes.choice(PAIR_KINDS, command.kind);
      bytes.byte(command.positionIndex);
      bytes.number(lotCount(command.quantity));
      writePairLeg(bytes, command.upper);
      writePairLeg(bytes, command.lower);
      bytes.byte(command.reduceOnly ? 1 : 0);
      bytes.choice(ORDER_SOURCES, command.source);
      return;
    case 'PlaceMarginRateClose':
      bytes.number(command.instrument);
      bytes.byte(command.positionIndex);
      bytes.bigint(rateUnits(command.rate));
      bytes.choice(ORDER_SOURCES, command.source);
      return;
    case 'SetPositionExits':
      bytes.number(command.instrument);
      bytes.byte(command.positionIndex);
      writeMode(bytes, command.mode);
      writeOptional(bytes, command.takeProfit, writeLeg);
      writeOptional(bytes, command.stopLoss, writeLeg);
      writeOptional(bytes, command.trailing, writeTrailing);
      bytes.number(lotCount(command.quantity));
      bytes.number(command.entry);
      bytes.choice(ORDER_SOURCES, command.source);
      return;
    case 'CreateStrategy':
      bytes.number(command.instrument);
      bytes.choice(SIDES, command.side);
      bytes.byte(command.positionIndex);
      bytes.byte(command.reduceOnly ? 1 : 0);
      bytes.number(lotCount(command.quantity));
      writePlan(bytes, command.plan);
      bytes.choice(ORDER_SOURCES, command.source);
      return;
    case 'CancelStrategy':
      bytes.number(command.strategyId);
      return;
    case 'SignalStrategy':
      bytes.number(command.strategyId);
      bytes.text(command.secret);
      return;
    case 'SetCancelOnDisconnect':
      bytes.number(command.window);
      return;
    case 'ReportConnection':
      bytes.byte(command.connected ? 1 : 0);
      return;
    default:
      assertNever(command);
  }
}

export function readOrderCommand(reader: CommandReader, type: OrderCommand['type'], time: Timestamp): OrderCommand {
  const account = reader.number();
  const head = { time, account };
  switch (type) {
    case 'AmendOrder':
      return { type, ...head, orderId: reader.number(), changes: readChanges(reader) };
    case 'PlaceOrderPair':
      return {
        type,
        ...head,
        instrument: reader.number(),
        kind: reader.choice(PAIR_KINDS),
        positionIndex: reader.choice(POSITION_INDEXES),
        quantity: lots(reader.number()),
        upper: readPairLeg(reader),
        lower: readPairLeg(reader),
        reduceOnly: reader.byte() === 1,
        source: reader.choice(ORDER_SOURCES),
        ...readRequestId(reader),
      };
    case 'PlaceMarginRateClose':
      return {
        type,
        ...head,
        instrument: reader.number(),
        positionIndex: reader.choice(POSITION_INDEXES),
        rate: rate(reader.bigint()),
        source: reader.choice(ORDER_SOURCES),
        ...readRequestId(reader),
      };
    case 'SetPositionExits':
      return withoutAbsent<SetPositionExits>({
        type,
        ...head,
        instrument: reader.number(),
        positionIndex: reader.choice(POSITION_INDEXES),
        mode: readMode(reader),
        takeProfit: readOptional(reader, readLeg),
        stopLoss: readOptional(reader, readLeg),
        trailing: readOptional(reader, readTrailing),
        quantity: lots(reader.number()),
        entry: reader.number(),
        source: reader.choice(ORDER_SOURCES),
        ...readRequestId(reader),
      });
    case 'CreateStrategy':
      return {
        type,
        ...head,
        instrument: reader.number(),
        side: reader.choice(SIDES),
        positionIndex: reader.choice(POSITION_INDEXES),
        reduceOnly: reader.byte() === 1,
        quantity: lots(reader.number()),
        plan: readPlan(reader),
        source: reader.choice(ORDER_SOURCES),
        ...readRequestId(reader),
      };
    case 'CancelStrategy':
      return { type, ...head, strategyId: reader.number() };
    case 'SignalStrategy':
      return { type, ...head, strategyId: reader.number(), secret: reader.text(), ...readRequestId(reader) };
    case 'SetCancelOnDisconnect':
      return { type, ...head, window: reader.number() };
    case 'ReportConnection':
      return { type, ...head, connected: reader.byte() === 1 };
    default:
      return assertNever(type);
  }
}
