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

const sumOf = (bytes: Uint8Array, from = 0, to = bytes.length): number => crc32c(new DataView(bytes.buffer), from, to);

test('the sums of RFC 3720, appendix B.4', () => {
  expect(sumOf(new Uint8Array(32))).toBe(0x8a9136aa);
  expect(sumOf(new Uint8Array(32).fill(255))).toBe(0x62a8ab43);
  expect(sumOf(Uint8Array.from({ length: 32 }, (_, at) => at))).toBe(0x46dd794e);
  expect(sumOf(Uint8Array.from('123456789', (digit) => digit.charCodeAt(0)))).toBe(0xe3069283);
});

test('every length and every start agree with the sum bit by bit', () => {
  const bytes = Uint8Array.from({ length: 64 }, (_, at) => (at * 151 + 77) & 255);
  for (let from = 0; from < 9; from += 1) {
    for (let to = from; to <= bytes.length; to += 1) expect(sumOf(bytes, from, to)).toBe(slowSum(bytes.subarray(from, to)));
  }
});
