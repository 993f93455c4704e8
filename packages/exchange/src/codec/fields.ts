import {
  invariant,
  leverage,
  leverageHundredths,
  lotCount,
  lots,
  money,
  moneyUnits,
  price,
  priceUnits,
  quantity,
  quantityUnits,
  rate,
  rateUnits,
  tickCount,
  ticks,
} from '@tapedeck/domain';
import { StateUnreadable } from './state-bytes.ts';

/** Values that the bytes of both journal and snapshot can hold. */
export interface FieldWriter {
  number(value: number): void;
  bigint(value: bigint): void;
  text(value: string): void;
}
export interface FieldReader {
  number(): number;
  bigint(): bigint;
  text(): string;
}

/** Defines how one value is written and read: the single owner of its bytes. */
export interface FieldCodec<Value, Writer = FieldWriter, Reader = FieldReader> {
  write(writer: Writer, value: Value): void;
  read(reader: Reader): Value;
}

/** One codec for each field, in byte order: the types reject a missing field. An absent field reads as `undefined`. */
export type FieldCodecs<Value, Writer = FieldWriter, Reader = FieldReader> = {
  readonly [Field in keyof Required<Value>]: FieldCodec<Value[Field], Writer, Reader>;
};

/** Opaque numbers and integers. */
const numeric = <Value>(count: (value: Value) => number, make: (number: number) => Value): FieldCodec<Value> => ({
  write: (writer, value) => {
    writer.number(count(value));
  },
  read: (reader) => make(reader.number()),
});
const integral = <Value>(units: (value: Value) => bigint, make: (integer: bigint) => Value): FieldCodec<Value> => ({
  write: (writer, value) => {
    writer.bigint(units(value));
  },
  read: (reader) => make(reader.bigint()),
});

export const NUMBER: FieldCodec<number> = {
  write: (writer, value) => {
    writer.number(value);
  },
  read: (reader) => reader.number(),
};
export const TEXT: FieldCodec<string> = {
  write: (writer, value) => {
    writer.text(value);
  },
  read: (reader) => reader.text(),
};
export const TICKS = numeric(tickCount, ticks);
export const LOTS = numeric(lotCount, lots);
export const MONEY = integral(moneyUnits, money);
export const RATE = integral(rateUnits, rate);
export const PRICE = integral(priceUnits, price);
export const QUANTITY = integral(quantityUnits, quantity);
export const LEVERAGE = integral(leverageHundredths, leverage);

/** A value as its index in a list; `Value` is narrower than the list where the list is. */
export const placeIn = <Value>(choices: readonly Value[]): FieldCodec<Value> => ({
  write: (writer, value) => {
    writer.number(choices.indexOf(value));
  },
  read: (reader) => {
    const chosen = choices[reader.number()];
    if (chosen === undefined) throw new StateUnreadable('the bytes hold an unknown choice');
    return chosen;
  },
});

export const YES_OR_NO: FieldCodec<boolean> = placeIn([false, true]);

/** States of an optional field: absent, removed, or a value. */
export const ABSENT = 0;
const REMOVED = 1;
export const PRESENT = 2;
const PRESENCE = placeIn([ABSENT, REMOVED, PRESENT]);

/** A value, an absent value or a removal (`null`). */
export const removable = <Value, Writer extends FieldWriter, Reader extends FieldReader>(
  codec: FieldCodec<Value, Writer, Reader>,
): FieldCodec<Value | null | undefined, Writer, Reader> => ({
  write: (writer, value) => {
    if (value === undefined) writer.number(ABSENT);
    else if (value === null) writer.number(REMOVED);
    else {
      writer.number(PRESENT);
      codec.write(writer, value);
    }
  },
  read: (reader) => {
    const kind = PRESENCE.read(reader);
    if (kind === ABSENT) return undefined;
    return kind === REMOVED ? null : codec.read(reader);
  },
});

/** The same for fields that cannot be removed. */
export const optional = <Value, Writer extends FieldWriter, Reader extends FieldReader>(
  codec: FieldCodec<Value, Writer, Reader>,
): FieldCodec<Value | undefined, Writer, Reader> => {
  const any = removable(codec);
  return {
    ...any,
    read: (reader) => {
      const value = any.read(reader);
      if (value === null) throw new StateUnreadable('the bytes remove what cannot be removed');
      return value;
    },
  };
};

/** An optional flag. */
export const OPTIONAL_FLAG: FieldCodec<boolean | undefined> = {
  write: (writer, value) => {
    writer.number(value === undefined ? ABSENT : value ? PRESENT : REMOVED);
  },
  read: (reader) => {
    const kind = PRESENCE.read(reader);
    return kind === ABSENT ? undefined : kind === PRESENT;
  },
};

/** A value with its fields in sequence; `read` adds them to the fields already known. */
export interface StructCodec<Value, Writer = FieldWriter, Reader = FieldReader> extends FieldCodec<Value, Writer, Reader> {
  read(reader: Reader, known?: object): Value;
}

export function struct<Value extends object, Writer = FieldWriter, Reader = FieldReader>(
  codecs: FieldCodecs<Value, Writer, Reader>,
): StructCodec<Value, Writer, Reader> {
  const fields = (Object.keys(codecs) as (keyof Value & string)[]).map((name) => ({ name, codec: codecs[name] }));
  return {
    write: (writer, value) => {
      for (const { name, codec } of fields) codec.write(writer, value[name]);
    },
    read: (reader, known = {}) => {
      const value = known as Record<string, unknown>;
      for (const { name, codec } of fields) {
        const field = codec.read(reader);
        if (field !== undefined) value[name] = field;
      }
      // Every required field has been read.
      return value as Value;
    },
  };
}

/** One of several kinds of value: the index of its kind, then the fields of that kind. */
export function kinds<Value extends { readonly kind: string }>(
  list: readonly Value['kind'][],
  structs: { readonly [Kind in Value['kind']]: StructCodec<Omit<Extract<Value, { readonly kind: Kind }>, 'kind'>> },
): FieldCodec<Value> {
  const place = placeIn(list);
  // Each struct only receives values of its own kind.
  const all: object = structs;
  const of = all as Readonly<Record<string, StructCodec<Value> | undefined>>;
  return {
    write: (writer, value) => {
      place.write(writer, value.kind);
      of[value.kind]?.write(writer, value);
    },
    read: (reader) => {
      const kind = place.read(reader);
      const found = of[kind];
      invariant(found !== undefined, 'every kind has a struct');
      return found.read(reader, { kind });
    },
  };
}

/** An object without fields that are `undefined`. */
export function withoutAbsent<T extends object>(fields: { [Field in keyof T]: T[Field] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
