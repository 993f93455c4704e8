import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { mutate } from './mutants/mutate.mjs';
import { chooseTests, drawn, scoreOf } from './mutants/plan.mjs';
import { Endless, switches } from './mutants/switches.mjs';

const keys = (text) => mutate('a.ts', text).mutants.map(({ key }) => key);

/** Value of `result` with one mutant on, or with none. */
function resultOf(text, on = -1) {
  const { code } = mutate('a.ts', text);
  const { outputText } = ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2023 } });
  return runInNewContext(`${outputText}\nresult();`, { __mutants: { ...switches, on } });
}

describe('mutants of a source', () => {
  it('are its operators, comparisons, conditions, literals and effects, each by the function it stands in', () => {
    const text = 'function fee(value: bigint): bigint {\n  if (value < 5n) note(value);\n  return value * 2n;\n}';
    expect(keys(text)).toEqual([
      'fee: value < 5n → value <= 5n',
      'fee: value < 5n → value >= 5n',
      'fee: value < 5n → true',
      'fee: value < 5n → false',
      'fee: 5n → 6n',
      'fee: note(value); → nothing',
      'fee: value * 2n → value / 2n',
      'fee: 2n → 3n',
    ]);
  });

  it('round the other way, take the other of two amounts and the other side', () => {
    const text = "const pay = (a: Money) => minMoney(divCeil(a, 3n), moneyByLeverage(a, x, 'up'), side('Buy'));";
    expect(keys(text)).toEqual([
      "pay: minMoney(divCeil(a, 3n), moneyByLeverage(a, x, 'up'), side('Buy')) → the larger",
      'pay: divCeil(a, 3n) → rounded down',
      'pay: 3n → 4n',
      "pay: 'up' → 'down'",
      "pay: 'Buy' → 'Sell'",
    ]);
  });

  it('leave alone what is a type, a name, a thrown error or an invariant', () => {
    expect(keys('const SIDES = choicesOf<Side>({ Buy: true, Sell: true });')).toEqual([]);
    expect(keys('type Three = 1 | 2;\nconst names = { 1: x };\ninvariant(a > 0, "above");\nif (x) throw new Error(a + b);')).toEqual([
      ': x → true',
      ': x → false',
    ]);
  });

  it('tell equal ones apart by a number, and those outside every function', () => {
    const { mutants } = mutate('a.ts', 'const one = a + b;\nfunction f() { return a + b === a + b; }', 10);
    expect(mutants.map(({ number, key, outside }) => [number, key, outside])).toEqual([
      [10, 'one: a + b → a - b', true],
      [11, 'f: a + b === a + b → a + b !== a + b', false],
      [12, 'f: a + b → a - b', false],
      [13, 'f: a + b → a - b (2)', false],
    ]);
  });

  it('change nothing while they are off, and one thing while one is on', () => {
    const text =
      'let sum = 1;\nconst add = (by: number) => { sum += by; };\nfunction result() { add(2); return sum > 2 && sum < 9 ? sum * 4 : -1; }';
    expect(resultOf(text)).toBe(12);
    const changed = mutate('a.ts', text).mutants.filter(({ number }) => resultOf(text, number) !== 12);
    expect(changed.map(({ key }) => key)).toEqual([
      'sum: 1 → 0',
      'add: sum += by; → nothing',
      'add: sum += by → sum -= by',
      'result: add(2); → nothing',
      'result: 2 → 3',
      'result: sum > 2 && sum < 9 → false',
      'result: sum > 2 → sum <= 2',
      'result: 2 → 3 (2)',
      'result: sum < 9 → sum >= 9',
      'result: sum * 4 → sum / 4',
      'result: 4 → 5',
    ]);
  });

  it('are switched on only where they are chosen, and keep their numbers', () => {
    const text =
      'let sum = 0;\nfunction result() { for (let at = 0; at < 3; at += 1) sum += at; while (sum > 100) { sum -= 1; } return sum; }';
    const all = mutate('a.ts', text).mutants;
    const { mutants, code } = mutate('a.ts', text, 0, new Set([5]));
    expect(mutants).toEqual(all);
    expect(code.match(/__mutants\.is\(\d+\)/g)).toEqual(['__mutants.is(5)']);
    expect(code.match(/__mutants\.step\(\)/g)).toHaveLength(2);
    expect(resultOf(text)).toBe(3);
  });

  it('keep an else with its own if', () => {
    const text = 'let sum = 0;\nfunction result() { if (sum === 1) sum = 2;\nelse sum = 3;\nreturn sum; }';
    expect(resultOf(text)).toBe(3);
  });

  it('round like the rules do, and end when they do not', () => {
    expect([switches.floor(-7n, 2n), switches.ceil(-7n, 2n), switches.floor(7n, 2n), switches.ceil(7n, 2n), switches.ceil(8n, 2n)]).toEqual(
      [-4n, -3n, 3n, 4n, 4n],
    );
    const counted = { ...switches, steps: 0, stepsMax: 3 };
    expect(() => {
      for (;;) counted.is(0);
    }).toThrow(Endless);
  });
});

describe('a run', () => {
  it('asks the tests beside a source first, then those of its package and of its users, long ones last', () => {
    const files = [
      'packages/client/src/a.test.ts',
      'packages/domain/src/fees/b.test.ts',
      'packages/domain/src/margin/c.test.ts',
      'packages/exchange/src/engine/simulation.test.ts',
      'packages/ui/src/d.test.ts',
    ];
    expect(chooseTests(['packages/domain/src/margin/liquidation.ts'], files)).toEqual([files[2], files[1], files[0], files[3]]);
    expect(chooseTests(['packages/domain/src/margin/liquidation.ts'], files, ['packages/domain'])).toEqual([files[2], files[1]]);
  });

  it('draws the same mutants for the same seed', () => {
    const list = Array.from({ length: 100 }, (_, index) => index);
    expect(drawn(list, 10, 7)).toEqual(drawn(list, 10, 7));
    expect(drawn(list, 10, 7)).not.toEqual(drawn(list, 10, 8));
    expect(drawn(list, 10, 7)).toEqual(drawn(list, 10, 7).toSorted((a, b) => a - b));
  });

  it('counts explained ones apart', () => {
    const file = 'packages/domain/src/fees/fee-tier.ts';
    expect(scoreOf([{ file, by: 'x' }, { file, by: 'y' }, { file, why: 'equal' }, { file }])).toEqual([
      { folder: 'packages/domain/src/fees', mutants: 4, killed: 2, explained: 1, score: 66.6 },
    ]);
  });
});
