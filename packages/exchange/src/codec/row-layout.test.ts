import { InvariantBroken } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { RowLayout, type RowMemory } from './row-layout.ts';
import { ByteStateReader, ByteStateWriter, StateUnreadable } from './state-bytes.ts';

const listOf = (length: number): string[] => Array.from({ length }, (_, at) => `choice ${at}`);

function memoryOf(bytes: number): RowMemory {
  const buffer = new ArrayBuffer(bytes);
  return { doubles: new Float64Array(buffer), wides: new BigInt64Array(buffer), integers: new Int32Array(buffer) };
}

describe('a layout of rows', () => {
  it.each([1, 2, 3, 4, 5, 8, 9, 20, 21, 33])(
    'gives a list of %i choices the bits that it needs, and reads each back beside the others',
    (length) => {
      const layout = new RowLayout();
      const before = layout.choice(listOf(4));
      const field = layout.choice(listOf(length));
      const behind = layout.choice(listOf(3));
      for (const choice of listOf(length)) {
        const word = before.bits('choice 3') | field.bits(choice) | behind.bits('choice 2');
        expect([before.of(word), field.of(word), behind.of(word)]).toEqual(['choice 3', choice, 'choice 2']);
        expect(field.put(word, 'choice 0')).toBe(before.bits('choice 3') | behind.bits('choice 2'));
      }
      expect(2 ** field.width).toBeGreaterThanOrEqual(length);
    },
  );

  it('takes another word when one is full, and no bit is its sign', () => {
    const layout = new RowLayout();
    const fields = Array.from({ length: 16 }, () => layout.choice(listOf(4)));
    expect(fields.map(({ word }) => word)).toEqual([...Array.from({ length: 15 }, () => 0), 1]);
    expect(fields.reduce((word, field) => (field.word === 0 ? word | field.bits('choice 3') : word), 0)).toBeGreaterThan(0);
  });

  it('refuses a row of another size than was meant, fields behind its end, and wide fields behind narrow ones', () => {
    const layout = new RowLayout();
    layout.double();
    layout.integer();
    expect(() => layout.wide()).toThrow(InvariantBroken);
    expect(() => layout.done(8, {})).toThrow('a row has 8 bytes, not 16');
    layout.done(16, {});
    expect(() => layout.integer()).toThrow(InvariantBroken);
  });

  it('writes and reads every kind of field of every row', () => {
    const layout = new RowLayout();
    const fields = layout.done(24, {
      double: layout.double(),
      wide: layout.wide(),
      integer: layout.integer(),
      word: layout.choice<string>(['one', 'two', 'three']),
      index: layout.small([0, 1, 2]),
      flag: layout.flag(),
    });
    const written = memoryOf(72);
    written.doubles[3 + fields.double.at] = 1.5;
    written.wides[3 + fields.wide.at] = -7n;
    written.integers[6 + fields.integer.at] = -3;
    written.integers[6 + fields.word.word] = fields.word.bits('three') | fields.index.bits(2) | fields.flag.bits(true);
    const writer = new ByteStateWriter();
    for (const field of Object.values(fields)) field.write(writer, written, 1);
    const bytes = writer.finish();
    const read = memoryOf(72);
    const reader = new ByteStateReader(bytes);
    for (const field of Object.values(fields)) field.read(reader, read, 1);
    expect(read.integers).toEqual(written.integers);
    const unknown = 'four';
    expect(() => fields.word.bits(unknown)).toThrow(InvariantBroken);
    const other = new ByteStateWriter();
    other.text(unknown);
    expect(() => {
      fields.word.read(new ByteStateReader(other.finish()), read, 0);
    }).toThrow(StateUnreadable);
  });
});
