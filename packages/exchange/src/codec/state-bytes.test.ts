import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteStateReader, ByteStateWriter, StateUnreadable } from './state-bytes.ts';

type Piece =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'bigint'; readonly value: bigint }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'bytes'; readonly value: Uint8Array };

const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.record({ kind: fc.constant('number' as const), value: fc.double().map((value) => (Object.is(value, -0) ? 0 : value)) }),
  fc.record({ kind: fc.constant('bigint' as const), value: fc.bigInt() }),
  fc.record({ kind: fc.constant('text' as const), value: fc.string({ unit: 'binary' }) }),
  fc.record({ kind: fc.constant('boolean' as const), value: fc.boolean() }),
  fc.record({ kind: fc.constant('bytes' as const), value: fc.uint8Array() }),
);

function write(writer: ByteStateWriter, next: Piece): void {
  switch (next.kind) {
    case 'number':
      return writer.number(next.value);
    case 'bigint':
      return writer.bigint(next.value);
    case 'text':
      return writer.text(next.value);
    case 'boolean':
      return writer.boolean(next.value);
    case 'bytes':
      return writer.bytes(next.value);
  }
}

describe('state bytes', () => {
  test('read back as they were written', () => {
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const writer = new ByteStateWriter();
        for (const next of pieces) write(writer, next);
        const reader = new ByteStateReader(writer.finish());
        for (const next of pieces) expect(reader[next.kind]()).toEqual(next.value);
        expect(reader.finished).toBe(true);
      }),
    );
  });

  test('a part is what its bytes would be', () => {
    const [inner, outer, whole] = [new ByteStateWriter(), new ByteStateWriter(), new ByteStateWriter(1)];
    const fill = (writer: Pick<ByteStateWriter, 'text' | 'bigint'>): void => {
      writer.text('BTCUSDT'.repeat(100));
      writer.bigint(-7n);
    };
    fill(inner);
    outer.bytes(inner.finish());
    whole.part(fill);
    expect(whole.finish()).toEqual(outer.finish());
  });

  test.each(['number', 'text', 'boolean', 'bytes'] as const)('grow when a %s comes at the end of the room', (kind) => {
    const pieces: Record<typeof kind, Piece> = {
      number: { kind: 'number', value: 1.5 },
      text: { kind: 'text', value: 'BTCUSDT' },
      boolean: { kind: 'boolean', value: true },
      bytes: { kind: 'bytes', value: Uint8Array.of(1, 2, 3) },
    };
    for (let before = 65_500; before <= 65_536; before += 1) {
      const writer = new ByteStateWriter();
      for (let at = 0; at < before; at += 1) writer.boolean(true);
      write(writer, pieces[kind]);
      const reader = new ByteStateReader(writer.finish());
      for (let at = 0; at < before; at += 1) reader.boolean();
      expect(reader[kind]()).toEqual(pieces[kind].value);
    }
  });

  test('that end too early are refused', () => {
    const reader = new ByteStateReader(Uint8Array.of(1, 2, 3));
    expect(() => reader.number()).toThrow(StateUnreadable);
  });
});
