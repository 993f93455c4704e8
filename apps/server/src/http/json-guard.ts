/** Limits of a request body's structure; the largest real body is far below them. */
export const BODY_BYTES_MAX = 64 * 1024;
const DEPTH_MAX = 8;
const KEYS_MAX = 500;
const NUMBER_CHARACTERS_MAX = 20;
const REFUSED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** An unacceptable JSON body; the message addresses its sender. */
export class BodyRefused extends Error {
  override readonly name = 'BodyRefused';
}

/** Parses a request body; `undefined` if empty. Throws `BodyRefused` and nothing else. */
export function parseBody(text: string): unknown {
  if (text === '') return undefined;
  refuseLongNumbers(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BodyRefused('The body is not JSON.');
  }
  inspect(value, 1, { keys: 0 });
  return value;
}

/** Long numbers lose digits when they are parsed, so a client that sends one would be misread. */
function refuseLongNumbers(text: string): void {
  let inText = false;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (inText) {
      if (character === BACKSLASH) at += 1;
      else if (character === QUOTE) inText = false;
      continue;
    }
    inText = character === QUOTE;
    length = isNumberCharacter(character) ? length + 1 : 0;
    if (length > NUMBER_CHARACTERS_MAX) throw new BodyRefused('A number in the body is too long.');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** 0-9 + - . e E */
function isNumberCharacter(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e || code === 0x45 || code === 0x65;
}

function inspect(value: unknown, depth: number, count: { keys: number }): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new BodyRefused('A number in the body is too large.');
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEPTH_MAX) throw new BodyRefused('The body is nested too deeply.');
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  if (keys.some((key) => REFUSED_KEYS.has(key))) throw new BodyRefused('The body holds a key that is not permitted.');
  const parts: readonly unknown[] = Object.values(value);
  count.keys += parts.length;
  if (count.keys > KEYS_MAX) throw new BodyRefused('The body holds too many values.');
  for (const part of parts) inspect(part, depth + 1, count);
}
