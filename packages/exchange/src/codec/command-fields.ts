import type { PositionIndex } from '@tapedeck/domain';
import { POSITION_INDEXES } from './choices.ts';
import type { CommandBytes, CommandReader } from './command-bytes.ts';
import type { FieldCodec } from './fields.ts';

/** Field codecs for command bytes only: one-byte choices and flags, lists, and trailing fields that older journals lack. */
export type CommandCodec<Value> = FieldCodec<Value, CommandBytes, CommandReader>;

export const choice = <Value>(choices: readonly Value[]): CommandCodec<Value> => ({
  write: (bytes, value) => {
    bytes.choice(choices, value);
  },
  read: (reader) => reader.choice(choices),
});

export const FLAG: CommandCodec<boolean> = {
  write: (bytes, value) => {
    bytes.byte(value ? 1 : 0);
  },
  read: (reader) => reader.byte() === 1,
};

export const POSITION_INDEX: CommandCodec<PositionIndex> = choice(POSITION_INDEXES);

export const NUMBERS: CommandCodec<readonly number[]> = {
  write: (bytes, list) => {
    bytes.number(list.length);
    for (const number of list) bytes.number(number);
  },
  read: (reader) => {
    const list: number[] = [];
    for (let left = reader.number(); left > 0; left -= 1) list.push(reader.number());
    return list;
  },
};

/** The last field of a command; older journals end without it. */
export const REQUEST_ID: CommandCodec<string | undefined> = {
  write: (bytes, requestId = '') => {
    if (requestId !== '') bytes.text(requestId);
  },
  read: (reader) => (reader.finished ? undefined : reader.text()),
};

/** The same for commands that have always had the field. */
export const REQUEST_ID_ALWAYS: CommandCodec<string | undefined> = {
  write: (bytes, requestId = '') => {
    bytes.text(requestId);
  },
  read: (reader) => reader.text(),
};
