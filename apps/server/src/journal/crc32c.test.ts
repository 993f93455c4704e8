import { expect, test } from 'vitest';
import { crc32c } from './crc32c.ts';

/** Bit by bit, straight from the polynomial. */
function slowSum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 1) === 1 ? (sum >>> 1) ^ 0x82f63b78 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

test('the sums of RFC 3720, appendix B.4', () => {
  expect(crc32c(new Uint8Array(32), 0, 32)).toBe(0x8a9136aa);
  expect(crc32c(new Uint8Array(32).fill(255), 0, 32)).toBe(0x62a8ab43);
  expect(
    crc32c(
      Uint8Array.from({ length: 32 }, (_, at) => at),
      0,
      32,
    ),
  ).toBe(0x46dd794e);
  expect(crc32c(new TextEncoder().encode('123456789'), 0, 9)).toBe(0xe3069283);
});

test('every length and every start agree with the sum bit by bit', () => {
  const bytes = Uint8Array.from({ length: 64 }, (_, at) => (at * 151 + 77) & 255);
  for (let from = 0; from < 9; from += 1) {
    for (let to = from; to <= bytes.length; to += 1) expect(crc32c(bytes, from, to)).toBe(slowSum(bytes.subarray(from, to)));
  }
});
