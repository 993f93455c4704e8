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

const GAP_BITS = 7;
const MORE = 1 << GAP_BITS;

/**
 * Ascending whole numbers below 2^31: their count and the gaps between them, seven bits a byte, so that a list of
 * neighbours takes a byte each.
 */
export const ASCENDING: CommandCodec<readonly number[]> = {
  write: (bytes, list) => {
    writeShort(bytes, list.length);
    let last = 0;
    for (const number of list) {
      writeShort(bytes, number - last);
      last = number;
    }
  },
  read: (reader) => {
    const list: number[] = [];
    let last = 0;
    for (let left = readShort(reader); left > 0; left -= 1) {
      last += readShort(reader);
      list.push(last);
    }
    return list;
  },
};

function writeShort(bytes: CommandBytes, value: number): void {
  let left = value;
  for (; left >= MORE; left >>>= GAP_BITS) bytes.byte((left % MORE) | MORE);
  bytes.byte(left);
}

function readShort(reader: CommandReader): number {
  let value = 0;
  for (let shift = 0; ; shift += GAP_BITS) {
    const byte = reader.byte();
    value |= (byte % MORE) << shift;
    if (byte < MORE) return value;
  }
}

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
