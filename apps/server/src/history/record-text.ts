/** Marker of an integer beyond JSON numbers; no record has a field of this name. */
const INTEGER = '$n';

/** A record as JSON text, including bigints. Hand-written: a replacer, which sees every value, takes three times as long. */
export function encodeRecord(record: object): string {
  let text = '';
  for (const [key, value] of Object.entries(record) as [string, unknown][]) {
    if (value !== undefined) text += `${text === '' ? '' : ','}"${key}":${encodeValue(value)}`;
  }
  return `{${text}}`;
}

function encodeValue(value: unknown): string {
  if (typeof value === 'bigint') return `{"${INTEGER}":"${value}"}`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return Array.isArray(value) ? `[${value.map(encodeValue).join(',')}]` : encodeRecord(value);
}

/** The value given to `encodeRecord`: the caller knows its type, because the text comes from our own database. */
export const decodeRecord = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown) => {
    const integer: unknown = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[INTEGER] : undefined;
    return typeof integer === 'string' ? BigInt(integer) : value;
  });
