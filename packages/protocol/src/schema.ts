import * as v from 'valibot';

/** A schema of the wire: it validates at the border and describes itself in the documents. */
export type WireSchema<T = unknown> = v.GenericSchema<unknown, T>;
/** The value that a schema accepts. */
export type InputOf<Schema extends WireSchema> = v.InferOutput<Schema>;

/** JSON has no infinity, but `1e999` reads as one. */
export const number = v.pipe(v.number(), v.finite());

// The annotations let a bundler leave out the schemas that a script never reads.

/**
 * The library takes an array for an object without fields: to cancel `[]` would be to cancel everything.
 * @__NO_SIDE_EFFECTS__
 */
function noArray<Schema extends v.GenericSchema>(schema: Schema): Schema {
  return {
    ...schema,
    '~run': (dataset: Parameters<Schema['~run']>[0], config: Parameters<Schema['~run']>[1]) =>
      schema['~run'](Array.isArray(dataset.value) ? { ...dataset, value: undefined } : dataset, config),
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function object<const Entries extends v.ObjectEntries>(entries: Entries): v.ObjectSchema<Entries, undefined> {
  return noArray(v.object(entries));
}

/** Keys that the library leaves out of every record, because objects inherit them. */
const INHERITED = ['__proto__', 'constructor', 'prototype'] as const;

/**
 * Refuses the keys that the library would leave out in silence.
 * @__NO_SIDE_EFFECTS__
 */
function noInherited<Schema extends v.GenericSchema>(schema: Schema): Schema {
  const refused = v.never();
  return {
    ...schema,
    '~run': (dataset: Parameters<Schema['~run']>[0], config: Parameters<Schema['~run']>[1]) => {
      const input = dataset.value;
      const key = INHERITED.find((name) => typeof input === 'object' && input !== null && Object.hasOwn(input, name));
      if (key === undefined) return schema['~run'](dataset, config);
      const { issues, ...rest } = refused['~run']({ value: key }, config);
      const path = [{ type: 'object', origin: 'key', input, key, value: undefined }] as const;
      return { ...rest, issues: issues?.map((issue) => ({ ...issue, path })) };
    },
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function record<Key extends v.GenericSchema<string, string>, Value extends v.GenericSchema>(
  key: Key,
  value: Value,
): v.RecordSchema<Key, Value, undefined> {
  return noArray(noInherited(v.record(key, value)));
}

const LIMIT_RULES = ['max_length', 'min_length', 'max_value', 'min_value'] as const;
export type LimitRule = (typeof LIMIT_RULES)[number];

/** The first violation of a schema. */
export interface WireIssue {
  /** Keys from the whole value to the invalid field; empty for the whole value. */
  readonly path: readonly PropertyKey[];
  /** The accepted values, if the field has a fixed list of them. */
  readonly choices: readonly unknown[];
  /** The missed limit of a length or a number. */
  readonly limit: { readonly rule: LimitRule; readonly value: number } | undefined;
}

export type WireRead<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly issue: WireIssue };

/** Reads outside data. It stops at the first violation, so that bad data costs no more than good data. */
export function readWire<T>(schema: WireSchema<T>, value: unknown): WireRead<T> {
  const read = v.safeParse(schema, value, { abortEarly: true });
  return read.success ? { ok: true, value: read.output } : { ok: false, issue: issueOf(read.issues[0]) };
}

/** The same for data that the caller vouches for. Throws if it does not match the schema. */
export function parseWire<T>(schema: WireSchema<T>, value: unknown): T {
  const read = readWire(schema, value);
  if (read.ok) return read.value;
  throw new TypeError(`Not of the schema at ${nameOfField(read.issue) || 'its root'}.`);
}

/** The invalid field as a text: `request.0.qty`. */
export const nameOfField = ({ path }: WireIssue): string => path.map(String).join('.');

function issueOf({ type, path, requirement, expected }: v.BaseIssue<unknown>): WireIssue {
  const rule = LIMIT_RULES.find((one) => one === type);
  return {
    path: path?.map(({ key }) => key as PropertyKey) ?? [],
    choices: type === 'picklist' || type === 'literal' ? choicesIn(expected ?? '') : [],
    limit: rule !== undefined && typeof requirement === 'number' ? { rule, value: requirement } : undefined,
  };
}

/** An issue lists its choices as a text: `("a" | "b" | 1)`. */
const choicesIn = (expected: string): readonly unknown[] =>
  expected
    .replace(/^\((.*)\)$/, '$1')
    .split(' | ')
    .map((choice): unknown => JSON.parse(choice));
