/** The mark of an integer that JSON numbers cannot carry; no record has a field of this name. */
const INTEGER = '$n';

/** A record as JSON text, bigints included. */
export const encodeRecord = (record: object): string =>
  JSON.stringify(record, (_key, value: unknown) => (typeof value === 'bigint' ? { [INTEGER]: value.toString() } : value));

/** What `encodeRecord` was given: the caller knows its type, for the text comes from our own database. */
export const decodeRecord = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown) => {
    const integer: unknown = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[INTEGER] : undefined;
    return typeof integer === 'string' ? BigInt(integer) : value;
  });
