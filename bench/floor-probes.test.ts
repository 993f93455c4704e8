import { expect, test } from 'vitest';
import { pushes } from './floor-probes.ts';
import { Tally } from './path-probes.ts';

test('SIM-07 no round trip in a minor coin earns from its own impact, from either side in turn', () => {
  const tallies = new Map<string, Tally>();
  const tallyOf = (name: string): Tally => {
    const known = tallies.get(name) ?? new Tally();
    tallies.set(name, known);
    return known;
  };
  for (const seed of [901, 902]) pushes(seed, tallyOf);
  expect(tallies.size).toBe(4);
  for (const [name, { mean }] of tallies) expect(mean, name).toBeLessThan(2);
});
