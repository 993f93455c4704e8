import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32c } from './crc32c.ts';
import { RangeSums } from './range-sums.ts';

test('the sum of a range is the sum of its bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(20), fc.array(fc.tuple(fc.nat(300), fc.nat(300))), (bytes, before, ranges) => {
      const begin = Math.min(before, bytes.length);
      const sums = new RangeSums(bytes, begin);
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      for (const [first, second] of ranges) {
        const [from = 0, to = 0] = [first, second].map((at) => Math.min(bytes.length, Math.max(begin, at))).sort((a, b) => a - b);
        expect(sums.of(from, to)).toBe(crc32c(view, from, to));
      }
    }),
  );
});

test('a range of megabytes, too', () => {
  const bytes = Uint8Array.from({ length: 3_000_001 }, (_, at) => (at * at * 31) >>> 3);
  const sums = new RangeSums(bytes, 5);
  expect(sums.of(77, 2_999_999)).toBe(crc32c(new DataView(bytes.buffer), 77, 2_999_999));
});
