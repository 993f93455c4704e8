import { MARGIN_MODES, POSITION_MODES } from '../codec/choices.ts';
import { FLAG, POSITION_INDEX, REQUEST_ID, choice } from '../codec/command-fields.ts';
import { LEVERAGE, MONEY, NUMBER, TEXT } from '../codec/fields.ts';
import type { CommandRows } from '../commands/command-row.ts';
import { setAutoAddMargin } from './auto-margin.ts';
import { addMargin, setLeverage, setMarginMode, setPositionMode } from './change-settings.ts';
import { setCollateral } from './set-collateral.ts';

export const SETTINGS_COMMANDS: CommandRows<
  'SetLeverage' | 'SetMarginMode' | 'SetPositionMode' | 'AddMargin' | 'SetAutoAddMargin' | 'SetCollateral'
> = {
  SetLeverage: {
    code: 5,
    does: 'Sets the leverage of a contract.',
    by: 'account',
    fields: { account: NUMBER, instrument: NUMBER, longLeverage: LEVERAGE, shortLeverage: LEVERAGE },
    instrument: 'settable',
    apply: setLeverage,
  },
  SetMarginMode: {
    code: 6,
    does: 'Sets cross or isolated margin of a contract.',
    by: 'account',
    fields: { account: NUMBER, instrument: NUMBER, marginMode: choice(MARGIN_MODES) },
    instrument: 'settable',
    apply: setMarginMode,
  },
  SetPositionMode: {
    code: 7,
    does: 'Sets one-way or hedge mode of a contract.',
    by: 'account',
    fields: { account: NUMBER, instrument: NUMBER, positionMode: choice(POSITION_MODES) },
    instrument: 'settable',
    apply: setPositionMode,
  },
  AddMargin: {
    code: 8,
    does: 'Adds margin to an isolated position or takes it out.',
    by: 'account',
    fields: { account: NUMBER, instrument: NUMBER, positionIndex: POSITION_INDEX, amount: MONEY, requestId: REQUEST_ID },
    once: true,
    instrument: 'settable',
    apply: addMargin,
  },
  SetAutoAddMargin: {
    code: 23,
    does: 'Turns automatic margin of an isolated position on or off.',
    by: 'account',
    fields: { account: NUMBER, instrument: NUMBER, positionIndex: POSITION_INDEX, on: FLAG },
    instrument: 'settable',
    apply: setAutoAddMargin,
  },
  SetCollateral: {
    code: 27,
    does: 'Turns the use of a coin as collateral on or off.',
    by: 'account',
    fields: { account: NUMBER, coin: TEXT, on: FLAG },
    apply: setCollateral,
  },
};
