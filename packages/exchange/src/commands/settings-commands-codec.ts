import {
  assertNever,
  leverage,
  leverageHundredths,
  money,
  moneyUnits,
  type AddMargin,
  type SetAutoAddMargin,
  type SetLeverage,
  type SetMarginMode,
  type SetPositionMode,
  type Timestamp,
} from '@tapedeck/domain';
import { MARGIN_MODES, POSITION_INDEXES, POSITION_MODES } from '../codec/choices.ts';
import { readRequestId, writeRequestId, type CommandBytes, type CommandReader } from '../codec/command-bytes.ts';

/** What an account chooses for an instrument, and moves of the margin of its positions. */
export type SettingsCommand = SetLeverage | SetMarginMode | SetPositionMode | AddMargin | SetAutoAddMargin;

export function writeSettingsCommand(bytes: CommandBytes, command: SettingsCommand): void {
  bytes.number(command.account);
  bytes.number(command.instrument);
  switch (command.type) {
    case 'SetLeverage':
      bytes.bigint(leverageHundredths(command.longLeverage));
      bytes.bigint(leverageHundredths(command.shortLeverage));
      return;
    case 'SetMarginMode':
      bytes.choice(MARGIN_MODES, command.marginMode);
      return;
    case 'SetPositionMode':
      bytes.choice(POSITION_MODES, command.positionMode);
      return;
    case 'AddMargin':
      bytes.byte(command.positionIndex);
      bytes.bigint(moneyUnits(command.amount));
      writeRequestId(bytes, command);
      return;
    case 'SetAutoAddMargin':
      bytes.byte(command.positionIndex);
      bytes.byte(command.on ? 1 : 0);
      return;
    default:
      assertNever(command);
  }
}

export function readSettingsCommand(reader: CommandReader, type: SettingsCommand['type'], time: Timestamp): SettingsCommand {
  const common = { time, account: reader.number(), instrument: reader.number() };
  switch (type) {
    case 'SetLeverage':
      return { type, ...common, longLeverage: leverage(reader.bigint()), shortLeverage: leverage(reader.bigint()) };
    case 'SetMarginMode':
      return { type, ...common, marginMode: reader.choice(MARGIN_MODES) };
    case 'SetPositionMode':
      return { type, ...common, positionMode: reader.choice(POSITION_MODES) };
    case 'AddMargin':
      return { type, ...common, positionIndex: reader.choice(POSITION_INDEXES), amount: money(reader.bigint()), ...readRequestId(reader) };
    case 'SetAutoAddMargin':
      return { type, ...common, positionIndex: reader.choice(POSITION_INDEXES), on: reader.byte() === 1 };
    default:
      return assertNever(type);
  }
}
